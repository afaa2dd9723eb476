import { expect, it } from 'vitest';
import { listed } from './list';

it('writes lists as the browser would, in both languages', () => {
  const names = ['Ada', 'Björn', 'Céline', 'd’Or', 'Eve'];
  for (const lang of ['en', 'fr'] as const)
    for (let count = 0; count <= names.length; count++) expect(listed(lang, names.slice(0, count))).toBe(new Intl.ListFormat(lang).format(names.slice(0, count)));
});
