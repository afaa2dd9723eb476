// The worker in which a finished game of this device is reviewed, which takes seconds: it is handed the whole
// record, which everybody may see by then.
import { handRecord } from './document';
import { Declined, Instance, type Given } from './module';

export interface Reviewing {
  module: WebAssembly.Module;
  record: unknown;
  seat: number;
}

const USUAL: Given = 0; // as many games from each position as `lanterne review` plays
const BELIEFS = 384;

onmessage = async ({ data }: MessageEvent<Reviewing>) => {
  try {
    const instance = await Instance.make(data.module);
    handRecord(instance, data.record);
    postMessage(instance.call('review', data.seat, USUAL, BELIEFS));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    postMessage({ error: error.problem });
  }
};
