// The view as games/shadow-hunters/write.c writes it.
export interface Seat {
  seat: number;
  character: string | null;
  side: string | null;
  hp: number | null;
  damage: number;
  area: string | null;
  equipment: string[];
  stash: string[];
  hand_white: number;
  hand_black: number;
  extra_turns: number;
  alive: boolean;
  revealed: boolean;
  cursed: boolean;
  ability_spent: boolean;
  angel: boolean;
  barrier: boolean;
  leftward: boolean;
  possible?: string[]; // missing when the notebook is off
}

// Of so many equally likely rolls so many deal damage, from the least to the most.
export interface Odds {
  seat: number;
  rolls: number;
  hits: number;
  least: number;
  most: number;
}

export interface Cast {
  character: string;
  side: string;
  hp: number;
}

export interface View {
  phase: string;
  turn: number;
  active: number | null;
  areas: (string | null)[];
  seats: Seat[];
  decks: Record<string, number>;
  discards: Record<string, number>;
  hermit_discards: { giver: number | null; receiver: number | null; card: string | null }[];
  actor: number | null;
  victim: number | null;
  card: string | null;
  hermit_card: string | null;
  dice: number[]; // of the last attack, card or ability: d6 and d4 in turn, 0 for one not rolled
  move_dice: number[]; // of the last move; two pairs while one of them is to be picked
  attack: { attacker: number; targets: number[]; hit: number[]; doubled: boolean; evaded: number[] } | null;
  hand: string[];
  answer: string | null;
  judge: number | null;
  left_over: string | null;
  winners: number[];
  reasons: string[]; // of each seat why it has won or lost; empty before the end
  left: Record<string, number>; // by side: dealt characters that the viewer does not know yet
  cast: Cast[];
  range: number[][];
  reach: number[]; // slots that the active seat's attack reaches, while it may attack
  odds: Odds[]; // of its attack on each target
  sums: Record<string, number[]>;
}
