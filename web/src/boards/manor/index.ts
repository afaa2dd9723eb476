import type { Board } from '../board';
import Picture from './Picture.svelte';
import Hand from './Hand.svelte';
import Manor from './Manor.svelte';

export default {
  Board: Manor,
  Mine: Hand,
  covers: () => true,
  Picture,
  beats: {
    dealt: { ms: 60, sound: 'card' },
    first: { ms: 300 },
    'turned-up': { ms: 420, sound: 'card' },
    detected: { ms: 300 },
    guarded: { ms: 300, sound: 'card' },
    placed: { ms: 420, sound: 'card' },
    sent: { ms: 380, sound: 'hit' },
    moved: { ms: 380, sound: 'card' },
    called: { ms: 420, sound: 'ghost' },
    turn: { ms: 0 },
    earned: { ms: 160 },
    scored: { ms: 300 },
    won: { ms: 300 },
  },
} satisfies Board;
