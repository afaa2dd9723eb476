// Made by scripts/protocol from lanterne.json; change that and run it.

export const PROTOCOL = 1;

/** A text in every language of the page. */
export type Words = {
  en: string;
  fr: string;
};

/** The id of a game. */
export type Game = string;

/**
 * Ten random letters and digits: the code that people type and the end of the invitation link. Whoever knows
 * it may look at the table.
 */
export type TableId = string;

/** The public id of a person. It never changes and is no credential. */
export type PersonId = string;

export type Seat = number;

/** A seat, or 0 for the watcher. */
export type Viewer = number;

/** A seat, 0 for the watcher, or 9 for everything open. */
export type Eyes = number;

/** Milliseconds since 1970, by the server's clock. */
export type Time = number;

export type Name = string;

/** A bot, one of those the server lists in `games`. */
export type Level = string;

/** 32 bytes. */
export type Hex32 = string;

/** Why somebody is reported. */
export type Reason = "insult" | "spam" | "cheating" | "name" | "other";

/** Somebody who is blocked: the name they had then, when, and a reference to take it back with. */
export type Block = {
  ref: string;
  name: string;
  at: Time;
};

/**
 * What whoever runs the server has decided about a person: a warning, no talk until a time, or neither talk
 * nor seats at tables of others until a time. `say` says which, why and until when.
 */
export type Order = {
  what: "warn" | "mute" | "suspend";
  reason: Reason;
  at: Time;
  until?: Time;
  say: Words;
};

export type ErrorCode =
  | "bad-message"
  | "unknown-operation"
  | "too-old"
  | "no-session"
  | "not-found"
  | "forbidden"
  | "not-now"
  | "stale"
  | "refused"
  | "taken"
  | "wrong-password"
  | "too-fast"
  | "limit"
  | "storage"
  | "stopping";

/**
 * Why it was not done. Nothing has changed. `clause` is the rule behind a refusal, `option` the setting a
 * refused set-up is about, `about` the limit that was reached or the field that does not fit: for hosts and
 * programmers, not for players.
 */
export type Problem = {
  code: ErrorCode;
  say: Words;
  clause?: string;
  option?: string;
  about?: string;
};

/**
 * Games with a result, of which `won` were won, in which `by` had the `value`: `seats` (how many), `company`
 * (people, bots, both, alone), `with` (a name; only in one's own), or what the game says of a seat (side,
 * character, turn ...), a value of its type `type`. All games have the empty `by`. `low` and `high`: the
 * Wilson interval of 95 %.
 */
export type ProfileRow = {
  by: string;
  type: string;
  value: string;
  games: number;
  won: number;
  low: number;
  high: number;
};

/**
 * How well somebody plays a game: 400 points are odds of 10 to 1, and with 95 % chance the true number is at
 * most `margin` away.
 */
export type Rating = {
  points: number;
  margin: number;
};

export type ProfileGame = {
  game: Game;
  /** All, also those without a result or with several seats. */
  games: number;
  /** Wins in a row now; below 0: losses. */
  now: number;
  /** The longest row of wins. */
  best: number;
  /**
   * Means over the games of which there is a review: the chance at the start, the result, the result less
   * luck, and what one's own choices changed.
   */
  review?: {
    games: number;
    start: number;
    result: number;
    adjusted: number;
    own: number;
  };
  /**
   * Only with rated games: the rating now, from how many games, and what it was after each of the last 200.
   */
  rating?: {
    points: number;
    margin: number;
    games: number;
    steps: {
      points: number;
      margin: number;
      won: boolean;
    }[];
  };
  rows: ProfileRow[];
};

/** A day of UTC, as 2026-11-18. */
export type Date = string;

/** One person's game of a daily deal. `name` for those who agreed to that, `table` where it may be seen. */
export type DailyRow = {
  rank?: number;
  mine: boolean;
  name?: Name;
  table?: TableId;
  /** The game is over. */
  done: boolean;
  /** It counts: of an account from before the day, over before the day's end. */
  ranked: boolean;
  /** Whether the luck is taken away is decided; without `adjusted` it was not possible. */
  computed: boolean;
  late?: boolean;
  won?: boolean;
  score?: number;
  /** The result, 1 for a victory and 0 otherwise, less the luck of all draws. */
  adjusted?: number;
};

export type Daily = {
  date: Date;
  today: Date;
  /** The first day whose results are kept. */
  oldest: Date;
  game: Game;
  version: number;
  seats: number;
  seat: Seat;
  level?: Level;
  now: Time;
  ends: Time;
  /** SHA-256 of "lanterne-secret", the day's secret and the day's name, "daily-" and the date. */
  commitment: Hex32;
  /** Of a day that is over. */
  secret?: Hex32;
  /** Of a day that is over: the key of its dice by the present rules, to practise it. */
  dice?: Hex32;
  /** The day after today. */
  next: {
    date: Date;
    game: Game;
    commitment: Hex32;
  };
  /** One has an account. */
  account: boolean;
  /** The account was there before today, and may play today's deal. */
  counts: boolean;
  /** Of those who are done, the best first; today's only for those who are done themselves. */
  rows: DailyRow[];
  done: number;
  playing: number;
  mine?: DailyRow;
};

export type Profile = {
  name: Name;
  /** Behind which it is shown to everybody. */
  code?: string;
  games: number;
  of: ProfileGame[];
  /** Only in one's own: when each game ended. */
  times?: number[];
};

export type Person = {
  id: PersonId;
  name: Name;
  /** Only of an account. */
  login?: string;
  /** The address that notices go to. Sent only to the person it belongs to, as is everything here. */
  mail?: string;
  /**
   * With `mail`: whether it was confirmed with the code in the letter. Nothing else is sent to an address
   * that was not.
   */
  confirmed?: boolean;
  /** A letter with a code was sent there, and the code is still awaited. */
  letter?: boolean;
};

/**
 * One setting of a game. `choices` for a choice; `min`, `max` for a number; `max` is the length of a text.
 */
export type Option = {
  name: string;
  type: "choice" | "number" | "text";
  choices?: Word[];
  min?: number;
  max?: number;
  standard: string;
  /** Where a form has it: among the first, further down, or with the house rules. */
  group: "first" | "more" | "house";
  clause?: string;
  help: Words;
};

