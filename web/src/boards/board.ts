// The interface of a board, the drawing of a game. README.md in this folder is its introduction.
import type { Component, Snippet } from 'svelte';
import type { Sound } from '../parts/sound';
import type { Sayer } from '../words/say';
import type { Choice } from '../table/choice.svelte';
import type { Event, Turn } from '../../../protocol/lanterne';

// The state shown to one viewer. While events are animated it is the state before or between them, never a
// later one.
export interface Seen {
  seat: number; // 0 for a watcher
  view: Record<string, unknown>;
  turn: Turn;
  happening: Event | null; // the event that is being shown just now
}

export interface BoardProps {
  seen: Seen;
  sayer: Sayer; // the game's words, the language, the names at the table
  choice: Choice; // the offered actions, the picked words, and the effect of a touch
  about?: Snippet<[number]>; // the holder of a seat, for boards that draw the `seats` themselves
}

// The duration of an event's animation. `before`: it is shown with the previous view (dice before their
// effect).
export interface Beat {
  ms: number;
  before?: true;
  sound?: Sound;
}

export interface Board {
  Board: Component<BoardProps>;
  // The viewer's own public things: hand, skills.
  Mine?: Component<BoardProps>;
  // The viewer's secrets, drawn separately under the shield.
  Secret?: Component<BoardProps>;
  // Whether the board itself hides secrets while the shield is closed; the shield is then offered without a
  // Secret, too.
  covers?: (seen: Seen) => boolean;
  // The board shows all seats, so a wide screen has no separate list of them; the board then fits into a
  // given height.
  seats?: true;
  // The role of a seat, shown at the end of the game.
  was?: (seen: Seen, sayer: Sayer, seat: number) => string;
  // The picture of one of the game's `things`, for the rules; fills the width it is given.
  Picture?: Component<{ type: string; value: string }>;
  beats: Record<string, Beat>;
}

export const USUAL_BEAT: Beat = { ms: 260 };
