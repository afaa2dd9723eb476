import { expect, test } from 'vitest';
import { TakeOut } from './take-out';

// A server that lays and takes back, latest first; a tile may lie only beside another.
function play(laid: string[], out: TakeOut): string[] {
  const near = (a: string, b: string) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(Number(a.slice(1)) - Number(b.slice(1))) === 1;
  const lie = [...laid];
  for (let steps = 0; steps < 30; steps++) {
    const cells = ['g7', ...lie.map((row) => row.split(' ')[2] ?? '')];
    const tiles = [{ cell: 'g7', tile: 'entrance' }, ...lie.map((row) => ({ cell: row.split(' ')[2] ?? '', tile: row.split(' ')[1] ?? '' }))];
    const offered = laid.filter((row) => cells.some((cell) => near(cell, row.split(' ')[2] ?? '')) && !lie.includes(row));
    const step = out.next(tiles, offered);
    if ('done' in step) return lie;
    if ('undo' in step) lie.pop();
    else lie.push(step.lay);
  }
  throw new Error('no end');
}

test('the tiles laid later stay where they lie', () => {
  expect(play(['lay bat g8', 'lay exit h7', 'lay corridor f7'], new TakeOut('h7', 'exit'))).toEqual(['lay bat g8', 'lay corridor f7']);
});

test('what is cut off comes back to the hand', () => {
  expect(play(['lay bat g8', 'lay exit g9', 'lay corridor f7'], new TakeOut('g8', 'bat'))).toEqual(['lay corridor f7']);
});

test('what hangs on a tile laid after it stays too', () => {
  const laid = ['lay bat g8', 'lay exit g9', 'lay corridor f7', 'lay corridor f8', 'lay corridor f9'];
  expect(play(laid, new TakeOut('g8', 'bat')).sort()).toEqual(laid.slice(1).sort());
});

test('ends when nothing can be taken back', () => {
  const out = new TakeOut('g8', 'bat');
  const tiles = [{ cell: 'g7', tile: 'entrance' }, { cell: 'g8', tile: 'bat' }];
  const steps = Array.from({ length: 9 }, () => out.next(tiles, []));
  expect(steps.at(-1)).toEqual({ done: true });
});
