// An instance of the module for WebAssembly: the functions of offline/offline.h over one object. Texts and
// bytes are copied into the module's memory for the time of a call.
import type { Problem } from '../../../protocol/lanterne';

export type Given = string | Uint8Array | number | boolean | null;

interface Exports {
  memory: WebAssembly.Memory;
  malloc: (size: number) => number;
  free: (at: number) => void;
  lan_broken_text: WebAssembly.Global;
  offline_create: () => number;
  offline_answer: (object: number) => number;
  offline_answer_length: (object: number) => number;
}

// What the module refused, as the server would have.
export class Declined extends Error {
  constructor(readonly problem: Problem) {
    super(problem.say.en);
  }
}

export const problems = {
  memory: { en: 'This device has no memory left for the game. What was played is stored.', fr: 'Il ne reste plus de mémoire sur cet appareil pour la partie. Ce qui a été joué est gardé.' },
  trap: { en: 'The game module stopped by an error of its own. What was played is stored; open the game again.', fr: 'Le module de jeu s’est arrêté à cause d’une erreur. Ce qui a été joué est gardé ; rouvre la partie.' },
};

export class Instance {
  private readonly exports: Exports;
  private readonly functions: Record<string, (...given: number[]) => number>;
  private readonly object: number;
  trapped = false; // not to be used again

  private constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
    this.functions = instance.exports as unknown as Record<string, (...given: number[]) => number>;
    this.object = this.exports.offline_create();
    if (!this.object) throw new Declined({ code: 'storage', say: problems.memory });
  }

  static async make(module: WebAssembly.Module): Promise<Instance> {
    return new Instance(await WebAssembly.instantiate(module));
  }

  // Whether the operation was carried out. A trap is an error of the module.
  try(name: string, ...given: Given[]): boolean {
    const copies: number[] = [];
    const values = given.map((value) => {
      if (typeof value !== 'string' && !(value instanceof Uint8Array)) return Number(value ?? 0);
      const bytes = typeof value === 'string' ? new TextEncoder().encode(`${value}\0`) : value;
      const at = this.exports.malloc(bytes.length);
      if (!at) throw new Declined({ code: 'storage', say: problems.memory });
      new Uint8Array(this.exports.memory.buffer, at).set(bytes);
      copies.push(at);
      return at;
    });
    const call = this.functions[`offline_${name}`];
    if (!call) throw new Error(`the module has no offline_${name}`);
    try {
      return Boolean(call(this.object, ...values));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.trapped = true;
      console.error(this.broken() || error);
      throw new Declined({ code: 'storage', say: problems.trap });
    } finally {
      for (const at of copies) this.exports.free(at);
    }
  }

  // The same, with a refusal as an error; returns the answer.
  call<T = Record<string, unknown>>(name: string, ...given: Given[]): T {
    const good = this.try(name, ...given);
    const answer = this.answer<T & { error?: Problem }>();
    if (!good && answer.error) throw new Declined(answer.error);
    return answer;
  }

  answer<T>(): T {
    return JSON.parse(this.text()) as T;
  }

  text(): string {
    return new TextDecoder().decode(this.bytes());
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const { memory, offline_answer, offline_answer_length } = this.exports;
    return new Uint8Array(memory.buffer, offline_answer(this.object), offline_answer_length(this.object)).slice();
  }

  private broken(): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, Number(this.exports.lan_broken_text.value));
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
