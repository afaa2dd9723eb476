// The interface of a board, the drawing of a game. README.md in this folder is its introduction.
import type { Component, Snippet } from 'svelte';
import type { Sound } from '../parts/sound';
import type { Sayer } from '../words/say';
import type { Choice } from '../table/choice.svelte';
import type { Event, Told, Turn } from '../../../protocol/lanterne';

// The state shown to one viewer. While events are animated it is the state before or between them, never a
// later one.
export interface Seen {
  seat: number; // 0 for a watcher
  view: Record<string, unknown>;
  turn: Turn;
  happening: Event | null; // the event that is being shown just now
  together?: Event[]; // `happening` and the events that run together with it (`overlap`)
  // The viewer's own dice, to be rolled by a touch that calls `choice.roll()`: they glow, without the result.
  due?: Event | null;
  // The action under the pointer or waiting for its second touch, with what it would do in sentences. `view`
  // is then as it would stand afterwards.
  preview?: { action: string; told: Event[] } | null;
  everything?: true; // a replay with all cards open: nothing is hidden from the viewer
}

export interface BoardProps {
  seen: Seen;
  sayer: Sayer; // the game's words, the language, the names at the table
  choice: Choice; // the offered actions, the picked words, and the effect of a touch
  about?: Snippet<[number]>; // the holder of a seat, for boards that draw the `seats` themselves
  // `seen` a frame later, as the offer: for what stands beside the pieces, and names that are only heard.
  after?: Seen | undefined;
}

// The scene at the end. `told` is the whole story of the viewer; `done`: the scene has come to its end;
// `jump` shows the moment of a line of the story on the board, from line `since` on.
export interface EndProps extends BoardProps {
  done: () => void;
  told?: Told[];
  jump?: (n: number) => void;
  since?: number;
}

// How an event is shown, and for how long. `line`: on the piece, by the board itself; `chip`: also as a paper
// tag in the strip over the board; `full`: a scene over the whole stage, drawn by `Full`.
export type BeatSize = 'line' | 'chip' | 'full';
export interface Beat {
  ms: number;
  size?: BeatSize; // line if not said
  before?: true; // shown with the previous view: dice before their effect, drawn cards
  overlap?: true; // may run together with the beat before it
  gate?: true; // waits for a tap
  roll?: true; // dice: if they are the viewer's own, they wait for its touch before they are shown
  quiet?: true; // leaves no chip, though somebody else did it
  weight?: number; // of full beats: of several in one update only the heaviest fills the stage
  sound?: Sound;
}

// Heights in pixels at the three layouts: wide from 1024, tablet from 700, phone below.
export interface Heights {
  wide: number;
  tablet: number;
  phone: number;
}

export interface Families {
  type: string;
  of: Record<string, string>; // by value, in the order in which they are shown
  colours: Record<string, string>;
}

export interface Board {
  // Fills the box of the stage, whose size does not change between prompts; nothing scrolls in it.
  Board: Component<BoardProps>;
  // The front: the viewer's own things (hand, skills, dice), in a box of the fixed heights `front`. A board
  // that draws them on the stage itself has neither.
  Mine?: Component<BoardProps>;
  front?: Heights;
  // What lies under the story in a column that stays open on wide screens (the notebook of Shadow Hunters);
  // on other screens it is a sheet. Without it the story is a sheet everywhere.
  Beside?: Component<BoardProps>;
  // Whether an offered action can be done by touching the board or the front; the prompt then has no button
  // for it. `text` boards and games without this get buttons for everything.
  placed?: (action: string, seen: Seen) => boolean;
  // The scene of a full beat, over the dimmed stage: title, sentence, picture.
  Full?: Component<{ event: Event; seen: Seen; sayer: Sayer }>;
  // The scene at the end of the game, behind the common buttons (rematch, review, share).
  End?: Component<EndProps>;
  // What stands beside the game's name in the header: the turn, the round, the viewer's role.
  heading?: (seen: Seen, sayer: Sayer) => string;
  // The prompt's sentence for an action that waits for its second touch; the action's own sentence if null.
  asks?: (action: string, seen: Seen, sayer: Sayer) => string | null;
  // The prompt's sentence while something is in hand and its place is to be chosen; the usual one if null.
  holds?: (picked: string[], seen: Seen, sayer: Sayer) => string | null;
  // Words of a chip, at most seven; the event's sentence if not given.
  chip?: (event: Event, sayer: Sayer) => string;
  // The arithmetic of an event, for the story: "6 − 2 = 4". `items` are the lines of its turn; '' if there
  // is none.
  sum?: (items: Told[], item: Told) => string;
  // The viewer's secrets, drawn separately under the shield.
  Secret?: Component<BoardProps>;
  // Whether the board itself hides secrets while the shield is closed; the shield is then offered without a
  // Secret, too.
  covers?: (seen: Seen) => boolean;
  // The board shows all seats, so a wide screen has no separate list of them; the board then fits into a
  // given height.
  seats?: true;
  // The seat that did an event, where its arguments name something of the seat instead; 0 for nobody.
  actor?: (event: Event, view: Record<string, unknown>) => number;
  // The role of a seat, shown at the end of the game.
  was?: (seen: Seen, sayer: Sayer, seat: number) => string;
  // Of values that belong together, as characters to a side: the type of what they belong to and which one
  // each belongs to, from a view of everything. A review adds up what a seat believed by it.
  families?: (view: Record<string, unknown>, type: string) => Families | null;
  // The picture of one of the game's `things`, for the rules; fills the width it is given.
  Picture?: Component<{ type: string; value: string }>;
  beats: Record<string, Beat>;
}

export const USUAL_BEAT: Beat = { ms: 260 };
