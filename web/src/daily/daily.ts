// The deal of the day: what the card and the page share, and practising a day that is over on this device.
import type { Daily, DailyRow, TableInfo } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { onDevice } from '../seating/create';

// The next day, or the one before, as the protocol writes dates.
export function dayAt(date: string, by: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}

// A date for people; days are those of UTC.
export function dayName(date: string, lang: string): string {
  return new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));
}

// How long until a moment, in hours and minutes.
export function timeLeft(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / 60_000));
  return minutes >= 60 ? `${String(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')}` : `${String(minutes)} min`;
}

// A result without luck: 100 is a victory.
export function points(row: DailyRow): string {
  return row.adjusted === undefined ? '' : String(Math.round(100 * row.adjusted)).replace('-', '−');
}

// What is needed to play a day that is over again, kept so that it can be practised without a server.
export type Practice = Pick<Daily, 'date' | 'game' | 'seats' | 'seat' | 'level' | 'dice'>;

export function keep({ date, game, seats, seat, level, dice }: Daily): void {
  if (dice) app.settings.practice = { date, game, seats, seat, ...(level ? { level } : {}), dice };
}

// Plays a day that is over again, as a game of this device: with the day's dice, unranked.
export async function practise(day: Practice): Promise<TableInfo | undefined> {
  if (!day.dice) return undefined;
  const plan = Array.from({ length: day.seats }, (_, at) => (at + 1 === day.seat ? 'me' : (day.level ?? 'rules')));
  const settings = { game: day.game, seats: day.seats, name: app.t('daily-practice', { date: day.date }) };
  const answer = await app.attempt(onDevice({ settings, plan, start: true }, day.dice));
  return answer?.table;
}