export type Word = {
  id: string;
  name: Words;
};

export type Bot = {
  level: Level;
  /** The level of difficulty in a word, for bots that are offered to people; absent for the others. */
  label?: Words;
  name: Words;
};

/** What changed a chance: dice and cards, the other seats' choices, one's own, or what nobody could know. */
export type Cause = "luck" | "others" | "own" | "unknown";

export type ReviewParts = {
  luck: number;
  others: number;
  own: number;
  unknown: number;
};

/**
 * A moment that counted, with its reason in words. `entry` is the number in the record's log, `move` the
 * number of moves up to there.
 */
export type ReviewMoment = {
  entry: number;
  move: number;
  cause: Cause;
  by: number;
  en: string;
  fr: string;
  clause?: string;
  /** What the event is about: seats, and named values of the game, such as the card that was drawn. */
  things: {
    type: string;
    value: string;
  }[];
};

/**
 * The seat's chance `before` a step, what its cause changed (`part`, with its standard error), and the rest
 * of the change (`unknown`).
 */
export type ReviewStep = {
  entry: number;
  move: number;
  cause: Cause;
  before: number;
  part: number;
  error: number;
  unknown: number;
};

/**
 * What the seat could do, with its `worth` by what the seat knew then. `action` null: none of the optional
 * ones.
 */
export type ReviewChoice = {
  action: string | null;
  en: string;
  fr: string;
  worth: number;
};

/**
 * A decision of the seat, judged by what it knew. `chosen` and `best` count `choices` from 0; `lost` is what
 * counts of `gain`. `verdict` says whether another choice was better by that, none was, or none was and
 * hidden things made the chosen one fail; the reason in words follows, with its clause.
 */
export type ReviewMark = {
  entry: number;
  move: number;
  chosen: number;
  best: number;
  gain: number;
  error: number;
  lost: number;
  verdict: "mistake" | "fine" | "unlucky";
  en: string;
  fr: string;
  clause?: string;
  choices: ReviewChoice[];
};

/**
 * What the seat could think of a hidden thing: a value of `type` in the field `field` of the view of `seat`,
 * at the place `at`. `shares` are hundredths by the value's id, from `entry` on.
 */
export type ReviewBelief = {
  field: string;
  type: string;
  seat: Seat;
  at: number[];
  en: string;
  fr: string;
  was: string | number | null;
  changes: {
    entry: number;
    move: number;
    shares: Record<string, number>;
  }[];
  /** The event that changed it most. */
  moved?: {
    entry: number;
    move: number;
    en: string;
    fr: string;
    clause?: string;
  };
};

/**
 * A finished game as one seat may look back on it; docs/review.md. Chances are 0 to 1; `points` are whole
 * points of 100 that add up.
 */
export type ReviewSeat = {
  seat: Seat;
  name: string;
  start: number;
  result: number;
  adjusted: number;
  parts: ReviewParts;
  points: {
    start: number;
    luck: number;
    others: number;
    own: number;
    unknown: number;
    result: number;
  };
  luck_error: number;
  others_error: number;
  lucky: ReviewMoment[];
  costly: ReviewMoment[];
  curve: ReviewStep[];
  marks: ReviewMark[];
  beliefs: ReviewBelief[];
};

/** `seats` has one entry, the seat that was asked for. */
export type Review = {
  game: Game;
  version: number;
  playouts: number;
  seats: ReviewSeat[];
};

/** The review, or while it is computed or waits for that the share `done` so far, in 1000: ask again. */
export type Reviewed = {
  done?: number;
  review?: Review;
};

export type GameSummary = {
  game: Game;
  version: number;
  /** A tag of the game's texts, for their address (GET /api/game). */
  texts: string;
  title: Words;
  pitch: Words;
  /** A paragraph for people who have never played. */
  intro: Words;
  seats_min: number;
  seats_max: number;
  cooperative: boolean;
  /** What each seat is at the start, where seats are not alike. */
  roles?: Words[];
  /** The game has reaction windows; absent where it has none. */
  windows?: boolean;
  /** The option that chooses between variants of the game; absent where there are none. */
  variant?: string;
  /**
   * With `variant`: for each of its choices the values that it gives to other options, where these are not
   * their standard. A value that is set counts whatever the variant.
   */
  presets?: Record<string, Record<string, string>>;
  options: Option[];
  bots: Bot[];
};

/** A named argument of a template; `type` names an entry of `types`. */
export type Arg = {
  name: string;
  type: string;
  /** Of an event: told to some seats only, null to the others. */
  secret?: boolean;
};

/** How an action reads on a button, or an event in the log. */
export type Template = {
  name: string;
  args: Arg[];
  say: Words;
  /** An event that is told to some seats only. */
  secret?: boolean;
  /**
   * Clauses by which seats are asked alike, so that nobody can tell who had a choice: an event of this kind
   * that cites one says nothing, and stories leave it out.
   */
  cover?: string[];
};

/** The values of an argument. Without `words` it is a number. */
export type Type = {
  name: string;
  words?: Word[];
};

/** What a value of a type is and does, shown when it is pointed at. */
export type Thing = {
  type: string;
  value: string;
  clause?: string;
  text: Words;
};

export type Clause = {
  id: string;
  text: Words;
};

/**
 * In seconds; 0 is no limit. `game`: for the whole game, with `increment` added for each move. `move`: for
 * one move (days, in slow play). `window`: for a reaction window, after which `pass` is the answer.
 */
export type ClockSetting = {
  game?: number;
  increment?: number;
  move?: number;
  window?: number;
  /**
   * Reaction windows last `window` seconds (1 to 600), whatever is answered: every answer is held to their
   * end, and nobody sees who has answered.
   */
  fixed?: boolean;
};

/**
 * What happens when a clock runs out: wait for ever, wait and send a notice, let a bot take the seat until
 * its person is back, or let the others vote.
 */
export type Absence = "wait" | "remind" | "bot" | "vote";

/** open: at once. late: `watch_delay` events behind, at least. none: nobody watches before the end. */
export type Watching = "open" | "late" | "none";

