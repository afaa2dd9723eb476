import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { difference, handRecord } from './document';
import { Declined, Instance } from './module';

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync(new URL('./lanterne.wasm', import.meta.url)));
});

type Document = { lanterne: number; kind: string; match: { options: Record<string, unknown> }; log: Record<string, unknown>[]; outcome: Record<string, unknown> };

const golden = (game: string): Document => JSON.parse(readFileSync(new URL(`../../../tests/golden/${game}-version-1.json`, import.meta.url), 'utf8')) as Document;

async function say(document: unknown): Promise<string> {
  try {
    handRecord(await Instance.make(module), document);
    return 'good';
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    return error.problem.say.en;
  }
}

it('takes the records that the program wrote', async () => {
  for (const game of ['manor', 'shadow-hunters', 'shy-monsters', 'treasure-hunters']) expect(await say(golden(game))).toBe('good');
});

it('refuses what was changed with its place', async () => {
  const record = golden('manor');
  expect(await say({ ...record, log: record.log.map((line, at) => (at === 6 ? { ...line, time: 7 } : line)) })).toMatch(/^Entry 7: its hash does not fit/);
  expect(await say({ ...record, log: record.log.filter((_, at) => at !== 3) })).toMatch(/^Entry 4: it has another number/);
  expect(await say({ ...record, log: record.log.slice(0, -3) })).toMatch(/stops before the end/);
  expect(await say({ ...record, outcome: { ...record.outcome, winners: [1, 2] } })).toMatch(/^outcome\.winners/);
  expect(await say({ ...record, note: 'mine' })).toMatch(/^note: this does not follow/);
  expect(await say({ ...record, match: { ...record.match, options: { nothing: 1 } } })).toMatch(/nothing/);
});

it('says what cannot be read at all', async () => {
  const record = golden('manor');
  expect(await say({ ...record, lanterne: 2 })).toMatch(/newer version/);
  expect(await say({ ...record, match: { ...record.match, version: 99 } })).toMatch(/does not know this version/);
  expect(await say({ ...record, kind: 'seat' })).toMatch(/one seat/);
  expect(await say({ kind: 'full' })).toMatch(/not a record/);
  expect(await say([])).toMatch(/record/);
  expect(await say({ ...record, match: undefined })).toMatch(/match/);
});

it('names the first value in which two documents differ', () => {
  expect(difference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeUndefined();
  expect(difference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('a.1.b');
  expect(difference({ a: 1 }, { a: 1, c: null })).toBe('c');
  expect(difference({ a: [] }, { a: {} })).toBe('a');
});
