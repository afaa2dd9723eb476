// What an action in notation means on the board.
import type { ManorView } from './view';

export interface Intention {
  verb: string;
  place: string | null;
  hunter: string | null;
  owner: number | null;
}

// `place tandem 2.3`, `call 2.3 1 basic`, `send 1 basic`, `go 2.3`, `detect 2.3`, `turn-up 1.2`,
// `tandem 1.2`.
export function intention(action: string | null): Intention | null {
  if (action === null) return null;
  const [verb = '', ...args] = action.split(' ');
  const place = args.find((word) => word.includes('.')) ?? null;
  const rest = args.filter((word) => word !== place);
  const owner = verb === 'send' || verb === 'call' ? Number(rest[0]) : null;
  const hunter = verb === 'tandem' ? 'tandem' : verb === 'place' ? (rest[0] ?? null) : owner ? (rest[1] ?? null) : null;
  return { verb, place, hunter, owner };
}

// The manor where a hunter would stand after it.
export function placeOf(meant: Intention, view: ManorView): string | null {
  if (meant.verb === 'call') return view.here;
  return ['place', 'tandem', 'go'].includes(meant.verb) ? meant.place : null;
}

// Whether the next touch chooses a manor: a hunter is in hand, or the phase asks for nothing else.
export function takesPlace(picked: string[], phase: string): boolean {
  return phase === 'placing' ? picked.some((word) => !word.includes('.')) : phase !== 'following';
}

// The words that take a hunter from the hand. The detector is played by turning up a manor, if one can be
// turned up.
export function handWords(hunter: string, offered: string[]): string[] {
  return hunter === 'detector' && offered.some((action) => action.startsWith('detect ')) ? ['detect'] : [hunter];
}
