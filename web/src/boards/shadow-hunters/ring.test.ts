import { expect, test } from 'vitest';
import type { Template } from '../../../../protocol/lanterne';
import { endingOf } from './endings';
import { aboutCard, aboutSeat, deathsOf, diceOf, essence, placed } from './ring';
import type { Seat, View } from './view';

const templates: Template[] = [
  { name: 'pick', args: [{ name: 'roll', type: 'roll' }], say: { en: '', fr: '' } },
  { name: 'attack', args: [{ name: 'seat', type: 'seat' }], say: { en: '', fr: '' } },
  { name: 'steal', args: [{ name: 'seat', type: 'seat' }, { name: 'card', type: 'equipment' }], say: { en: '', fr: '' } },
  { name: 'donate', args: [{ name: 'seat', type: 'seat' }, { name: 'card', type: 'equipment' }], say: { en: '', fr: '' } },
  { name: 'loot', args: [{ name: 'card', type: 'equipment' }], say: { en: '', fr: '' } },
];

test('an action is about a seat only where its argument is one', () => {
  const actions = ['pick 2', 'attack 2', 'steal 3 talisman', 'steal 2 chainsaw', 'loot talisman'];
  expect(aboutSeat(templates, actions, 2)).toEqual(['attack 2', 'steal 2 chainsaw']);
  expect(aboutCard(templates, actions, 'talisman', 3)).toEqual(['steal 3 talisman', 'loot talisman']);
  expect(aboutCard(templates, actions, 'talisman', 2)).toEqual(['loot talisman']);
});

test('a card that is given away is lit at its giver', () => {
  expect(aboutCard(templates, ['donate 3 talisman', 'donate 2 talisman'], 'talisman', 1)).toHaveLength(2);
});

test('only the dice of the present step lie on the table', () => {
  const at = (phase: string, area: string, walked: number[]) =>
    diceOf({ phase, dice: [6, 1], move_dice: walked, seats: [{ seat: 1, area } as View['seats'][number]], active: 1, sums: { church: [6], gate: [4, 5] } });
  expect(at('start', 'church', [2, 4])).toEqual([]);
  expect(at('picking', 'gate', [2, 4, 1, 3])).toEqual([2, 4, 1, 3]);
  expect(at('area', 'church', [2, 4])).toEqual([2, 4]);
  expect(at('area', 'gate', [2, 4])).toEqual([]);
  expect(at('reacting', 'church', [2, 4])).toEqual([6, 1]);
});

test('a piece is explained without what is printed on it', () => {
  expect(essence('character', 'George, Hunter, letter G, 14 HP. Demolish: once, a die.')).toBe('Demolish: once, a die.');
  expect(essence('card', 'Vampire Bat, single use, 3 cards: 2 damage.')).toBe('2 damage.');
});

test('a diamond stands where somebody of the cast may die', () => {
  const cast = [{ character: 'bob', side: 'neutral', hp: 10 }, { character: 'allie', side: 'neutral', hp: 8 }, { character: 'emi', side: 'hunter', hp: 10 }];
  expect(deathsOf(cast, (id) => id)).toEqual([{ at: 8, who: 'allie' }, { at: 10, who: 'bob, emi' }]);
});

test('what has a place is done there, and the rest by buttons', () => {
  const view = { seats: [{ seat: 1, equipment: ['mystic-compass'] }, { seat: 2, equipment: [] as string[] }] } as unknown as View;
  for (const action of ['roll', 'go church', 'draw white', 'attack 2', 'heal 1', 'reveal', 'compass']) expect(placed(action, view, 1), action).toBe(true);
  for (const action of ['skip', 'pass', 'end', 'nothing', 'volley', 'dig talisman']) expect(placed(action, view, 1), action).toBe(false);
  expect(placed('compass', view, 2)).toBe(false);
});

test('the winning side stands in the middle; a Neutral who wins alone too', () => {
  const seats = ['hunter', 'shadow', 'neutral', 'shadow'].map((side, at) => ({ seat: at + 1, side }) as Seat);
  const shadows = endingOf({ seats, winners: [2, 4, 3] });
  expect(shadows.sides).toEqual(['shadow', 'neutral']);
  expect(shadows.groups.map((group) => [group.side, group.middle])).toEqual([['hunter', false], ['shadow', true], ['neutral', false]]);
  expect(endingOf({ seats, winners: [3] }).groups.map((group) => [group.side, group.middle])).toEqual([['hunter', false], ['neutral', true], ['shadow', false]]);
  expect(endingOf({ seats, winners: [] }).sides).toEqual([]);
});
