// Making a table, for the buttons that need no form.
import type { GameSummary, TableInfo } from '../../../protocol/lanterne';
import { app } from '../app.svelte';

const COMPANY = 3;

// Enough company for a good game, not more.
export function usualSeats(game: GameSummary): number {
  return Math.min(game.seats_max, Math.max(game.seats_min, COMPANY));
}

// A bot that plays sensibly and can say why; where there is none, the strongest there is.
export function usualBot(game: GameSummary): string {
  return game.bots.find((bot) => bot.level === 'rules')?.level ?? game.bots.at(-1)?.level ?? 'random';
}

// A double click opens one table.
let making = false;

async function begin(game: GameSummary, seats: number, mine = 1): Promise<TableInfo | undefined> {
  if (making) return undefined;
  making = true;
  const plan = Array.from({ length: seats }, (_, at) => (at + 1 === mine ? 'me' : usualBot(game)));
  const answer = await app.attempt(app.connection.ask('create', { settings: { game: game.game, seats, hints: true }, plan, start: true })).finally(() => (making = false));
  return answer?.table;
}

// At the seat of one's choice, where they are not alike.
export async function playNow(game: GameSummary, seat = 1): Promise<void> {
  const table = await begin(game, usualSeats(game), seat);
  if (table) app.go(`/t/${table.table}`);
}

// The smallest company, and advice at every step.
export async function playGuided(game: GameSummary): Promise<void> {
  const table = await begin(game, game.seats_min);
  if (table) app.go(`/t/${table.table}?guide`);
}