/** What a table is, apart from who sits at it. All but game and seats have a default. */
export type Settings = {
  game: Game;
  seats: number;
  /** Option name to value, both as text. */
  options?: Record<string, string>;
  name?: Name;
  /** In the public list; else by link only. */
  listed?: boolean;
  clock?: ClockSetting;
  absence?: Absence;
  watching?: Watching;
  /** Seats may ask a bot; everybody is told that they may. */
  hints?: boolean;
  undo?: boolean;
  /** False forbids memory aids: views leave the deduction notebook out. */
  notebook?: boolean;
  /** Dice to which every person adds bytes, verifiable afterwards. */
  fair?: boolean;
  /**
   * The game counts for the ratings of its people: one person at each seat, no bots, no hints; it starts when
   * all but the host are `ready`.
   */
  rated?: boolean;
};

export type SeatInfo = {
  seat: Seat;
  kind: "empty" | "person" | "bot";
  /** Of the person or the bot. */
  name?: string;
  person?: PersonId;
  level?: Level;
  you?: boolean;
  /** A person with an open connection to this table. */
  present?: boolean;
  /** A bot plays for the person until they are back. */
  standin?: boolean;
  muted?: boolean;
  left?: boolean;
  /** The person is ready to begin; absent when not. */
  ready?: boolean;
  /** The person is the host. */
  host?: boolean;
  /**
   * Reaction windows are answered `pass` without asking; the older form of `standing`. Sent only to the
   * person of the seat.
   */
  passes?: boolean;
  /** The standing answer to reaction windows; absent for `ask`. Sent only to the person of the seat. */
  standing?: "pass" | "react";
  /**
   * The answer that is held to the end of the present window of fixed length. Sent only to the person of the
   * seat.
   */
  held?: string;
  /**
   * In a rated game, from its start: what was known of the person before it and, when it is over and counted,
   * after it. Sent only to the person of the seat.
   */
  rating?: {
    before: Rating;
    after?: Rating;
  };
};

/**
 * Where the exchange of bytes stands. `commitment` is the server's H(secret, table id); `seats` those whose
 * hash is still missing, or, in the second round, whose bytes are.
 */
export type DiceInfo = {
  /** How often a secret was drawn. */
  round: number;
  commitment: Hex32;
  /** Of an exchange: the hash of game, version, seats and options, as the record will have it. */
  rules?: Hex32;
  stage: "commit" | "reveal" | "done";
  waiting: Seat[];
  /** Per seat: the hash its client sent, null when it has none. */
  commitments?: (string | null)[];
};

export type TableInfo = {
  table: TableId;
  state: "seating" | "dice" | "playing" | "over" | "closed";
  settings: Settings;
  /** Of the rules. */
  version: number;
  /** Sitting down and watching ask for a password. */
  locked: boolean;
  /** You are the host. */
  host: boolean;
  /**
   * The host has been away for a minute: a person with a seat may take over by `host`. Absent otherwise; the
   * table is told when it begins and ends.
   */
  host_away?: boolean;
  seats: SeatInfo[];
  watchers: number;
  created: Time;
  dice?: DiceInfo;
  vote?: Vote;
  /** The last vote ended because the seat `by` refused; until the next one. */
  refused?: {
    what: "end" | "bot";
    seat?: Seat;
    by: Seat;
  };
  /** Only to the host: persons who were removed, and may be let in again. */
  removed?: {
    person: PersonId;
    name: string;
  }[];
  /** Only to the host: words that are replaced by stars; absent for none. */
  words?: string[];
  /**
   * Only to the host: persons who watch, through this node. Who comes and goes is told as a number alone; ask
   * `info` for the names.
   */
  watching?: {
    person: PersonId;
    name: string;
    muted: boolean;
  }[];
  rematch?: TableId;
  /** The finished game that this one plays on from. */
  parent?: TableId;
  /** True when the game was begun on a device: nobody can say how its dice fell until then. */
  brought?: boolean;
  /**
   * Why the game of a rated table does not count. left: somebody left, gave the seat away, or a bot has
   * played for somebody. ended: resigned or agreed. other: its dice prove nothing, as on a server for tests.
   */
  unrated?: "left" | "ended" | "other";
  /**
   * The game is one of a daily deal: its date, and whether that day is not over, so that nobody sees its
   * replay, record or review.
   */
  daily?: {
    date: Date;
    sealed: boolean;
  };
  verifiable: boolean;
};

/** An open question to the people at the table. */
export type Vote = {
  what: "end" | "bot";
  /** bot: who would be replaced. */
  seat?: Seat;
  yes: Seat[];
  needed: Seat[];
};

/** A row of the lobby. */
export type TableSummary = {
  table: TableId;
  game: Game;
  name: string;
  state: "seating" | "dice" | "playing" | "over" | "closed";
  seats: number;
  free: number;
  people: string[];
  bots: number;
  locked: boolean;
  slow: boolean;
  watching: Watching;
  created: Time;
  /** Options of the game that were set; long texts are left out. */
  options?: Record<string, string>;
  /** Where there is one. */
  clock?: ClockSetting;
  /** As in the settings; absent when not. */
  rated?: boolean;
  /** Only in `me`: the seats one holds. */
  mine?: Seat[];
  /** Only in `me`: the game waits for one of them. */
  waiting?: boolean;
};

/**
 * An event: its name, the clause it applies, and its arguments by name (ids, seats as 1..8, null for what
 * this viewer may not know). The game's `events` have the template that says it.
 */
export type Event = {
  event: string;
  clause: string;
  [more: string]: string | number | null;
};

/**
 * One thing that a viewer was told, numbered for this viewer alone. Besides `n` and `time` it has one of:
 * `event`; `do`, the seat's own action, in notation; `undone`, a range of this viewer's numbers that no
 * longer holds; or a notice of the table in `table`, about `seat`, with a name or level in `text`.
 */
export type Told = {
  n: number;
  time: Time;
  event?: Event;
  do?: string;
  /** The clock made it. */
  timed?: boolean;
  undone?: number[];
  table?: string;
  seat?: number;
  text?: string;
};

/** What everybody sees of whose turn it is. */
export type Turn = {
  /** The game waits for these. */
  must: Seat[];
  active: number | null;
  /** A reaction window: a seat whose time runs out answers `pass`. */
  window: boolean;
};

