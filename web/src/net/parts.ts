// Updates with parts of fields (docs/protocol.md, "Parts") as updates with whole fields, which is what the
// rest of the page reads. Views are never changed in place: those of earlier moments are still shown.
import type { Parts, Update } from '../../../protocol/lanterne';

type View = Record<string, unknown>;

function replaced(value: unknown, path: unknown[], now: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return now;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? replaced(item, rest, now) : item));
  const fields = value as View;
  return { ...fields, [String(step)]: replaced(fields[String(step)], rest, now) };
}

// `now`, in which everything that says the same as in `before` is the object it was there: what is drawn from
// it need not be worked out again.
export function kept<T>(before: unknown, now: T): T {
  if (before === now || typeof now !== 'object' || now === null || typeof before !== 'object' || before === null) return now;
  if (Array.isArray(now) !== Array.isArray(before)) return now;
  const [old, fresh] = [before as View, now as View];
  const names = Object.keys(fresh);
  let same = names.length === Object.keys(old).length;
  const made = (Array.isArray(now) ? [] : {}) as View;
  for (const name of names) {
    made[name] = kept(old[name], fresh[name]);
    same &&= made[name] === old[name] && name in old;
  }
  return (same ? before : made) as T;
}

// The top-level fields that differ from `before`. A part of a field that is not known is left out: then the
// whole of it is on its way, as the answer to `open`.
function fieldsOf(before: View, like: View, fields: View, parts: Parts | undefined): View {
  const now: View = {};
  for (const name in fields) now[name] = kept(like[name], fields[name]);
  for (const part of parts ?? []) {
    const [name, ...path] = part.slice(0, -1);
    const field = String(name);
    if (field in now || field in before) now[field] = kept(like[field], replaced(field in now ? now[field] : before[field], path, part.at(-1)));
  }
  return now;
}

// `before` is the view of the update before this one, {} for a full one; `like` the view that was there,
// whose objects are used again.
export function whole(update: Update, before: View, like = before): Update {
  let at = before;
  const steps = update.steps?.map(({ parts, ...step }) => {
    const view = fieldsOf(at, at, step.view, parts);
    at = { ...at, ...view };
    return { ...step, view };
  });
  const { parts, ...rest } = update;
  return { ...rest, view: fieldsOf(before, steps ? { ...like, ...at } : like, update.view, parts), ...(steps ? { steps } : {}) };
}
