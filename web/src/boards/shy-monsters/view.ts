// The view as games/shy-monsters/view.c writes it.
export interface Tile {
  cell: string;
  tile: string | null;
  up: boolean;
  zones: string[]; // the monsters whose zone the tile fits
  fits: boolean | null; // for monsters known to the viewer
  monster: 'dead' | 'inactive' | 'active' | null;
}

export interface Past {
  game: number;
  floor: number;
  tiles: { cell: string; tile: string | null; up: boolean }[];
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
