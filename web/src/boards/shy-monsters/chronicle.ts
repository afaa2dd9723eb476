// What is said of a floor under its picture at the end, and of both players: read off the story and the
// opened tiles, whose `fits` and `up` the view has.
import type { Event, Told } from '../../../../protocol/lanterne';
import { spotOf } from './floor';
import type { Past } from './view';
import type { Stride } from './way';
import type { words } from './words';

// A sentence: its key among the board's words, the tile or monster it names, and the cell.
export interface Line {
  key: keyof typeof words;
  tile?: string;
  cell?: string;
}

const LINES = 2; // so many fit under a floor

// The most telling sentences of a floor: how it ended, then what the Hero did to monsters, then what lay
// unseen. A floor without a monster on the way has a sentence for that.
export function floorLines(floor: Past, events: Event[], way: Stride[]): Line[] {
  const tileOn = (cell: string) => floor.tiles.find((tile) => tile.cell === cell);
  const lines: Line[] = [];
  for (const event of events) {
    const [cell, monster] = [String(event['cell'] ?? ''), String(event['monster'] ?? '')];
    if (event.event === 'died') lines.unshift({ key: 'floor-died', tile: monster, cell });
    if (event.event === 'conceded') lines.unshift({ key: 'floor-conceded' });
    if (event.event === 'stalled') lines.unshift({ key: 'floor-stalled' });
    if (event.event === 'killed') lines.push({ key: 'floor-killed', tile: monster, cell });
    if (event.event === 'missed') lines.push({ key: 'floor-missed', cell });
    if (event.event === 'jumped') {
      const over = tileOn(String(event['over']));
      if (over?.tile) lines.push({ key: over.fits ? 'floor-over-home' : 'floor-over', tile: over.tile, cell: over.cell });
    }
  }
  const told = new Set(lines.map((line) => line.cell));
  const steps = [...new Set(way.flatMap((stride) => [stride.from, stride.to]))].map(spotOf);
  for (const tile of floor.tiles) {
    if (tile.fits === null || !tile.tile || told.has(tile.cell)) continue;
    const spot = spotOf(tile.cell);
    const near = steps.some((step) => Math.abs(step.x - spot.x) + Math.abs(step.y - spot.y) === 1);
    const key = tile.up ? (tile.fits ? 'floor-met' : 'floor-harmless') : tile.fits ? (near ? 'floor-near' : 'floor-unseen') : 'floor-shy';
    lines.push({ key, tile: tile.tile, cell: tile.cell });
  }
  return lines.length ? lines.slice(0, LINES) : [{ key: 'floor-quiet' }];
}

// The line of the story in which a cell of a floor is first spoken of, after the floor was built: when it was
// turned up, entered or jumped over. Undefined for a tile that nothing happened to.
export function momentOf(told: Told[], floor: number, cell: string): number | undefined {
  const built = told.findLastIndex(({ event }) => event?.event === 'built' && Number(event['floor']) === floor);
  if (built < 0) return undefined;
  const after = told.slice(built + 1);
  const end = after.findIndex(({ event }) => event?.event === 'built');
  return (end < 0 ? after : after.slice(0, end)).find(({ event }) => event && (event['cell'] === cell || event['over'] === cell))?.n;
}

export interface Deeds {
  left: number; // floors that the Hero left alive
  monsters: number;
  home: number; // monsters that lay at home
  met: number; // monsters turned up
  jumps: number;
  attacks: number;
}

export function deedsOf(floors: Past[], told: Map<number, Event[]>): Deeds {
  const monsters = floors.flatMap((floor) => floor.tiles.filter((tile) => tile.fits !== null));
  const count = (kind: string) => [...told.values()].flat().filter((event) => event.event === kind).length;
  return {
    left: count('left'),
    monsters: monsters.length,
    home: monsters.filter((tile) => tile.fits).length,
    met: monsters.filter((tile) => tile.up).length,
    jumps: count('jumped'),
    attacks: count('attacked'),
  };
}
