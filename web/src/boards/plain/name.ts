// Names of the values in a view. Fields have the names of arguments, so `hunter: "tandem"` is a value of the
// type of every argument called `hunter`.
import { spell } from '../../words/edition';
import { sayValue, type Sayer } from '../../words/say';
import { fields } from './fields';

export interface Named {
  text: string;
  type?: string; // the type under which the game explains it
}

export interface Namer {
  key: (key: string) => string;
  value: (key: string, value: string | number) => Named;
  word: (id: string) => Named | null;
}

export function namer(sayer: Sayer): Namer {
  const types = new Map([...sayer.words.actions, ...sayer.words.events].flatMap((row) => row.args.map((arg) => [arg.name, arg.type] as const)));
  const seats = new Set(['active', 'first', 'winner', 'winners', 'viewer', 'master', 'hero', 'attacker', 'targets', 'hit', 'evaded', 'giver', 'receiver', 'actor', 'victim', 'judge', 'coup_tried']);

  const explained = (type: string, value: string) => (sayer.words.things.some((row) => row.type === type && row.value === value) ? { type } : {});
  const word = (id: string): Named | null => {
    const type = sayer.words.types.find((row) => row.words?.some((one) => one.id === id));
    return type ? { text: sayValue(sayer, type.name, id), ...explained(type.name, id) } : null;
  };
  const field = (key: string): string | undefined => fields[key] && spell(sayer.words, sayer.lang, fields[key][sayer.lang]);
  return {
    key: (key) => field(key) ?? word(key)?.text ?? key.replaceAll('_', ' ').replaceAll('-', ' '),
    value: (key, value) => {
      const type = seats.has(key) ? 'seat' : types.get(key);
      const own = field(`${key} ${value}`);
      if (own) return { text: own };
      const said = type && sayValue(sayer, type, value);
      if (type && said && (type === 'seat' || said !== value || !fields[value])) return { text: said, ...explained(type, String(value)) };
      if (typeof value === 'number') return { text: String(value) };
      return word(value) ?? { text: field(value) ?? value };
    },
    word,
  };
}
