// Names for what stands in a view. Views use the names and ids of the game's own arguments, so `hunter: "tandem"` is a value of
// the type that every action and event calls `hunter`.
import { sayValue, type Sayer } from '../../words/say';
import { fields } from './fields';

export interface Named {
  text: string;
  type?: string;
}

export interface Namer {
  key: (key: string) => string;
  value: (key: string, value: string | number) => Named;
  word: (id: string) => Named | null;
}

export function namer(sayer: Sayer): Namer {
  const types = new Map([...sayer.words.actions, ...sayer.words.events].flatMap((row) => row.args.map((arg) => [arg.name, arg.type] as const)));
  const seats = new Set(['active', 'first', 'winner', 'viewer']);

  const word = (id: string): Named | null => {
    const type = sayer.words.types.find((row) => row.words?.some((one) => one.id === id));
    return type ? { text: sayValue(sayer, type.name, id), type: type.name } : null;
  };
  return {
    key: (key) => fields[key]?.[sayer.lang] ?? word(key)?.text ?? key.replaceAll('_', ' ').replaceAll('-', ' '),
    value: (key, value) => {
      const type = seats.has(key) ? 'seat' : types.get(key);
      if (type) return { text: sayValue(sayer, type, value), type };
      if (typeof value === 'number') return { text: String(value) };
      return word(value) ?? { text: fields[value]?.[sayer.lang] ?? value };
    },
    word,
  };
}
