import { expect, test } from 'vitest';
import type { Event } from '../../../../protocol/lanterne';
import type { Sayer } from '../../words/say';
import { chip } from './chip';
import { manorName } from './names';

const sayer = (lang: 'en' | 'fr', me: number) => ({ lang, me, names: ['Zoe', 'Ember'] }) as unknown as Sayer;
const sent = { event: 'sent', seat: 2, owner: 1, hunter: 'tandem' } as unknown as Event;
const moved = { event: 'moved', seat: 1, hunter: 'basic', place: '1.1' } as unknown as Event;

test('a chip calls the reader and what is theirs "you" and "your", and others by their names', () => {
  const said = (lang: 'en' | 'fr', event: Event) => [1, 2, 0].map((me) => chip(event, sayer(lang, me)));
  const house = (lang: 'en' | 'fr', me: number) => manorName(sayer(lang, me), '1.1', me);
  expect(said('en', sent)).toEqual(['Ember sends your tandem away', 'You send Zoe’s tandem away', 'Ember sends Zoe’s tandem away']);
  expect(said('fr', sent)).toEqual(['Ember renvoie ton binôme', 'Tu renvoies le binôme de Zoe', 'Ember renvoie le binôme de Zoe']);
  expect(said('en', moved)).toEqual([`Your basic goes to ${house('en', 1)}`, `Zoe’s basic goes to ${house('en', 2)}`, `Zoe’s basic goes to ${house('en', 0)}`]);
  expect(said('fr', moved)).toEqual([`Ton standard va devant ${house('fr', 1)}`, `Le standard de Zoe va devant ${house('fr', 2)}`, `Le standard de Zoe va devant ${house('fr', 0)}`]);
  expect(house('fr', 1)).toMatch(/^t(on|a) /);
});
