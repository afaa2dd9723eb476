// The names of another edition of a game, as core/edition.h describes them: another spelling on the screen,
// while notation and records stay as they are.
import { bound } from './french';
import type { GameWords, Lang } from './say';

type Edition = NonNullable<GameWords['edition']>;

const LETTER = /[\p{L}\p{N}]/u;
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
// A text that begins with a small letter also fits with a capital.
const either = (text: string) => (/^[a-z]/.test(text) ? `[${text.charAt(0)}${text.charAt(0).toUpperCase()}]${literal(text.slice(1))}` : literal(text));
const whole = (text: string, pattern: string) => `(?<![\\p{L}\\p{N}])${pattern}${LETTER.test(text.charAt(text.length - 1)) ? '(?![\\p{L}\\p{N}])' : ''}`;

interface Speller {
  pattern: RegExp;
  to: Map<string, string>;
}
const spellers = new WeakMap<Edition, Speller>();

// The first spelling of the list that fits counts, as in an alternation.
function spellerOf(edition: Edition): Speller {
  const known = spellers.get(edition);
  if (known) return known;
  const rows = edition.spellings.map(([from = '', to = '']) => [bound(from), bound(to)] as const);
  const made = { pattern: new RegExp(rows.map(([from]) => whole(from, either(from))).join('|'), 'gu'), to: new Map(rows) };
  spellers.set(edition, made);
  return made;
}

// A text as the edition has it; names of people in it are left alone.
export function respell(text: string, edition: Edition, names: string[] = []): string {
  const { pattern, to } = spellerOf(edition);
  const said = (part: string) =>
    part.replace(pattern, (found) => {
      const same = to.get(found);
      if (same !== undefined) return same;
      const small = to.get(found.charAt(0).toLowerCase() + found.slice(1)) ?? found;
      return small.charAt(0).toUpperCase() + small.slice(1);
    });
  const kept = names.filter(Boolean);
  if (!kept.length) return said(text);
  const people = new RegExp(`(${kept.map((name) => whole(name, literal(name))).join('|')})`, 'u');
  return text.split(people).map((part, at) => (at % 2 ? part : said(part))).join('');
}

// Every text in this language in what the server has sent, at any depth.
function respellAll(given: unknown, edition: Edition, names: string[] = []): unknown {
  const { lang } = edition;
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    const { en, fr } = value as Record<string, unknown>;
    // Where one language was asked for, both keys have its text.
    const fits = (key: string, text: unknown): text is string => typeof text === 'string' && (key === lang || ((key === 'en' || key === 'fr') && en === fr));
    return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, fits(key, text) ? respell(text, edition, names) : change(text)]));
  };
  return change(given);
}

// The words of a game in its other edition; as they are where it has none in this language.
export function respelled(words: GameWords, lang: Lang): GameWords {
  const { edition } = words;
  if (!edition || edition.lang !== lang) return words;
  return { ...(respellAll({ ...words, edition: null }, edition) as GameWords), edition, spelled: true };
}

// The edition in which the game's words are read, if it is not the one of the texts.
const readIn = (words: GameWords | undefined, lang: Lang): Edition | undefined => (words?.spelled && words.edition?.lang === lang ? words.edition : undefined);

// A sentence about the game, of the server or of the page, with the names that the game's words have.
export function spell(words: GameWords | undefined, lang: Lang, text: string, names: string[] = []): string {
  const edition = readIn(words, lang);
  return edition ? respell(bound(text), edition, names) : text;
}

// The same for all texts in something that the server has sent about the game.
export function spellAll<T>(words: GameWords | undefined, lang: Lang, given: T, names: string[] = []): T {
  const edition = readIn(words, lang);
  return edition ? (respellAll(given, edition, names) as T) : given;
}
