// Creates tables without a form.
import type { GameSummary, TableInfo } from '../../../protocol/lanterne';
import { app } from '../app.svelte';

const COMPANY = 3;

// The default number of seats.
export function usualSeats(game: GameSummary): number {
  return Math.min(game.seats_max, Math.max(game.seats_min, COMPANY));
}

// The default bot: one that explains its moves, else the strongest.
export function usualBot(game: GameSummary): string {
  return game.bots.find((bot) => bot.level === 'rules')?.level ?? game.bots.at(-1)?.level ?? 'random';
}

// Ignores double clicks.
let making = false;

async function begin(game: GameSummary, seats: number, mine = 1): Promise<TableInfo | undefined> {
  if (making) return undefined;
  making = true;
  const plan = Array.from({ length: seats }, (_, at) => (at + 1 === mine ? 'me' : usualBot(game)));
  const answer = await app.attempt(app.connection.ask('create', { settings: { game: game.game, seats, hints: true }, plan, start: true })).finally(() => (making = false));
  return answer?.table;
}

// Starts a game against bots, at the given seat.
export async function playNow(game: GameSummary, seat = 1): Promise<void> {
  const table = await begin(game, usualSeats(game), seat);
  if (table) app.go(`/t/${table.table}`);
}

// Starts a game with the fewest seats and advice at every step.
export async function playGuided(game: GameSummary): Promise<void> {
  const table = await begin(game, game.seats_min);
  if (table) app.go(`/t/${table.table}?guide`);
}
