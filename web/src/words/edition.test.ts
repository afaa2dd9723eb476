import { expect, it } from 'vitest';
import { respell, respelled, spell, spellAll } from './edition';
import { sayText, type GameWords } from './say';

const edition = {
  lang: 'fr' as const,
  spellings: [['Vision divine', 'Vision divine'], ['un Shadow', 'une Ombre'], ['le Métamorphe', "l'Inconnu"], ['Shadow', 'Ombre'], ['Vision', 'Ermite'], ['Forêt hantée', 'Bois étranges']],
};
const words = {
  game: 'ring',
  types: [{ name: 'side', words: [{ id: 'shadow', name: { en: 'Shadow', fr: 'Shadow' } }] }],
  clauses: [{ id: 'X-1', text: { en: 'A Shadow.', fr: 'Un Shadow.' } }],
  edition,
} as unknown as GameWords;

it('puts the names of the edition into whole words alone', () => {
  expect(respell('Un Shadow, le Métamorphe, une carte Vision : Vision divine ; Forêt hantée', edition)).toBe('Une Ombre, l’Inconnu, une carte Ermite : Vision divine ; Bois étranges');
  expect(respell('Shadows et Visionnaire', edition)).toBe('Shadows et Visionnaire');
});

it('leaves names of people alone', () => {
  expect(respell('C’est à Shadow. Un Shadow meurt.', edition, ['Shadow'])).toBe('C’est à Shadow. Un Shadow meurt.');
  expect(respell('C’est à Vision de donner une carte Vision.', edition, ['Ada'])).toBe('C’est à Ermite de donner une carte Ermite.');
});

it('changes the words of one language, and keeps ids', () => {
  const changed = respelled(words, 'fr');
  expect(changed.clauses[0]?.text).toEqual({ en: 'A Shadow.', fr: 'Une Ombre.' });
  expect(changed.types[0]?.words?.[0]?.id).toBe('shadow');
  expect(respelled(words, 'en')).toBe(words);
  expect(sayText({ words: changed, lang: 'fr', names: ['Ada'] }, 'Donne une carte Vision à Ada.')).toBe('Donne une carte Ermite à Ada.');
});

it('spells sentences of the server only for those who read this edition', () => {
  const changed = respelled(words, 'fr');
  expect(spell(changed, 'fr', "C'est à Shadow : une carte Vision.", ['Shadow'])).toBe('C’est à Shadow\u202f: une carte Ermite.');
  expect([spell(words, 'fr', 'Un Shadow.'), spell(changed, 'en', 'A Shadow.'), spell(undefined, 'fr', 'Un Shadow.')]).toEqual(['Un Shadow.', 'A Shadow.', 'Un Shadow.']);
  expect(spellAll(changed, 'fr', { id: 'Shadow', lines: [{ en: 'A Shadow.', fr: 'Un Shadow.' }] })).toEqual({ id: 'Shadow', lines: [{ en: 'A Shadow.', fr: 'Une Ombre.' }] });
});
