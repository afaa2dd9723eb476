// Asks the server, or without one this device, for a review until it is there.
import type { Review } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { ask, device } from '../net/connection';
import type { Source } from '../replay/source';

const AGAIN_MS = 400;

const wait = (): Promise<void> => new Promise((done) => setTimeout(done, AGAIN_MS));

async function ofTable(table: string, seat: number, progress: (done: number) => void, left: AbortSignal): Promise<Review | undefined> {
  const password = app.passwords.get(table);
  const about = { table, seat, ...(password === undefined ? {} : { password }) };
  while (!left.aborted) {
    const answer = await ask('review', about);
    if (answer.review) return answer.review;
    progress(answer.done ?? 0);
    await wait();
  }
  await ask('review', { ...about, leave: true });
  return undefined;
}

// The request waits for the whole review; closing it leaves the review. Meanwhile others ask how far it is.
async function ofRecord(record: string, seat: number, progress: (done: number) => void, left: AbortSignal): Promise<Review | undefined> {
  if (app.away) return (await (await device()).ask('review-record', { record, seat })).review;
  let over = false;
  const asked = ask('review-record', { record, seat }, left).finally(() => (over = true));
  asked.catch(() => undefined); // answered below
  while (!over && !left.aborted) {
    await Promise.race([wait(), asked.catch(() => undefined)]);
    if (over) break;
    await ask('review-record', {}).then((answer) => answer.done !== undefined && progress(answer.done), () => undefined);
  }
  return left.aborted ? undefined : (await asked).review;
}

// The review of a seat; undefined when it was left.
export async function reviewOf(source: Source, seat: number, progress: (done: number) => void, left: AbortSignal): Promise<Review | undefined> {
  return source.table === undefined ? ofRecord(JSON.stringify(await source.record()), seat, progress, left) : ofTable(source.table, seat, progress, left);
}
