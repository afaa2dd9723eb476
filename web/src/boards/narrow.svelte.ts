// An object whose fields are followed one by one. An update brings a new object, in which what says the same
// is the same as before (net/parts.ts); who reads a field that has not changed is not even looked at, where
// what is derived from the whole object would be worked out again to find that it has not changed.
import { untrack } from 'svelte';

class Field {
  value = $state.raw<unknown>();
  constructor(value: unknown) {
    this.value = value;
  }
}

// To be made where a component begins. What is read outside of drawing is what was drawn last.
export function narrow<T extends object>(whole: () => T): T {
  let last = untrack(whole);
  let names = $state.raw(Reflect.ownKeys(last));
  const fields = new Map(untrack(() => names).map((name) => [name, new Field(Reflect.get(last, name))]));
  // Before the component is drawn, in the same pass.
  $effect.pre(() => {
    const now = whole();
    untrack(() => {
      const there = Reflect.ownKeys(now);
      const other = there.length !== names.length || there.some((name) => !Object.hasOwn(last, name));
      last = now;
      for (const name of there) if (!fields.has(name)) fields.set(name, new Field(undefined));
      for (const [name, field] of fields) field.value = Reflect.get(now, name);
      if (other) names = there;
    });
  });
  return new Proxy({} as T, {
    get: (_, name) => {
      const field = fields.get(name);
      if (field) return field.value;
      void names; // read again when there is such a field
      return undefined;
    },
    has: (_, name) => names.includes(name),
    ownKeys: () => names,
    getOwnPropertyDescriptor: (_, name) => (names.includes(name) ? { configurable: true, enumerable: true, value: Reflect.get(last, name) as unknown } : undefined),
  });
}