/**
 * What this seat may do. The first `musts` actions answer decision number `decision`; the others may be
 * played besides and name no decision.
 */
export type Ask = {
  decision: number | null;
  musts: number;
  /** In notation. */
  actions: string[];
  /** The last action may be taken back now. */
  undo: boolean;
  /**
   * Those of the actions that break a secret or cannot be taken back, each with what it would show or end.
   * Ask the person first.
   */
  warns?: Record<string, Words>;
};

/**
 * Milliseconds left for each seat at `at`: of its time for the game and for its present move, null where
 * there is no limit. The clocks of the seats in `turn.must` run, unless `paused`.
 */
export type Clocks = {
  at: Time;
  game: (number | null)[];
  move: (number | null)[];
  paused: boolean;
};

export type Result = {
  winners: Seat[];
  scores: number[];
  clause?: string;
  /** played: to the end. resigned: somebody left a game of two. agreed: all ended it without a result. */
  how: "played" | "resigned" | "agreed" | "closed";
};

/**
 * Values within fields of the view that changed: each is the path to the value, of keys and indices from 0,
 * and behind it the new value. Only where `hello` asked for them.
 */
export type Parts = unknown[][];

/**
 * How things stood for this viewer when it had been told item `n`: the top-level fields of the view that
 * changed since the step before, and whose turn it was.
 */
export type Step = {
  n: number;
  view: Record<string, unknown>;
  parts?: Parts;
  active: number | null;
};

/**
 * What a viewer learns: what it was told since, and how things stand after it. `view` holds only the
 * top-level fields that changed unless `full` is true.
 */
export type Update = {
  /**
   * The number of the last thing this viewer has now been told; 0 for nothing yet. Give it as `since` on
   * coming back.
   */
  to: number;
  /** Replaces everything received before: `view` is complete and `told` begins at 1. */
  full: boolean;
  told: Told[];
  /**
   * The positions between, for showing one event after the other: where several moves are told at once, one
   * for each that changed what this viewer sees, but the last. Only in pushes.
   */
  steps?: Step[];
  /** As the game writes it. */
  view: Record<string, unknown>;
  parts?: Parts;
  turn: Turn;
  ask: Ask | null;
  /** What this viewer is to do now, or whom the table waits for. */
  prompt?: Words;
  clock?: Clocks;
  /** Hash over everything this viewer was told, in order. Sent with `full`. */
  chain?: string;
  result?: Result;
};

/** An action in notation, of the seat through whose eyes one looks: could it have been done then? */
export type Asked = string;

/**
 * A moment of a finished game. Through a seat's eyes `update.ask` is what it could do then, and `why` the
 * reason if the rules refuse the `action` it is asked about. With everything open `update.told` has every
 * action with its seat and every event with nothing hidden, `update.view` is the watcher's, and `views` has
 * the view of each seat in order.
 */
export type Replayed = {
  moves: number;
  move: number;
  update: Update;
  views?: Record<string, unknown>[];
  why?: Problem;
};

/**
 * players: those at the table. watchers: those who look on. out: seats that are out of the game, apart so
 * that they cannot tell; whoever is out reads players too but cannot write there.
 */
export type Room = "players" | "watchers" | "out";

export type ChatLine = {
  number: number;
  room: Room;
  seat: Viewer;
  name: string;
  text: string;
  at: Time;
};

export type Session = {
  session: string;
  agent: string;
  /** When it began. */
  seen: Time;
  this: boolean;
};

/** Bytes in base64url without padding. */
export type Base64 = string;

export type Passkey = {
  /** The id of its credential. */
  passkey: Base64;
  name: Name;
  /** The name of the server to which it belongs: browsers offer it there alone. */
  site: string;
  since: Time;
  /** When it last signed in; absent before. */
  used?: Time;
};

/**
 * What a device is told: `turn`, one is asked at a slow table or one's time is up; `invite`, somebody opens
 * another game with one's seat; `wait`, the table is full or the game has begun without one.
 */
export type PushKind = "turn" | "invite" | "wait";

/** Minutes of the device's day between which it is not disturbed; what comes then is sent at the end. */
export type PushQuiet = {
  from: number;
  to: number;
};

/**
 * From this time on the device's clock is so many minutes ahead of UTC; in order, the first also counts
 * before.
 */
export type PushShift = {
  at: Time;
  minutes: number;
};

export type PushDevice = {
  session: string;
  agent: string;
  since: Time;
  this: boolean;
  /** Of this device alone. */
  endpoint?: string;
  lang: "en" | "fr";
  kinds: PushKind[];
  quiet?: PushQuiet;
  shifts: PushShift[];
};

/** Made by the client, different for every move of a seat; sending it again is safe. */
export type MoveId = string;

export type Done = {};

