import type { Event } from '../../../../protocol/lanterne';
import { sayEvent, sayValue, type Sayer } from '../../words/say';
import type { Board } from '../board';
import { speaker } from '../fill';
import End from './End.svelte';
import Full from './Full.svelte';
import Picture from './Picture.svelte';
import TreasureHunters from './TreasureHunters.svelte';
import type { View } from './view';
import { words } from './words';

// Done by touching the house: places, jewels, hunters, dice. Staying, leaving and avoiding have a button as
// well, since nothing on the board shows them by itself.
const PLACED = ['go', 'step', 'take', 'fight', 'hunter'];

// What a chip says in a few words; the sentences of some events are longer.
function chip(event: Event, sayer: Sayer): string {
  const say = speaker(words, sayer.lang);
  const of = (type: string, key = type) => sayValue(sayer, type, String(event[key] ?? ''));
  switch (event.event) {
    case 'haunted':
      return say('chip-haunted', { where: of('node'), n: Number(event['hauntings']) });
    case 'ghost':
      return say('chip-ghost', { where: of('node') });
    case 'banished':
      return say('chip-banished', { where: of('node') });
    case 'banked':
    case 'banked-number':
      return say('chip-out', { n: Number(event['out']) });
    default:
      return sayEvent(sayer, event);
  }
}

const board: Board = {
  Board: TreasureHunters,
  Picture,
  Full,
  End,
  chip,
  actor: (event, view) => (view as unknown as View).hunters.find((hunter) => hunter.hunter === event['hunter'])?.seat ?? 0,
  seats: true,
  placed: (action) => PLACED.includes(action.split(' ')[0] ?? ''),
  beats: {
    turn: { ms: 350, quiet: true },
    rolled: { ms: 900, before: true, roll: true, sound: 'dice', quiet: true },
    card: { ms: 900, before: true, sound: 'card', quiet: true },
    ghost: { ms: 500, size: 'chip', sound: 'ghost' },
    drifted: { ms: 300, size: 'chip' },
    haunted: { ms: 1100, size: 'full', weight: 3, sound: 'haunting' },
    locked: { ms: 500, size: 'chip', sound: 'trap' },
    reopened: { ms: 350, size: 'chip', sound: 'door' },
    shuffled: { ms: 300, size: 'chip', sound: 'card' },
    went: { ms: 450, sound: 'step' },
    stepped: { ms: 250, sound: 'step', quiet: true },
    'turned-up': { ms: 600, size: 'chip', sound: 'card' },
    took: { ms: 400, size: 'chip', sound: 'lift' },
    'took-number': { ms: 400, size: 'chip', sound: 'lift' },
    'rolled-one': { ms: 950, before: true, roll: true, sound: 'dice' },
    'rolled-two': { ms: 950, before: true, roll: true, sound: 'dice' },
    beaten: { ms: 500, size: 'chip', sound: 'sigh' },
    banished: { ms: 900, size: 'full', weight: 1, sound: 'sigh' },
    banked: { ms: 900, size: 'full', weight: 2, sound: 'jewel' },
    'banked-number': { ms: 900, size: 'full', weight: 2, sound: 'jewel' },
  },
};

export default board;
