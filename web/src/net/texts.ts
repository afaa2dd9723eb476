// The texts of games by GET, which the browser keeps: docs/protocol.md, "Texts". The words of a game come in
// one language, compressed; those of the other language are loaded when it is chosen.
import type { Operations, Words } from '../../../protocol/lanterne';
import { boundFrench } from '../words/french';
import type { GameWords } from '../words/say';
import { ask, device } from './connection';
import { answerOf, Unanswered } from './http';

export type Played = Operations['game']['params'];

// Longer addresses are refused by the server; only a long text as an option makes one.
const ADDRESS_MAX = 4000;

// A reviver for JSON.parse: a text that came in one language alone stands for both until the other is loaded,
// so that nothing on the page is without words in between.
export function inBoth(key: string, value: unknown): unknown {
  const said = boundFrench(key, value);
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return said;
  const { en, fr, ...more } = said as Partial<Words>;
  const only = en ?? fr;
  const alone = typeof only === 'string' && (en === undefined || fr === undefined) && Object.keys(more).length === 0;
  return alone ? { en: only, fr: only } : said;
}

export function textsAddress({ game, version, seats, options }: Played & { version: number }, lang: keyof Words, tag: string | undefined): string {
  const query = new URLSearchParams();
  if (tag) query.set('texts', tag);
  if (seats !== undefined) query.set('seats', String(seats));
  for (const name of Object.keys(options ?? {}).sort()) query.set(`o.${name}`, options?.[name] ?? '');
  return `/api/game/${encodeURIComponent(game)}/${version}/${lang}${query.size ? `?${query}` : ''}`;
}

function read(address: string): Promise<unknown> {
  return answerOf(address, {}, inBoth);
}

// From this device, where the texts are part of the module: without a server, and when it does not answer.
async function fromDevice<T>(op: 'games' | 'game', asked: object): Promise<T> {
  return (await device()).local<T>(op, { ...asked });
}

// `tag` is the game's `texts` in the list, when the version is the one listed. `away`: there is no server.
export async function loadWords(asked: Played & { version: number }, lang: keyof Words, tag: string | undefined, away = false): Promise<GameWords> {
  if (away) return fromDevice('game', asked);
  const address = textsAddress(asked, lang, tag);
  try {
    return await (address.length > ADDRESS_MAX ? ask('game', asked) : (read(address) as Promise<GameWords>));
  } catch (error) {
    // The line was lost after the page had begun.
    if (error instanceof Unanswered && navigator.serviceWorker?.controller) return fromDevice('game', asked);
    throw error;
  }
}

export async function loadGames(lang: keyof Words, away = false): Promise<Operations['games']['result']> {
  if (away) return fromDevice('games', {});
  return (await read(`/api/games/${lang}`)) as Operations['games']['result'];
}
