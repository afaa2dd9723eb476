import type { Board } from '../board';
import { asks, holds } from './asks';
import { chip } from './chip';
import End from './End.svelte';
import Hand from './Hand.svelte';
import Manor from './Manor.svelte';
import { heading, nameManors } from './names';
import Picture from './Picture.svelte';

nameManors();

export default {
  Board: Manor,
  Mine: Hand,
  front: { wide: 128, tablet: 118, phone: 74 },
  covers: () => true,
  seats: true,
  // Everything but the end of a turn has its place on the board.
  placed: (action) => action !== 'end',
  asks,
  holds,
  chip,
  End,
  heading,
  Picture,
  beats: {
    dealt: { ms: 60, quiet: true, sound: 'card' },
    first: { ms: 300 },
    'turned-up': { ms: 700, size: 'chip', sound: 'door' },
    detected: { ms: 300, quiet: true },
    guarded: { ms: 320, overlap: true, sound: 'place' },
    placed: { ms: 420, size: 'chip', sound: 'place' },
    sent: { ms: 320, size: 'chip', sound: 'lift' },
    moved: { ms: 400, size: 'chip', sound: 'place' },
    called: { ms: 420, size: 'chip', sound: 'step' },
    turn: { ms: 200, quiet: true },
    // Told by the scoring.
    earned: { ms: 0, quiet: true },
    scored: { ms: 0, quiet: true },
    won: { ms: 0, quiet: true },
  },
} satisfies Board;
