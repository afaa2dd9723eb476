import { expect, it } from 'vitest';
import { fillWords } from './fill';
import { boundFrench } from './french';

const turns = { en: '{n} more {n?turn:turns}', fr: '{n} {n?tour:tours} de plus' };

it('counts as each language does', () => {
  expect([0, 1, 2].map((n) => fillWords(turns, 'en', { n }))).toEqual(['0 more turns', '1 more turn', '2 more turns']);
  expect([0, 1, 2].map((n) => fillWords(turns, 'fr', { n }))).toEqual(['0 tour de plus', '1 tour de plus', '2 tours de plus']);
});

it('never begins a French line with a colon', () => {
  expect(fillWords({ en: '', fr: 'Qui ? « {name} » : oui' }, 'fr', { name: 'Zoe' })).toBe('Qui\u202f? «\u202fZoe\u202f»\u202f: oui');
});

it('elides before a vowel', () => {
  const street = { en: 'Street of {name}', fr: 'Rue de {name}' };
  const said = (name: string) => fillWords(street, 'fr', { name });
  expect(['Invité 1', 'Zoé', 'Élise', 'Yves', 'Yann', 'Hugo'].map(said)).toEqual(['Rue d’Invité 1', 'Rue de Zoé', 'Rue d’Élise', 'Rue d’Yves', 'Rue de Yann', 'Rue de Hugo']);
  expect(fillWords(street, 'en', { name: 'Ada' })).toBe('Street of Ada');
});

it('prints one kind of apostrophe in texts of the server, in both languages', () => {
  const said = JSON.parse(`{"en": "{seat!your|*'s} turn: Zoe's", "fr": "C'est à toi : l'aube", "id": "it's"}`, boundFrench) as unknown;
  expect(said).toEqual({ en: '{seat!your|*’s} turn: Zoe’s', fr: 'C’est à toi\u202f: l’aube', id: "it's" });
});
