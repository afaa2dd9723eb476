import { getContext, setContext } from 'svelte';
import { faceOf } from './games';

// Inside a component that calls this, marks of seats bear what the game has for seats: letters, or numbers.
const NUMBERED = Symbol('numbered');

export function marksOf(game: () => string): void {
  setContext(NUMBERED, () => faceOf(game()).numbered ?? false);
}

export function numberedSeats(): boolean {
  return getContext<(() => boolean) | undefined>(NUMBERED)?.() ?? false;
}
