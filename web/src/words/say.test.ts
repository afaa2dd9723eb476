import { describe, expect, it } from 'vitest';
import { sayAction, sayDifference, sayEvent, saySome, eventPieces, type GameWords, type Sayer } from './say';

const words: GameWords = {
  game: 'tiny',
  version: 1,
  types: [
    { name: 'seat' },
    { name: 'number' },
    { name: 'card', words: [{ id: 'bat', name: { en: 'a bat', fr: 'une chauve-souris' } }, { id: 'axe', name: { en: 'an axe', fr: 'une hache' } }] },
  ],
  actions: [
    { name: 'give', args: [{ name: 'card', type: 'card' }, { name: 'to', type: 'seat' }], say: { en: 'give {card} to {to}', fr: 'donner {card} à {to}' } },
    { name: 'end', args: [], say: { en: 'end the turn', fr: 'finir le tour' } },
  ],
  events: [
    { name: 'drew', args: [{ name: 'seat', type: 'seat' }, { name: 'card', type: 'card' }], say: { en: '{seat} draws a card[: {card}].', fr: '{seat} pioche[ : {card}].' } },
    { name: 'hurt', args: [{ name: 'n', type: 'number' }], say: { en: '{n} {n?point:points}', fr: '{n} {n?point:points}' } },
  ],
  intro: { en: '', fr: '' },
  clauses: [],
  things: [],
};

const sayer = (lang: 'en' | 'fr'): Sayer => ({ words, lang, names: ['Zoe', 'Bruno'] });

describe('sentences', () => {
  it('names seats and words, and begins with a capital', () => {
    expect(sayAction(sayer('en'), 'give bat 2')).toBe('Give a bat to Bruno');
    expect(sayAction(sayer('fr'), 'give bat 2')).toBe('Donner une chauve-souris à Bruno');
  });
  it('leaves out what the viewer may not know', () => {
    expect(sayEvent(sayer('en'), { event: 'drew', clause: 'X', seat: 1, card: null })).toBe('Zoe draws a card.');
    expect(sayEvent(sayer('en'), { event: 'drew', clause: 'X', seat: 1, card: 'axe' })).toBe('Zoe draws a card: an axe.');
  });
  it('knows that none is singular in French', () => {
    expect(sayEvent(sayer('en'), { event: 'hurt', clause: 'X', n: 0 })).toBe('0 points');
    expect(sayEvent(sayer('fr'), { event: 'hurt', clause: 'X', n: 0 })).toBe('0 point');
    expect(sayEvent(sayer('en'), { event: 'hurt', clause: 'X', n: 1 })).toBe('1 point');
  });
  it('keeps seats apart, for their colour', () => {
    expect(eventPieces(sayer('en'), { event: 'drew', clause: 'X', seat: 2, card: null })).toContainEqual({ text: 'Bruno', seat: 2 });
  });
  it('says several at once, and what tells them apart', () => {
    const actions = ['give bat 1', 'give bat 2'];
    expect(saySome(sayer('en'), actions)).toBe('Give a bat to …');
    expect(sayDifference(sayer('en'), 'give bat 2', actions)).toBe('Bruno');
    expect(sayDifference(sayer('en'), 'end', [...actions, 'end'])).toBe(null);
  });
  it('does not invent words for what it does not know', () => {
    expect(() => sayAction(sayer('en'), 'fly 1')).toThrow('fly 1');
  });
});
