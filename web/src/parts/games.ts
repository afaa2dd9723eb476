// Data about games that the server does not send: a picture and a typical duration. Games that are not listed
// get a lantern and no duration.
import type { SymbolName } from './symbols';

interface Face {
  symbol: SymbolName;
  minutes?: number;
  numbered?: true; // letters are for places of its board, so seats have numbers
}

const faces: Record<string, Face> = {
  manor: { symbol: 'manor', minutes: 15 },
  'shadow-hunters': { symbol: 'hidden', minutes: 45 },
  'shy-monsters': { symbol: 'dragon', minutes: 15 },
  'treasure-hunters': { symbol: 'jewel', minutes: 30, numbered: true },
};

export function faceOf(game: string): Face {
  return faces[game] ?? { symbol: 'lantern' };
}
