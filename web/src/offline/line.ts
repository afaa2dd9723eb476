// The page's second line: operations at tables of this device, answered by the keeper's worker as the server
// answers at its own.
import type { Operation, Operations, Push } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { Refused, type TableLine } from '../net/connection';
import { boundFrench } from '../words/french';
import KeeperWorker from './keeper.worker?worker';
import type { Question, Said } from './keeper.worker';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

export class DeviceLine implements TableLine {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private readonly pushed = new Set<(push: Push) => void>();
  private next = 1;

  ask<O extends Operation>(op: O, params: Operations[O]['params']): Promise<Operations[O]['result']> {
    return this.local(op, op === 'create' ? { key: newKey(), ...params } : (params as Record<string, unknown>));
  }

  local<T>(op: Question['op'], params: Record<string, unknown>): Promise<T> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      // Without a proxy of Svelte in it: such objects cannot be sent.
      this.started().postMessage({ id, op, params: JSON.parse(JSON.stringify(params)) as Record<string, unknown> } satisfies Question);
    });
  }

  onPush(listener: (push: Push) => void): () => void {
    this.pushed.add(listener);
    return () => this.pushed.delete(listener);
  }

  // There is no connection to lose.
  onLine(): () => void {
    return () => undefined;
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    this.worker = new KeeperWorker();
    this.worker.postMessage({ id: 0, op: 'local-pace', params: { pace: app.settings.botPace } } satisfies Question);
    this.worker.onmessage = ({ data }: MessageEvent<Said>) => this.hear(bound(data));
    return this.worker;
  }

  private hear(said: Said): void {
    if ('push' in said) {
      for (const listener of this.pushed) listener(said.push);
      return;
    }
    const waiting = this.waiting.get(said.id);
    this.waiting.delete(said.id);
    if ('error' in said) waiting?.reject(new Refused(said.error));
    else waiting?.resolve(said.answer as never);
  }
}

// The key of the dice: 32 random bytes.
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// The same spaces and apostrophes as in the texts of the server. What a worker has sent is a copy, and is
// changed in place.
function bound<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    const field = fields[key];
    if (typeof field === 'object') bound(field);
    else if (key === 'fr' || key === 'en') fields[key] = boundFrench(key, field);
  }
  return value;
}

export const device = new DeviceLine();
