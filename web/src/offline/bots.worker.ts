// The worker in which bots think. It has an instance of the module of its own and is handed the rules of the
// match and questions, each made of what one seat knows (offline_question); the state of the match never
// comes here.
import { BOOKISH, loadBook } from './book';
import { handSetup } from './document';
import { Declined, Instance } from './module';

export interface Thinking {
  id: number;
  match: Record<string, unknown>; // the set-up, as records have it
  level: string;
  quick: string | null; // a bot that answers at once, in case the other is not back in time
  question: Uint8Array<ArrayBuffer>;
  ms: number; // how long a search may take
  must: boolean; // only about what the game waits for
}

export interface Thought {
  id: number;
  quick?: boolean; // a better one follows
  slow?: boolean; // this device has time for few iterations only
  answer?: { action: string | null; reason?: unknown };
  error?: Declined['problem'];
}

const ITERATIONS = 4000; // as on the server
const TRY = 60; // in the first search, to learn how fast this device is
const SLOW = 300; // below this a search plays visibly worse

let instance: Instance | undefined;
let hasBook = false;
let module: WebAssembly.Module | undefined;
let ruled = '';
const rate = new Map<string, number>(); // iterations a millisecond, by rules

async function prepare(match: Record<string, unknown>): Promise<Instance> {
  if (!module) throw new Error('the module was not handed over');
  instance ??= await Instance.make(module);
  const rules = JSON.stringify([match['game'], match['version'], match['players'], match['options']]);
  if (rules !== ruled) handSetup(instance, match);
  ruled = rules;
  return instance;
}

async function openBook(at: Instance): Promise<void> {
  if (hasBook) return;
  const bytes = await loadBook();
  at.call('book', bytes, bytes.length);
  hasBook = true;
}

function think(at: Instance, work: Thinking, bot: string, iterations: number): Thought['answer'] {
  const { action, reason } = at.call<{ action: string | null; reason?: unknown }>('think', bot, work.question, work.question.length, iterations, work.must);
  return reason === undefined ? { action } : { action, reason };
}

// A search takes as many iterations as fit into the time; how fast they are is measured at every search.
function search(at: Instance, work: Thinking): Thought {
  const known = rate.get(ruled);
  const iterations = Math.max(TRY, Math.min(ITERATIONS, Math.floor((known ?? 0) * work.ms)));
  const begin = performance.now();
  const answer = think(at, work, work.level, iterations);
  rate.set(ruled, iterations / Math.max(1, performance.now() - begin));
  return { id: work.id, ...(answer ? { answer } : {}), slow: known !== undefined && iterations < SLOW };
}

async function work(given: Thinking): Promise<void> {
  try {
    const at = await prepare(given.match);
    if (given.level === BOOKISH) await openBook(at);
    if (given.quick) postMessage({ id: given.id, quick: true, answer: think(at, given, given.quick, 1) } as Thought);
    postMessage(given.level === 'search' ? search(at, given) : ({ id: given.id, answer: think(at, given, given.level, given.level === BOOKISH ? ITERATIONS : 1) } as Thought));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    // A trap leaves an instance that is not to be used again.
    instance = undefined;
    hasBook = false;
    ruled = '';
    postMessage({ id: given.id, error: error.problem } as Thought);
  }
}

let last: Promise<void> = Promise.resolve();
onmessage = ({ data }: MessageEvent<WebAssembly.Module | Thinking>) => {
  if (data instanceof WebAssembly.Module) module = data;
  else last = last.then(() => work(data));
};
