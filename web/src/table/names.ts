// Names of the people at a table; the seats of one person are distinguished by their letters.
import type { TableInfo } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { letterOf } from '../parts/seats';

export function distinct(names: string[]): string[] {
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${letterOf(at + 1)}`));
}

export function namesOf(info: TableInfo): string[] {
  return distinct(info.seats.map((seat) => seat.name ?? app.t('seat-n', { n: seat.seat })));
}
