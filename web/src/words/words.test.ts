// docs/words.md: one kind of apostrophe, the spaces of both languages, and no developers' words in the texts
// of the page.
import { expect, it } from 'vitest';
import type { Words } from '../../../protocol/lanterne';
import { words as manor } from '../boards/manor/words';
import { words as shadow } from '../boards/shadow-hunters/words';
import { words as shy } from '../boards/shy-monsters/words';
import { words as treasure } from '../boards/treasure-hunters/words';
import { ui } from './ui';

const tables: Record<string, Record<string, Words>> = { ui, manor, shadow, shy, treasure };

// Placeholders hold names of values, and the two forms of a plural.
const bare = (text: string) => text.replace(/\{\w+(?:\?([^:}]*):([^}]*))?\}/g, '$1x$2');

function wrong(text: string, lang: keyof Words): boolean {
  const said = bare(text);
  const space = lang === 'fr' ? /[^\s«][;:!?»]|«\S/ : / [;:!?]/;
  return /\p{L}'\p{L}/u.test(said) || space.test(said) || /\w_\w|docs\/|\.md\b/.test(said) || /[\u00a0\u202f]/.test(said);
}

it('prints both languages as docs/words.md says', () => {
  const found = Object.entries(tables).flatMap(([table, rows]) =>
    Object.entries(rows).flatMap(([key, row]) => (['en', 'fr'] as const).filter((lang) => wrong(row[lang], lang)).map((lang) => `${table} ${key} ${lang}: ${row[lang]}`)),
  );
  expect(found).toEqual([]);
});
