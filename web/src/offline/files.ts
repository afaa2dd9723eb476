// Records from files, without a server: the module checks the whole record, then shows a position of it. The
// last one stays built, since a replay asks for one position after the other.
import type { Words } from '../../../protocol/lanterne';
import { handRecord } from './document';
import { Declined, Instance } from './module';

const BAD: Words = { en: 'This file is not a record of a game.', fr: 'Ce fichier n’est pas une partie enregistrée.' };

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Declined({ code: 'refused', say: BAD });
  }
}

let last: { text: string; instance: Instance } | undefined;

export async function replayRecord(module: WebAssembly.Module, text: string, seat: number, move: number, action = ''): Promise<unknown> {
  if (last?.text !== text) {
    const instance = await Instance.make(module);
    handRecord(instance, parsed(text));
    last = { text, instance };
  }
  return last.instance.call('replay', seat, move, action);
}
