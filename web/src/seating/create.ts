// Creates tables without a form.
import type { GameSummary, Operations, TableInfo } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { tableOf, usualSetup, validSetup, type Setup } from './setup';

// Ignores double clicks.
let making = false;

async function create(game: GameSummary, setup: Setup): Promise<TableInfo | undefined> {
  if (making) return undefined;
  making = true;
  const params = tableOf(game, setup);
  const asked = params.start && playsHere() ? onDevice(params) : app.connection.ask('create', params);
  const answer = await app.attempt(asked, { game: game.game }).finally(() => (making = false));
  return answer?.table;
}

// Whether games without friends are played on this device: by choice, or because there is no server.
export function playsHere(): boolean {
  return app.away || app.settings.solo === 'device';
}

// A game without friends, played in the page; `dice` is the key of its dice, a new one without it.
export async function onDevice(params: Operations['create']['params'], dice?: string): Promise<Operations['create']['result']> {
  const line = await app.connection.onDevice();
  const named = { ...params, ...(dice ? { key: dice } : {}), name: app.person?.name ?? (app.settings.name || app.t('own-name')) };
  const answer = await line.ask('create', named);
  app.settings.local = true;
  return answer;
}

// The last choices for a game on this device.
export function lastSetup(game: GameSummary): Setup {
  return validSetup(game, app.settings.setups[game.game]);
}

// Makes the table of a set-up and goes there. The choices are kept for the next time.
export async function play(game: GameSummary, setup: Setup): Promise<void> {
  app.settings.setups = { ...app.settings.setups, [game.game]: setup };
  const table = await create(game, setup);
  if (table) app.go(`/t/${table.table}`);
}

// Starts a game against bots, with the last choices.
export async function playNow(game: GameSummary): Promise<void> {
  await play(game, { ...lastSetup(game), where: 'device' });
}

// Starts a game with the fewest seats and advice at every step.
export async function playGuided(game: GameSummary): Promise<void> {
  const table = await create(game, { ...usualSetup(game), seats: game.seats_min });
  if (table) app.go(`/t/${table.table}?guide`);
}
