// A running game of this device: out as a file, or to the server, where it goes on.
import type { TableInfo } from '../../../protocol/lanterne';
import { ask } from '../net/connection';
import { device } from './line';

export interface Saved {
  record: unknown;
  settings: { undo: boolean; hints: boolean; notebook: boolean };
}

// The whole game with the key of its dice, from which it can be played on anywhere.
export function saved(table: string): Promise<Saved> {
  return device.local<Saved>('local-save', { table });
}

// The server checks it as any record. The game of this device is closed, so that it is not played twice.
export async function bring(table: string): Promise<TableInfo> {
  const { record, settings } = await saved(table);
  const brought = (await ask('bring', { record: JSON.stringify(record), ...settings })).table;
  await device.local('local-moved', { table, to: brought.table });
  return brought;
}
