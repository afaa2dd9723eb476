import type { Board } from '../board';
import { chip } from './chip';
import Hand from './Hand.svelte';
import Manor from './Manor.svelte';
import Picture from './Picture.svelte';

export default {
  Board: Manor,
  Mine: Hand,
  front: { wide: 128, tablet: 118, phone: 74 },
  covers: () => true,
  seats: true,
  // Everything but the end of a turn has its place on the board.
  placed: (action) => action !== 'end',
  chip,
  Picture,
  beats: {
    dealt: { ms: 60, sound: 'card' },
    first: { ms: 300 },
    'turned-up': { ms: 700, size: 'chip', sound: 'card' },
    detected: { ms: 300 },
    guarded: { ms: 320, sound: 'card' },
    placed: { ms: 420, size: 'chip', sound: 'card' },
    sent: { ms: 320, size: 'chip', sound: 'hit' },
    moved: { ms: 400, size: 'chip', sound: 'card' },
    called: { ms: 420, size: 'chip', sound: 'ghost' },
    turn: { ms: 200 },
    // Told by the scoring.
    earned: { ms: 0 },
    scored: { ms: 0 },
    won: { ms: 0 },
  },
} satisfies Board;
