// What the page knows about a game beyond what the server tells: its picture, and how long an evening takes.
// A game that is not listed gets a lantern and no time.
import type { SymbolName } from './symbols';

interface Face {
  symbol: SymbolName;
  minutes?: number;
}

const faces: Record<string, Face> = {
  manor: { symbol: 'manor', minutes: 15 },
  'shadow-hunters': { symbol: 'hidden', minutes: 45 },
  'shy-monsters': { symbol: 'dragon', minutes: 15 },
  'treasure-hunters': { symbol: 'jewel', minutes: 30 },
};

export function faceOf(game: string): Face {
  return faces[game] ?? { symbol: 'lantern' };
}
