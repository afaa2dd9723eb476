// The view as games/shy-monsters/view.c writes it.
export interface Tile {
  cell: string;
  tile: string | null;
  up: boolean;
  zones: string[]; // the monsters whose zone the tile fits
  fits: boolean | null; // for monsters known to the viewer
  monster: 'dead' | 'inactive' | 'active' | null;
}

// Why a monster that the viewer knows is at home or not: what its pattern says of the cells around it, in the
// turn that comes nearest, and the monsters beside it.
export interface Reason {
  cell: string;
  wants: { way: string; tile: boolean; holds: boolean }[];
  beside: string[];
}

export interface Past {
  game: number;
  floor: number;
  tiles: { cell: string; tile: string | null; up: boolean; fits: boolean | null }[];
}

export interface View {
  phase: 'drawing' | 'building' | 'revealing' | 'exploring' | 'over';
  game: number;
  floor: number;
  floors: number;
  master: number;
  hero: number;
  attack: boolean;
  jump: boolean;
  reveals: number;
  idle: number;
  idle_max: number;
  tiles: Tile[];
  why: Reason[];
  at: string;
  named: string[];
  hand: string[];
  gone: string[];
  gone_unseen: number;
  here: string[];
  others: string[];
  exits: number[];
  past: Past[];
  memo: Record<string, string>;
}
