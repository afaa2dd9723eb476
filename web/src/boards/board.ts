// The contract of a board: how a game is drawn. README.md beside this file tells it as a story.
import type { Component, Snippet } from 'svelte';
import type { Sound } from '../parts/sound';
import type { Sayer } from '../words/say';
import type { Choice } from '../table/choice.svelte';
import type { Event, Turn } from '../../../protocol/lanterne';

// What one viewer sees now. While events are being shown it is the sight before or between them, never ahead
// of them.
export interface Seen {
  seat: number; // 0 for a watcher
  view: Record<string, unknown>;
  turn: Turn;
  happening: Event | null; // the event that is being shown just now
}

export interface BoardProps {
  seen: Seen;
  sayer: Sayer; // the game's words, the language, the names at the table
  choice: Choice; // what I may do, what I have picked of it, and what a touch does
  about?: Snippet<[number]>; // how a seat is held, for a board that draws the `seats` itself
}

// How long an event is shown. `before`: it is shown with the view as it was (dice, before what they cause).
export interface Beat {
  ms: number;
  before?: true;
  sound?: Sound;
}

export interface Board {
  Board: Component<BoardProps>;
  // What lies before me and is no secret: my hand, my skills.
  Mine?: Component<BoardProps>;
  // What only my seat knows, drawn apart under the shield.
  Secret?: Component<BoardProps>;
  // Whether the board itself covers secrets of mine while the shield is closed, so that the shield is offered
  // without a Secret too.
  covers?: (seen: Seen) => boolean;
  // It shows everybody around the table, so a wide screen needs no list of them besides. There the board is
  // given a height, and fits into it.
  seats?: true;
  // Who a seat was, for the end of the game.
  was?: (seen: Seen, sayer: Sayer, seat: number) => string;
  // What a piece looks like, for the rules: one of the game's `things`, as wide as the room it is given.
  Picture?: Component<{ type: string; value: string }>;
  beats: Record<string, Beat>;
}

export const USUAL_BEAT: Beat = { ms: 260 };
