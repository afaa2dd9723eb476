// Manor's view, as games/manor/view.c writes it.
export interface Card {
  owner: number;
  hunter: string;
}

export interface Plot {
  place: string;
  up: boolean;
  manor: string | null;
  front: Card[];
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
}
