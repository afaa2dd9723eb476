import { expect, test } from 'vitest';
import type { Sayer } from '../../words/say';
import { houseAt, MANORS_MOST, SEATS, windowsOf } from './houses';
import { manorName } from './names';
import { handWords, intention, placeOf, takesPlace } from './touch';
import type { ManorView } from './view';

const sayer = (lang: 'en' | 'fr') => ({ lang, names: ['Zoe', 'Wick', 'Ada', 'Flint'] }) as unknown as Sayer;

test('a seat has six different houses, and no two seats the same row', () => {
  const rows = Array.from({ length: SEATS }, (_, seat) => Array.from({ length: MANORS_MOST }, (_, at) => houseAt(`${seat + 1}.${at + 1}`).house));
  for (const row of rows) expect(new Set(row).size).toBe(MANORS_MOST);
  expect(new Set(rows.map((row) => row.slice(0, 4).join())).size).toBe(SEATS);
});

test('as many windows shine as the manor is worth', () => {
  expect([1, 3, 5].map((worth) => windowsOf(String(worth)).count)).toEqual([1, 3, 5]);
  expect(windowsOf('shared').count).toBe(3);
  expect(windowsOf('trapped').count).toBe(5);
});

test('manors are called by owner and house', () => {
  expect(manorName(sayer('en'), '2.1', 1)).toBe('Wick’s Tower');
  expect(manorName(sayer('en'), '1.1', 1)).toBe('your Gables');
  expect(manorName(sayer('fr'), '2.1', 1)).toBe('la Tour de Wick');
  expect(manorName(sayer('fr'), '3.1', 1)).toBe('l’Observatoire d’Ada');
  expect(manorName(sayer('fr'), '1.1', 1)).toBe('ton Pignon');
  expect(manorName(sayer('fr'), '2.1', 2)).toBe('ta Tour');
});

test('actions say where a hunter would stand', () => {
  const view = { here: '3.2' } as ManorView;
  const place = (action: string) => placeOf(intention(action)!, view);
  expect(intention('place tandem 2.3')).toEqual({ verb: 'place', place: '2.3', hunter: 'tandem', owner: null });
  expect(intention('call 2.3 4 basic')).toEqual({ verb: 'call', place: '2.3', hunter: 'basic', owner: 4 });
  expect(place('place tandem 2.3')).toBe('2.3');
  expect(place('tandem 1.2')).toBe('1.2');
  expect(place('call 2.3 4 basic')).toBe('3.2');
  expect(place('send 4 basic')).toBeNull();
  expect(place('detect 2.1')).toBeNull();
});

test('manors are lit when a hunter is in hand or nothing else is asked', () => {
  expect(takesPlace([], 'placing')).toBe(false);
  expect(takesPlace(['tandem'], 'placing')).toBe(true);
  expect(takesPlace(['2.1'], 'placing')).toBe(false);
  expect(takesPlace([], 'turning-up')).toBe(true);
  expect(takesPlace([], 'following')).toBe(false);
  expect(handWords('detector', ['detect 2.1'])).toEqual(['detect']);
  expect(handWords('detector', ['place detector 2.1'])).toEqual(['detector']);
});
