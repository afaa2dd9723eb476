// The view as games/treasure-hunters/view.c writes it.
export interface Fight {
  dice: number;
  of: number;
  helps: number;
  clears: number;
}

export interface Hunter {
  hunter: string;
  seat: number | null;
  node: string;
  jewel: boolean;
  number: number | null;
  held: boolean;
  steps_to_outside: number;
}

export interface Room {
  room: string;
  ghosts: number;
  haunted: boolean;
  jewel: boolean;
  number: number | null;
  arrivals: number;
  danger: boolean;
  red: boolean; // a jewel lies here at the start
}

export type Cards = { count: number; letters: string } & Record<string, number | string>;

// A fight that stopping in a room would cause; won with probability `clears` / 36.
export interface Fighting {
  node: string;
  dice: number;
  clears: number;
}

export interface Door {
  x: number;
  y: number;
  side: 'right' | 'down';
  colour: string;
  a: string;
  b: string;
  locked: boolean;
}

export interface Plan {
  map: string[];
  tiles: { node: string; x: number; y: number }[];
  doors: Door[];
}

export interface View {
  phase: string;
  turns: number;
  ended_by: string | null;
  seat: number | null;
  hunter: string | null;
  rolled: number;
  steps: number;
  by_steps: boolean;
  jewels_out: number;
  next_number: number | null;
  hauntings: number;
  hauntings_lose: number;
  locked: string | null;
  cannot_be_won: boolean;
  won: boolean;
  hunters: Hunter[];
  rooms: Room[];
  pile: Cards;
  discards: Cards;
  laid_aside: Cards;
  fight: Fight | null;
  reach: string[] | null; // by number of steps: the nodes at that distance, separated by blanks
  fights: Fighting[] | null;
  ways: string | null; // to each place to stop at, separated by commas: the nodes on the way, the place last
  board: Plan;
}