/** Every operation: what is asked and what is answered. */
export interface Operations {
  /** First message of a connection. Tells a client that is too old. */
  "hello": {
    params: {
      protocol: number;
      client?: string;
      /** Updates pushed on this connection may have `parts`. */
      parts?: boolean;
    };
    result: {
      protocol: number;
      server: string;
      time: Time;
      person: Person;
      /** What stands against the person; absent for nothing. */
      order?: Order[];
    };
  };
  /** The games, their options and their bots. */
  "games": {
    params: {};
    result: {
      games: GameSummary[];
    };
  };
  /**
   * All words of one game: templates of actions and events, types with their names, the introduction, clauses
   * and things. The last three read as they apply with `seats` and `options`, those of a table's settings;
   * without them, with the defaults. They never change while `version`, `seats` and `options` stay, so keep
   * them.
   */
  "game": {
    params: {
      game: Game;
      version?: number;
      seats?: number;
      /** Option name to value, both as text. */
      options?: Record<string, string>;
    };
    result: {
      game: Game;
      version: number;
      types: Type[];
      actions: Template[];
      events: Template[];
      intro: Words;
      clauses: Clause[];
      things: Thing[];
      /**
       * Other names for the same things in one language, `lang`, such as those of its rulebook: what stands
       * in the texts, and what a person who prefers this edition reads instead (core/edition.h). Absent where
       * there are none.
       */
      edition?: {
        lang: "en" | "fr";
        spellings: string[][];
      };
    };
  };
  /** Who one is and the tables where one sits or sat, newest first. */
  "me": {
    params: {};
    result: {
      person: Person;
      tables: TableSummary[];
      /** How many did not fit (`lobby_bytes`). */
      more?: number;
    };
  };
  /** Another name, from now on. */
  "rename": {
    params: {
      name: Name;
    };
    result: {
      person: Person;
    };
  };
  /**
   * Makes the guest one is into an account that can be used on several devices. By HTTP only: the session
   * gets a new token, with its cookie, and the old one ends; so do its connections.
   */
  "signup": {
    params: {
      login: string;
      password: string;
      mail?: string;
    };
    result: {
      person: Person;
    };
  };
  /**
   * By HTTP only, since it sets the cookie. The session that this device had before ends. If it was a
   * guest's, the guest's tables are the account's from now on: seats, and what they host.
   */
  "login": {
    params: {
      login: string;
      password: string;
    };
    result: {
      person: Person;
      /** How many tables of the guest came along; absent without a guest. */
      tables?: number;
    };
  };
  /**
   * A letter with a code for a new password, to the confirmed address of the account. The answer is the same
   * whether there is such an account or not. By HTTP only, without a session.
   */
  "reset-ask": {
    params: {
      login: string;
    };
    result: Done;
  };
  /**
   * A new password with the code from that letter; all sessions end, and this device is signed in as by
   * `login`, with the tables of its guest. By HTTP only, since it sets the cookie.
   */
  "reset": {
    params: {
      login: string;
      code: string;
      password: string;
    };
    result: {
      person: Person;
      /** How many tables of the guest came along; absent without a guest. */
      tables?: number;
    };
  };
  /** Ends this session. By HTTP it clears the cookie. */
  "logout": {
    params: Done;
    result: Done;
  };
  /**
   * A new password; all sessions end, and this one goes on under a new token. By HTTP only, since it sets the
   * cookie.
   */
  "password": {
    params: {
      old: string;
      new: string;
    };
    result: {
      person: Person;
    };
  };
  /**
   * The address to which notices of slow tables go, "" for none. Needs an account, and for another address
   * than the present one the account's password. A letter with a code is sent there; the same address once
   * more sends another.
   */
  "mail": {
    params: {
      mail: string;
      password?: string;
    };
    result: {
      person: Person;
    };
  };
  /** The code from that letter: notices go to the address from now on. */
  "mail-confirm": {
    params: {
      code: string;
    };
    result: {
      person: Person;
    };
  };
  /**
   * The passkeys of one's account. Those that were added under an earlier password have ended, and are not
   * listed.
   */
  "passkeys": {
    params: Done;
    result: {
      passkeys: Passkey[];
    };
  };
  /**
   * Asks for a challenge to add a passkey, with the account's password. `site` is the relying party id,
   * `user` the account's id for authenticators, `known` the credentials that it has already. Refused
   * (`not-now`) for a page that was opened by an address instead of a name. By HTTP only, with the header
   * Origin.
   */
  "passkey-new": {
    params: {
      password: string;
    };
    result: {
      challenge: Base64;
      site: string;
      user: Base64;
      known: Base64[];
    };
  };
  /**
   * The new credential: `client` is the browser's clientDataJSON, `attestation` its attestationObject. The
   * authenticator must have verified its user. By HTTP only, in the session that asked for the challenge.
   */
  "passkey-add": {
    params: {
      name: Name;
      client: Base64;
      attestation: Base64;
    };
    result: Done;
  };
  /** Another name for a passkey of one's own. */
  "passkey-rename": {
    params: {
      passkey: Base64;
      name: Name;
    };
    result: Done;
  };
  /** Removes a passkey of one's own: it signs nobody in any more. */
  "passkey-remove": {
    params: {
      passkey: Base64;
    };
    result: Done;
  };
  /**
   * Asks for a challenge to sign in with a passkey, without a login. It belongs to this session, is good for
   * five minutes and once. By HTTP only, with the header Origin.
   */
  "passkey-ask": {
    params: Done;
    result: {
      challenge: Base64;
      site: string;
    };
  };
  /**
   * Signs in with what the authenticator answered: the credential's id, clientDataJSON, authenticatorData,
   * signature and userHandle. Otherwise as `login`, with the tables of the guest. By HTTP only, in the
   * session that asked for the challenge, which ends.
   */
  "passkey-login": {
    params: {
      credential: Base64;
      client: Base64;
      data: Base64;
      signature: Base64;
      user: Base64;
    };
    result: {
      person: Person;
      /** How many tables of the guest came along; absent without a guest. */
      tables?: number;
    };
  };
  /** Where one is signed in. */
  "sessions": {
    params: Done;
    result: {
      sessions: Session[];
    };
  };
  /**
   * Ends one of them. Of its own session a connection is answered and then closed, as by `logout` and
   * `forget`.
   */
  "session-end": {
    params: {
      session: string;
    };
    result: Done;
  };
  /**
   * What became of one's finished games; with `code` the profile that somebody shows behind that code.
   * Brought games and those played on from a position are not counted.
   */
  "profile": {
    params: {
      code?: string;
    };
    result: {
      profile: Profile;
    };
  };
  /**
   * Shows one's profile to everybody who has the code, or no longer. Of an account. Shown again it has
   * another code.
   */
  "profile-show": {
    params: {
      on: boolean;
    };
    result: {
      code?: string;
    };
  };
  /**
   * The deal of a day, of today without `date`: what is played, how people did, and for a day that is over
   * its secret.
   */
  "daily": {
    params: {
      date?: Date;
    };
    result: {
      daily: Daily;
    };
  };
  /**
   * Begins one's game of today's deal, or answers with the one that was begun. Of an account. `named`: the
   * ranking may show one's name.
   */
  "daily-start": {
    params: {
      named: boolean;
    };
    result: {
      table: TableInfo;
    };
  };
  /**
   * Devices of one's own that get notices by Web Push, and the server's public key for the browser's
   * subscription. Refused (`not-now`) by a server that sends none.
   */
  "push-devices": {
    params: Done;
    result: {
      key: string;
      devices: PushDevice[];
    };
  };
  /**
   * Notices to this device, or other settings for it. The first three fields are the browser's subscription;
   * the device belongs to the session, and ends with it. By HTTP only.
   */
  "push-on": {
    params: {
      endpoint: string;
      p256dh: string;
      auth: string;
      lang: "en" | "fr";
      kinds: PushKind[];
      quiet?: PushQuiet;
      shifts?: PushShift[];
    };
    result: Done;
  };
  /** No more notices to a device; without `session` to this one. */
  "push-off": {
    params: {
      session?: string;
    };
    result: Done;
  };
  /** Sends a notice to this device at once, whatever its kinds and quiet hours are. */
  "push-test": {
    params: Done;
    result: Done;
  };
  /**
   * Everything stored about oneself, with the lines one said at tables; games themselves are had with
   * `record`. docs/privacy.md lists it.
   */
  "export": {
    params: Done;
    result: {
      data: Record<string, unknown>;
    };
  };
  /**
   * Deletes oneself: account, address, sessions, notes, one's list of tables, and the tables at which nobody
   * else sits. Games of others keep the name one had there and what one said (docs/privacy.md). Of an account
   * with its password.
   */
  "forget": {
    params: {
      password?: string;
    };
    result: Done;
  };
  /** The public tables, those with seats to take first. */
  "tables": {
    params: {
      game?: Game;
      state?: "seating" | "playing";
    };
    result: {
      tables: TableSummary[];
      /** How many did not fit (`lobby_bytes`). */
      more?: number;
    };
  };
  /** WebSocket only: `lobby` pushes from now on, or no more. */
  "lobby": {
    params: {
      on: boolean;
    };
    result: {
      tables: TableSummary[];
      /** How many did not fit (`lobby_bytes`). */
      more?: number;
    };
  };
  /**
   * Only under --test-hooks: `stepped` lets bots and standing answers answer by the clock of `test-step`,
   * `slow` lets bots think until their answer is no longer wanted. Answers how many think, and how many
   * questions there were.
   */
  "test-bots": {
    params: {
      stepped: boolean;
      slow: boolean;
    };
    result: {
      thinking: number;
      asked: number;
    };
  };
  /** Only under --test-hooks: breaks a contract, which ends the server. */
  "test-break": {
    params: {
      table: string;
    };
    result: Done;
  };
  /**
   * Only under --test-hooks: `held` keeps back the pictures of tables that are drawn, until it is taken back.
   * Answers how many are being drawn or kept back.
   */
  "test-pictures": {
    params: {
      held: boolean;
    };
    result: {
      waiting: number;
    };
  };
  /** Only under --test-hooks: the clock goes on. */
  "test-step": {
    params: {
      ms: number;
    };
    result: Done;
  };
  /** A new table. Without `plan` one sits at seat 1 and the other seats are empty. */
  "create": {
    params: {
      settings: Settings;
      password?: string;
      /** Per seat: me (several times in pass-and-play), empty, or a bot's level. */
      plan?: string[];
      /** Per seat: what somebody at one's own device is called there; "" for one's own name. */
      names?: string[];
      /** At once; every seat must be taken. */
      start?: boolean;
    };
    result: {
      table: TableInfo;
    };
  };
  /** A table without opening it. */
  "info": {
    params: {
      table: TableId;
    };
    result: {
      table: TableInfo;
    };
  };
  /** Takes an empty seat; also one's own back from a stand-in. */
  "sit": {
    params: {
      table: TableId;
      seat: Seat;
      /** What the seat is called; one's own name without it. */
      name?: Name;
      password?: string;
    };
    result: {
      table: TableInfo;
    };
  };
  /**
   * The host changes the settings before the start; the game stays. Seats that go must be free or a bot's.
   * Nobody is ready any more.
   */
  "settings": {
    params: {
      table: TableId;
      settings: Settings;
    };
    result: {
      table: TableInfo;
    };
  };
  /** The host lets two seats change places before the start, with whoever sits there. */
  "swap": {
    params: {
      table: TableId;
      seat: Seat;
      with: Seat;
    };
    result: {
      table: TableInfo;
    };
  };
  /** One is ready to begin, or no longer, with all one's seats. The host may start without it. */
  "ready": {
    params: {
      table: TableId;
      on: boolean;
    };
    result: {
      table: TableInfo;
    };
  };
  /** What one of one's own seats is called from now on, before or during the game. */
  "name": {
    params: {
      table: TableId;
      seat: Seat;
      name: Name;
    };
    result: {
      table: TableInfo;
    };
  };
  /**
   * The host hands the table over to somebody with a seat; somebody with a seat takes it over, without
   * `person`, from a host who has been away for a minute.
   */
  "host": {
    params: {
      table: TableId;
      person?: PersonId;
    };
    result: {
      table: TableInfo;
    };
  };
  /** Leaves a seat before the start; the host may empty any seat. */
  "stand": {
    params: {
      table: TableId;
      seat: Seat;
    };
    result: {
      table: TableInfo;
    };
  };
  /** The host seats a bot before the start, or one's own seat is given to a stand-in during the game. */
  "bot": {
    params: {
      table: TableId;
      seat: Seat;
      level: Level;
    };
    result: {
      table: TableInfo;
    };
  };
  /** A secret by which somebody else may take over one's seat, once. */
  "offer": {
    params: {
      table: TableId;
      seat: Seat;
    };
    result: {
      secret: string;
    };
  };
  /** Takes over the seat that was offered. */
  "claim": {
    params: {
      table: TableId;
      secret: string;
    };
    result: {
      table: TableInfo;
      seat: Seat;
    };
  };
  /** The host starts; every seat must be taken. With fair dice the exchange of bytes begins. */
  "start": {
    params: {
      table: TableId;
    };
    result: {
      table: TableInfo;
    };
  };
  /** Fair dice, first round: the hash of the 32 bytes that this client made for its seats, SHA-256. */
  "dice-commit": {
    params: {
      table: TableId;
      round: number;
      hash: Hex32;
    };
    result: Done;
  };
  /** Second round, when all hashes are in: the bytes themselves. */
  "dice-reveal": {
    params: {
      table: TableId;
      round: number;
      bytes: Hex32;
    };
    result: Done;
  };
  /**
   * A new table with the same people, bots and settings; the old one tells everybody where it is. Repeating
   * it gives the same table.
   */
  "rematch": {
    params: {
      table: TableId;
    };
    result: {
      table: TableInfo;
    };
  };
  /** The host ends a table before the game starts. */
  "close": {
    params: {
      table: TableId;
    };
    result: Done;
  };
  /**
   * Looks at a table as one of one's own seats or as a watcher. On a WebSocket pushes follow, for this viewer
   * only. `since` is the last number one has: the rest comes, or everything with `full`.
   */
  "open": {
    params: {
      table: TableId;
      seat: Viewer;
      since?: number;
      password?: string;
    };
    result: {
      table: TableInfo;
      seat: Viewer;
      /** Absent before the game has begun. */
      update?: Update;
    };
  };
  /** No more pushes of that viewer; the curtain of pass-and-play. */
  "shut": {
    params: {
      table: TableId;
      seat: Viewer;
    };
    result: Done;
  };
  /**
   * An action, in the notation it was offered in or in another that the game knows, which may stand for
   * several: these are played one after the other until one is no longer possible, and `played` says how many
   * were. `decision` as in Ask for one of the musts, absent for the others. The answer comes when the move is
   * on disk.
   */
  "move": {
    params: {
      table: TableId;
      seat: Seat;
      move: MoveId;
      decision?: number;
      action: string;
    };
    result: {
      /** Only when more than one. */
      played?: number;
      /**
       * The answer is carried out at the end of the window of fixed length; until then another move changes
       * it.
       */
      held?: boolean;
    };
  };
  /**
   * What an action would do, from this seat's knowledge alone; it changes nothing and shows nothing that the
   * seat does not know. `end` is `settled` (everything is as it would be), `chance` (dice or a deck would act
   * next: everything is as it would be just before) or `hidden` (it depends on something this seat does not
   * know: `told` is what is told in any case, and there is no view).
   */
  "preview": {
    params: {
      table: TableId;
      seat: Seat;
      action: string;
    };
    result: {
      end: "settled" | "chance" | "hidden";
      told: Event[];
      /** The fields of the view that would change. */
      view?: Record<string, unknown>;
      turn?: Turn;
    };
  };
  /**
   * Whether an action would be accepted now, and if not, why. `warning` when it can only harm who does it, as
   * far as they know. Changes nothing.
   */
  "why": {
    params: {
      table: TableId;
      seat: Seat;
      action: string;
    };
    result: {
      accepted: boolean;
      why?: Problem;
      warning?: Words;
    };
  };
  /**
   * The board as a terminal shows it, for clients that draw nothing themselves: lines of text no wider than
   * `width`, if possible no more than `height` of them (0: any number). The character U+0001 and the one
   * after it are a mark: A plain, B strong, C muted, D lantern, E danger, F heal, G info, H secret, I to P
   * the seats. With `part` only that part of the table, told in words: `doors`, `room J`; the text is empty
   * where the game has no such part, and an empty `part` lists those that it has. `to` is the number of the
   * last thing this viewer had been told.
   */
  "draw": {
    params: {
      table: TableId;
      seat: Viewer;
      lang: "en" | "fr";
      style: "unicode" | "ascii" | "plain";
      width: number;
      height?: number;
      part?: string;
      /** `rulebook`: with the names of the game's `edition`. */
      names?: "printed" | "rulebook";
      password?: string;
    };
    result: {
      to: number;
      text: string;
    };
  };
  /** Takes back one's last action where that shows nothing. */
  "undo": {
    params: {
      table: TableId;
      seat: Seat;
      move: MoveId;
    };
    result: Done;
  };
  /** What a bot would do with the same knowledge. Only where the table allows it. */
  "hint": {
    params: {
      table: TableId;
      seat: Seat;
    };
    result: {
      action: string;
      reason?: Words;
    };
  };
  /**
   * How to answer reaction windows without being asked, at moments like a bot's: `pass` lets all go by,
   * `react` gives the first answer that is not `pass` where there is one and passes elsewhere; `ask` asks
   * again, also where there is one answer only. The others are not told.
   */
  "standing": {
    params: {
      table: TableId;
      seat: Seat;
      answer: "ask" | "pass" | "react";
    };
    result: Done;
  };
  /** Leaves a running game for good: a game of two is resigned, elsewhere a bot takes the seat. */
  "leave": {
    params: {
      table: TableId;
      seat: Seat;
    };
    result: Done;
  };
  /**
   * end: the game ends without a result when all agree. bot: a bot takes an absent person's seat when all
   * others agree. `yes` false takes one's voice back; of somebody who had not agreed it refuses, which ends
   * the vote for everybody (`refused` in the table's info).
   */
  "vote": {
    params: {
      table: TableId;
      what: "end" | "bot";
      seat?: Seat;
      yes: boolean;
    };
    result: Done;
  };
  /** One's private notes at a seat. */
  "notes": {
    params: {
      table: TableId;
      seat: Seat;
    };
    result: {
      text: string;
    };
  };
  /** Replaces them. */
  "note": {
    params: {
      table: TableId;
      seat: Seat;
      text: string;
    };
    result: Done;
  };
  /**
   * Says something. The seat must be one's own, or 0 for who watches. Without `room` it goes where this
   * viewer may speak now: `players`, `watchers`, or `out` for a seat that is out of the game.
   */
  "chat": {
    params: {
      table: TableId;
      seat: Viewer;
      room?: Room;
      text: string;
      password?: string;
    };
    result: Done;
  };
  /** What was said, as far as this viewer may read it, after the time `since`. */
  "chats": {
    params: {
      table: TableId;
      seat: Viewer;
      since?: Time;
      password?: string;
    };
    result: {
      lines: ChatLine[];
    };
  };
  /** A quick reaction, kept nowhere. */
  "react": {
    params: {
      table: TableId;
      seat: Viewer;
      reaction: "laugh" | "wow" | "think" | "hurry" | "well-played" | "thanks" | "sorry" | "boo";
      password?: string;
    };
    result: Done;
  };
  /**
   * Somebody's lines and reactions are not sent to oneself any more, at any table; they cause no notices, and
   * take no seat where one is the host. Whom: the holder of the seat `whom`, or who said the line `line` of
   * `room`. The game itself shows everything as before, and the other is told nothing.
   */
  "block": {
    params: {
      table: TableId;
      seat: Viewer;
      whom?: Seat;
      room?: Room;
      line?: number;
      password?: string;
    };
    result: Done;
  };
  /** Whom one has blocked. */
  "blocks": {
    params: Done;
    result: {
      blocks: Block[];
    };
  };
  /** Takes a block back. */
  "unblock": {
    params: {
      ref: string;
    };
    result: Done;
  };
  /**
   * Reports somebody to whoever runs the server; whom, as with `block`. The server adds the last lines of
   * chat that this viewer may read. The answer says that it was received and nothing else; a second report
   * about the same person at this table changes nothing while the first is open.
   */
  "report": {
    params: {
      table: TableId;
      seat: Viewer;
      whom?: Seat;
      room?: Room;
      line?: number;
      reason: Reason;
      text?: string;
      password?: string;
    };
    result: Done;
  };
  /**
   * The host: words that are replaced by stars in what is said from now on, and that names at the table may
   * not have. Without regard to case and accents, whole words. An empty list ends it.
   */
  "words": {
    params: {
      table: TableId;
      words: string[];
    };
    result: {
      table: TableInfo;
    };
  };
  /** The warning of `hello` or of the push `order` was read; it is not shown again. */
  "order-seen": {
    params: Done;
    result: Done;
  };
  /** The host: a person's chat is heard no more, or again. */
  "mute": {
    params: {
      table: TableId;
      person: PersonId;
      on: boolean;
    };
    result: Done;
  };
  /**
   * The host: a person leaves the table and does not come back, unless it is taken back with `on` false; the
   * seat stays free or the bot's. During a game a bot takes the seat.
   */
  "remove": {
    params: {
      table: TableId;
      person: PersonId;
      on?: boolean;
    };
    result: Done;
  };
  /** The record: of a finished game whole, before that only what one's own seat was told. */
  "record": {
    params: {
      table: TableId;
      seat?: Viewer;
      password?: string;
    };
    result: {
      record: Record<string, unknown>;
    };
  };
  /** A finished game after `move` moves of people and bots, as a viewer saw it, or with everything open. */
  "replay": {
    params: {
      table: TableId;
      seat: Eyes;
      move: number;
      action?: Asked;
      password?: string;
    };
    result: Replayed;
  };
  /**
   * The same for a record of a whole game that one brings along, as the text of its file: it is checked from
   * beginning to end, shown, and not kept. By HTTP only.
   */
  "replay-record": {
    params: {
      record: string;
      seat: Eyes;
      move: number;
      action?: Asked;
    };
    result: Replayed;
  };
  /**
   * What a finished game owed to luck, to the others, to the seat's own play and to what nobody could know
   * (docs/review.md), for whoever may see the replay. It is computed once, in a queue of its own, and kept
   * with the table; until then the answer is `done`. `leave` gives up what the asker has begun. By HTTP only.
   */
  "review": {
    params: {
      table: TableId;
      seat: Seat;
      leave?: boolean;
      password?: string;
    };
    result: Reviewed;
  };
  /**
   * The same for a record of a whole game that one brings along, as the text of its file, one at a time;
   * nothing of it is kept. The answer comes when the review is there; closing the connection leaves it.
   * Without `record`: how far the asker's is. By HTTP only.
   */
  "review-record": {
    params: {
      record?: string;
      seat?: Seat;
    };
    result: Reviewed;
  };
  /**
   * Whether the dice of a record are what its published secret and the players' bytes give, as `lanterne
   * verify` says it. By HTTP only; nothing is kept.
   */
  "verify-record": {
    params: {
      record: string;
    };
    result: {
      good: boolean;
      say: Words;
    };
  };
  /**
   * A game that was begun on a device goes on at a new table of this server: `record` is the text of its
   * save. The seats of its persons are the asker's. By HTTP.
   */
  "bring": {
    params: {
      record: string;
      hints?: boolean;
      undo?: boolean;
      notebook?: boolean;
    };
    result: {
      table: TableInfo;
    };
  };
  /** A new table that plays on from a position of a finished game. */
  "branch": {
    params: {
      table: TableId;
      move: number;
      plan?: string[];
      password?: string;
    };
    result: {
      table: TableInfo;
    };
  };
}

