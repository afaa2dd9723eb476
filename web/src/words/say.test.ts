import { describe, expect, it } from 'vitest';
import { eventPieces, nameValues, sayAction, sayDifference, sayEvent, saySome, sayText, type GameWords, type Sayer } from './say';

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
    {
      name: 'took',
      args: [{ name: 'seat', type: 'seat' }, { name: 'from', type: 'seat' }, { name: 'card', type: 'card' }],
      say: { en: '{seat!You take|* takes} {card} from {from!you|*|yourself}.', fr: '{seat!Tu|*} {from!te |}{seat!prends|prend} {card}{from!| à *}.' },
    },
    { name: 'cut', args: [{ name: 'seat', type: 'seat' }], say: { en: "{seat!Your|*'s} turn ends.", fr: '{seat!Ton tour|Le tour de *} s’arrête.' } },
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
  it('says you to the player who reads, and to nobody else', () => {
    const took = { event: 'took', clause: 'X', seat: 1, from: 2, card: 'axe' };
    const said = (lang: 'en' | 'fr', me?: number) => sayEvent({ ...sayer(lang), ...(me ? { me } : {}) }, took);
    expect([said('en'), said('en', 1), said('en', 2), said('en', 3)]).toEqual(['Zoe takes an axe from Bruno.', 'You take an axe from Bruno.', 'Zoe takes an axe from you.', 'Zoe takes an axe from Bruno.']);
    expect([said('fr'), said('fr', 1), said('fr', 2)]).toEqual(['Zoe prend une hache à Bruno.', 'Tu prends une hache à Bruno.', 'Zoe te prend une hache.']);
    expect(sayEvent({ ...sayer('en'), me: 1 }, { ...took, from: 1 })).toBe('You take an axe from yourself.');
    expect(sayDifference({ ...sayer('fr'), me: 2 }, 'give bat 2', ['give bat 1', 'give bat 2'])).toBe('Toi-même');
  });
  it('keeps the elision of a name inside a form', () => {
    const ada = { ...sayer('fr'), names: ['Ada', 'Bruno'] };
    expect(sayEvent(ada, { event: 'cut', clause: 'X', seat: 1 })).toBe('Le tour d’Ada s’arrête.');
    expect(sayEvent({ ...ada, me: 1 }, { event: 'cut', clause: 'X', seat: 1 })).toBe('Ton tour s’arrête.');
    expect(eventPieces(ada, { event: 'cut', clause: 'X', seat: 1 })).toContainEqual({ text: 'Ada', seat: 1 });
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

describe('names that a board gives', () => {
  const street: GameWords = {
    ...words,
    game: 'street',
    types: [{ name: 'seat' }, { name: 'place', words: [{ id: '2.1', name: { en: 'manor 2.1', fr: 'manoir 2.1' } }, { id: '2.2', name: { en: 'manor 2.2', fr: 'manoir 2.2' } }] }],
    events: [
      { name: 'up', args: [{ name: 'seat', type: 'seat' }, { name: 'place', type: 'place' }], say: { en: "{seat!Your|*'s} {place} is turned up.", fr: 'On retourne {seat!ton|le} {place}{seat!| de *}.' } },
      { name: 'sent', args: [{ name: 'seat', type: 'seat' }, { name: 'place', type: 'place' }], say: { en: '{seat} leaves {place}.', fr: '{seat} part du {place}.' } },
    ],
  };
  const says = (lang: 'en' | 'fr'): Sayer => ({ words: street, lang, names: ['Zoe', 'Wick'] });
  const FRENCH: Record<string, string> = { '2.1': 'la Tour de Wick', '2.2': 'le Pignon de Wick' };
  const OWN = { en: 'your Tower', fr: 'ta Tour' };
  nameValues('street', ({ lang, me }, type, value) => (type === 'place' ? { text: me === 2 ? OWN[lang] : lang === 'en' ? (value === '2.1' ? 'Wick’s Tower' : 'Wick’s Gables') : (FRENCH[value] ?? ''), seat: 2 } : null));
  const event = (name: string, seat: number, place: string) => ({ event: name, clause: 'X', seat, place });

  it('name the owner once', () => {
    expect(sayEvent(says('en'), event('up', 2, '2.1'))).toBe('Wick’s Tower is turned up.');
    expect(sayEvent(says('fr'), event('up', 2, '2.1'))).toBe('On retourne la Tour de Wick.');
  });
  it('are the reader’s own where the reader owns them', () => {
    expect(sayEvent({ ...says('en'), me: 2 }, event('up', 2, '2.1'))).toBe('Your Tower is turned up.');
    expect(sayEvent({ ...says('fr'), me: 2 }, event('up', 2, '2.1'))).toBe('On retourne ta Tour.');
    expect(sayEvent({ ...says('fr'), me: 2 }, event('sent', 1, '2.1'))).toBe('Zoe part de ta Tour.');
  });
  it('keep their French article', () => {
    expect(sayEvent(says('fr'), event('sent', 1, '2.1'))).toBe('Zoe part de la Tour de Wick.');
    expect(sayEvent(says('fr'), event('sent', 1, '2.2'))).toBe('Zoe part du Pignon de Wick.');
  });
  it('stand in sentences of the server too', () => {
    expect(sayText(says('en'), 'Send a hunter away from manor 2.2.')).toBe('Send a hunter away from Wick’s Gables.');
    expect(sayText(says('fr'), 'Renvoie un chasseur du manoir 2.1.')).toBe('Renvoie un chasseur de la Tour de Wick.');
  });
});
