// docs/words.md: one kind of apostrophe, the spaces of both languages, and no developers' words in the texts
// of the page. The texts are found in the sources: wherever something is said in English and in French.
import { expect, it } from 'vitest';
import type { Words } from '../../../protocol/lanterne';

const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true });

interface Text {
  where: string;
  lang: keyof Words;
  said: string;
}

const SAID = /\b(en|fr): (?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

const texts: Text[] = Object.entries(sources).flatMap(([where, source]) =>
  [...source.matchAll(SAID)].map((match) => ({ where, lang: match[1] as keyof Words, said: match[2] ?? match[3] ?? match[4] ?? '' })),
);

// Placeholders hold names of values, the two forms of a plural, or what is said to the reader and to the
// others: the text with the one and with the other.
const FORMS = /\$?\{\w+(?:\?([^:}]*):([^}]*)|!([^|}]*)\|([^}]*))\}/g;
const variants = (text: string) => [text.replace(FORMS, '$1$3'), text.replace(FORMS, '$2$4').replaceAll('*', 'x')].map((one) => one.replace(/\$?\{\w+\}/g, 'x'));

const wrong = (test: (said: string, lang: keyof Words) => boolean) => texts.filter(({ said, lang }) => variants(said).some((one) => test(one, lang))).map(({ where, said }) => `${where}: ${said}`);

it('finds the texts of the page, its boards, lessons and reviews', () => {
  const folders = ['./ui.ts', './rating.ts', '../boards/manor/', '../boards/shadow-hunters/', '../boards/shy-monsters/', '../boards/treasure-hunters/', '../boards/plain/', '../lessons/', '../review/', '../offline/'];
  expect(folders.filter((folder) => !texts.some(({ where }) => where.startsWith(folder)))).toEqual([]);
  const count = (lang: keyof Words) => texts.filter((text) => text.lang === lang).length;
  expect(count('en')).toBe(count('fr'));
});

it('prints apostrophes and spaces as docs/words.md says', () => {
  const spaced = (said: string, lang: keyof Words) => (lang === 'fr' ? /[^\s«][;:!?»]|«\S/ : / [;:!?]/).test(said);
  expect(wrong((said, lang) => /\p{L}'\p{L}/u.test(said) || spaced(said, lang) || /[\u00a0\u202f]|\p{L} {2,}/u.test(said))).toEqual([]);
});

it('has no straight apostrophe in a word outside comments, however the text is written down', () => {
  const uncommented = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"`])\/\/.*$/gm, '');
  const found = Object.entries(sources).flatMap(([where, source]) => uncommented(source).split('\n').filter((line) => /\p{L}\\?'\p{L}/u.test(line)).map((line) => `${where}: ${line.trim()}`));
  expect(found).toEqual([]);
});

it('shows players no developers’ words', () => {
  // Names of options, fields and files, and words of programs; "lanterne verify A.json B.json" is a command
  // to type.
  const NAMES = /\w_\w|docs\/|\.(?:md|c|h|ts|py|json)\b|\p{Ll}\p{Lu}|\boption [a-z]+\)|\b(?:null|undefined|true|false|boolean|integer|string|JSON|API|seed|payload|session|websocket|bytes|octets?|hash(?:es)?|empreintes?)\b/u;
  expect(wrong((said) => NAMES.test(said.replace('lanterne verify A.json B.json', '')))).toEqual([]);
});

it('writes French that does not show the English through it (finding page.md, French)', () => {
  const CALQUES = /^(?:Si|Qui) (?:l’affrontement|tu peux te|a le lien|ouvre|a ce)|\bd’ordinaire\b|\bsignes\b|\btous les vingt\b|^(?:Te|Me) \p{L}+er\b|\bbots?\b|rendu muet|Par les yeux|De quoi il s’agit|\bhantises?\b/u;
  expect(wrong((said, lang) => lang === 'fr' && CALQUES.test(said))).toEqual([]);
});

it('says everything through these texts: no words stand in the pages themselves', () => {
  // The same in both languages; About.svelte lists names and licences.
  const SAME = ['Lanterne', 'English', 'Français'];
  const inside = (source: string) => {
    let page = source.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '');
    for (let before = ''; before !== page; ) [before, page] = [page, page.replace(/\{[^{}]*\}/g, '')];
    const attributes = [...page.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map((match) => match[1] ?? '');
    // Symbols are drawn with letters and signs of their own.
    return [page.replace(/&\w+;/g, ' ').replace(/<text\b[\s\S]*?<\/text>/g, '').replace(/<[^>]*>/g, ' '), ...attributes].join(' ').match(/\p{L}{3,}/gu) ?? [];
  };
  const found = Object.entries(sources).flatMap(([where, source]) => (where.endsWith('.svelte') && !where.endsWith('/About.svelte') ? inside(source).filter((word) => !SAME.includes(word)).map((word) => `${where}: ${word}`) : []));
  expect(found).toEqual([]);
});
