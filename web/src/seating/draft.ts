// The choices of the form for a table's settings, before it is opened and while people sit down.
import type { Absence, ClockSetting, GameSummary, Settings, Watching } from '../../../protocol/lanterne';
import type { UiKey } from '../words/ui';
import { optionsFor, valuesOf } from './setup';

const MINUTE = 60;
const DAY = 86_400;
export const FIXED = 15; // seconds of a reaction window of fixed length

export interface Pace {
  key: UiKey;
  clock: ClockSetting;
  absence: Absence;
}

export const PACES: Pace[] = [
  { key: 'clock-none', clock: {}, absence: 'wait' },
  { key: 'clock-move', clock: { move: 2 * MINUTE, window: MINUTE }, absence: 'bot' },
  { key: 'clock-game', clock: { game: 15 * MINUTE, increment: 10, window: MINUTE }, absence: 'bot' },
  { key: 'clock-slow', clock: { move: 2 * DAY, window: DAY }, absence: 'remind' },
];

export interface Draft {
  name: string;
  listed: boolean;
  pace: Pace;
  fixed: boolean;
  absence: Absence;
  watching: Watching;
  hints: boolean;
  undo: boolean;
  notebook: boolean;
  fair: boolean;
  rated: boolean;
  values: Record<string, string>; // of all options: what will be played
}

const same = (a: ClockSetting, b: ClockSetting) => (['game', 'increment', 'move'] as const).every((key) => (a[key] ?? 0) === (b[key] ?? 0));

// The clock of a table; one that the form does not offer stays as it is.
function paceOf(settings: Settings | undefined): Pace {
  const clock = settings?.clock ?? {};
  return PACES.find((row) => same(row.clock, clock)) ?? { key: 'clock-kept', clock, absence: settings?.absence ?? 'wait' };
}

export function draftOf(game: GameSummary, settings?: Settings): Draft {
  const pace = paceOf(settings);
  return {
    name: settings?.name ?? '',
    listed: settings?.listed ?? false,
    pace,
    fixed: settings?.clock?.fixed ?? false,
    absence: settings?.absence ?? pace.absence,
    watching: settings?.watching ?? 'open',
    hints: settings?.hints ?? false,
    undo: settings?.undo ?? true,
    notebook: settings?.notebook ?? true,
    fair: settings?.fair ?? false,
    rated: settings?.rated ?? false,
    values: valuesOf(game, settings?.options ?? {}),
  };
}

export function settingsOf(game: GameSummary, seats: number, draft: Draft): Settings {
  const { name, pace, fixed, values, ...rest } = draft;
  const { fixed: _, ...clock } = pace.clock;
  return {
    game: game.game,
    seats,
    options: optionsFor(game, values),
    clock: fixed && game.windows ? { ...clock, window: FIXED, fixed } : clock,
    ...rest,
    hints: draft.hints && !draft.rated, // a rated game is played without
    ...(name.trim() ? { name: name.trim() } : {}),
  };
}
