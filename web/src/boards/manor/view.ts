// Manor's view, as games/manor/view.c writes it.
export interface Card {
  owner: number;
  hunter: string;
  points?: number | null; // what it brings where it stands; null if the manor is not known
  times?: number; // how often a tandem counts there
}

// What the viewer's next hunter would bring at a known manor.
export interface Next {
  to: number;
  points: number;
  by_tandem: number;
  times: number; // how often a tandem counts
}

export interface Plot {
  place: string;
  up: boolean;
  manor: string | null;
  front: Card[];
  next: Next | null;
  paid?: number[]; // at the end: to each seat
}

export interface Row {
  seat: number;
  points_visible: number;
  hand: Record<string, number>;
  manors: Plot[];
}

export interface ManorView {
  phase: string;
  first: number | null;
  active: number | null;
  here: string | null;
  choice: string | null;
  sent: Card | null;
  seats: Row[];
  unseen: Record<string, number>;
  turn: number | null;
  turns_each: number;
  winners: number[] | null;
}
