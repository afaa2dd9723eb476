// The picture of a tile. A monster that is not known here looks hooded.
import type { SymbolName } from '../../parts/symbols';

const faces: Record<string, SymbolName> = {
  entrance: 'entrance',
  exit: 'exit',
  corridor: 'steps',
  bat: 'bat',
  dragon: 'dragon',
  mantis: 'mantis',
  cobra: 'cobra',
  kraken: 'kraken',
  ape: 'ape',
};

export function faceOf(tile: string | null): SymbolName {
  return (tile && faces[tile]) || 'hidden';
}
