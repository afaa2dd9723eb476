// Names of people at a table: asked for once, changed at any time.
import type { TableInfo } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { ask } from '../net/connection';

// The name is the one that every new guest gets.
export function isGuestName(name: string | undefined): boolean {
  return /^(Guest|Invité) \w{4}$/.test(name ?? '');
}

// Renames the person, here and at every table that is not over where a seat has the old name. A table where
// the name is taken keeps the old one, and says so.
export async function renameEverywhere(name: string): Promise<boolean> {
  const before = app.person?.name;
  const answer = await app.attempt(app.connection.ask('rename', { name }));
  if (!answer) return false;
  app.person = answer.person;
  const mine = await app.attempt(ask('me', {}));
  for (const row of mine?.tables ?? []) {
    if (row.state !== 'seating' && row.state !== 'playing') continue;
    const found = await app.attempt(ask('info', { table: row.table }));
    for (const seat of found?.table.seats ?? []) {
      if (seat.you && seat.name === before) await app.attempt(app.connection.ask('name', { table: row.table, seat: seat.seat, name: answer.person.name }));
    }
  }
  return true;
}

// Another name for one seat. The person's own seat takes the person's name along.
export async function renameSeat(info: TableInfo, seat: number, name: string): Promise<TableInfo | undefined> {
  const row = info.seats.find((one) => one.seat === seat);
  if (row?.name === app.person?.name && isGuestName(app.person?.name)) {
    const answer = await app.attempt(app.connection.ask('rename', { name }));
    if (!answer) return undefined;
    app.person = answer.person;
  }
  return (await app.attempt(app.connection.ask('name', { table: info.table, seat, name })))?.table;
}
