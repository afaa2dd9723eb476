import type { Board } from '../board';
import { sayValue } from '../../words/say';
import Picture from './Picture.svelte';
import Secret from './Secret.svelte';
import ShadowHunters from './ShadowHunters.svelte';
import type { View } from './view';

const board: Board = {
  Board: ShadowHunters,
  Secret,
  Picture,
  seats: true,
  was: ({ view }, sayer, seat) => {
    const who = (view as unknown as View).seats[seat - 1];
    return who?.character ? `${sayValue(sayer, 'character', who.character)}, ${sayValue(sayer, 'side', who.side)}` : '';
  },
  beats: {
    turn: { ms: 350 },
    rolled: { ms: 1000, before: true, sound: 'dice' },
    'rolled-d6': { ms: 1000, before: true, sound: 'dice' },
    'rolled-d4': { ms: 1000, before: true, sound: 'dice' },
    'rolled-twins': { ms: 1000, before: true, sound: 'dice' },
    moved: { ms: 450 },
    drew: { ms: 500, sound: 'card' },
    turned: { ms: 900, before: true, sound: 'card' },
    handed: { ms: 500, sound: 'card' },
    attacked: { ms: 600, before: true },
    hurt: { ms: 600, sound: 'hit' },
    healed: { ms: 500, sound: 'heal' },
    died: { ms: 1000, sound: 'hit' },
    revealed: { ms: 900, sound: 'turn' },
    won: { ms: 600 },
  },
};

export default board;
