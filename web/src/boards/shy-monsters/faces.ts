// The picture of a tile; hooded when the monster is not known to the viewer.
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
