import { expect, it } from 'vitest';
import { fillWords } from './fill';

const turns = { en: '{n} more {n?turn:turns}', fr: '{n} {n?tour:tours} de plus' };

it('counts as each language does', () => {
  expect([0, 1, 2].map((n) => fillWords(turns, 'en', { n }))).toEqual(['0 more turns', '1 more turn', '2 more turns']);
  expect([0, 1, 2].map((n) => fillWords(turns, 'fr', { n }))).toEqual(['0 tour de plus', '1 tour de plus', '2 tours de plus']);
});

it('never begins a French line with a colon', () => {
  expect(fillWords({ en: '', fr: 'Qui ? « {name} » : oui' }, 'fr', { name: 'Zoe' })).toBe('Qui\u00a0? «\u00a0Zoe\u00a0»\u00a0: oui');
});
