import type { Board } from '../board';
import Picture from './Picture.svelte';
import TreasureHunters from './TreasureHunters.svelte';

const board: Board = {
  Board: TreasureHunters,
  Picture,
  seats: true,
  beats: {
    turn: { ms: 350 },
    rolled: { ms: 900, before: true, sound: 'dice' },
    card: { ms: 900, before: true, sound: 'card' },
    ghost: { ms: 500, sound: 'ghost' },
    haunted: { ms: 900, sound: 'ghost' },
    locked: { ms: 500, sound: 'hit' },
    went: { ms: 450 },
    stepped: { ms: 250 },
    'turned-up': { ms: 600, sound: 'card' },
    'rolled-one': { ms: 900, before: true, sound: 'dice' },
    'rolled-two': { ms: 900, before: true, sound: 'dice' },
    beaten: { ms: 500, sound: 'heal' },
    banished: { ms: 700, sound: 'heal' },
    banked: { ms: 700, sound: 'heal' },
    'banked-number': { ms: 700, sound: 'heal' },
  },
};

export default board;