/** What the server says by itself, by its `push`. */
export interface Pushes {
  /** A viewer learns something. */
  "update": {
    push: "update";
    table: TableId;
    seat: Viewer;
    update: Update;
  };
  /** Seats, settings, state, dice or votes changed. */
  "table": {
    push: "table";
    table: TableInfo;
  };
  /** Somebody came or went. */
  "presence": {
    push: "presence";
    table: TableId;
    seat: Viewer;
    present: boolean;
    watchers: number;
  };
  /** Somebody said something. */
  "chat": {
    push: "chat";
    table: TableId;
    line: ChatLine;
  };
  /** A quick reaction. */
  "reaction": {
    push: "reaction";
    table: TableId;
    seat: Viewer;
    name: string;
    reaction: string;
  };
  /** Rows of the public list that changed, and tables no longer in it. */
  "lobby": {
    push: "lobby";
    tables: TableSummary[];
    gone: TableId[];
  };
  /**
   * No more pushes of this viewer: one no longer holds the seat, was removed, may not watch while the game
   * runs, or the table went away. Open it again to see what is left to see.
   */
  "shut": {
    push: "shut";
    table: TableId;
    seat: Viewer;
  };
  /** Whoever runs the server has decided something about the person. */
  "order": {
    push: "order";
    order: Order;
  };
  /** From the server: that it stops, or that a table of one's own waits and one's time there is up. */
  "notice": {
    push: "notice";
    what: "stopping" | "storage" | "message" | "remind";
    say: Words;
    /** With `remind`: the table that waits, and the seat whose time is up. */
    table?: TableId;
    seat?: Seat;
  };
}

export type Operation = keyof Operations;
export type Push = Pushes[keyof Pushes];
export type Answer<O extends Operation> =
  | ({ id?: number; ok: true } & Operations[O]["result"])
  | { id?: number; ok: false; error: Problem };
