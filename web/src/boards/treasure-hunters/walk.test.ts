import { expect, test } from 'vitest';
import { Choice } from '../../table/choice.svelte';
import type { View } from './view';
import { Walk } from './walk.svelte';

const ways = (text: string) => new Map(text.split(',').map((way) => [way.slice(way.lastIndexOf(' ') + 1), way.split(' ')] as const));
const at = (node: string, steps: number) => ({ hunter: 'red', steps, hunters: [{ hunter: 'red', node }] }) as unknown as View;

function table() {
  const done: string[] = [];
  const none = () => undefined;
  const choice = new Choice({ act: (action) => done.push(action), why: none, explain: none, late: none });
  return { choice, done };
}

test('a walk asks for one step after the other, each once, and ends at its place', () => {
  const { choice, done } = table();
  const walk = new Walk();
  choice.offer(['step T1', 'stay'], 2);
  walk.start('J', choice, at('outside', 3), ways('T1,T1 T2,T1 T2 J'));
  walk.go(choice, at('outside', 3), ways('T1,T1 T2,T1 T2 J'));
  expect(done).toEqual(['step T1']);
  choice.offer(['step T2', 'stay'], 2);
  walk.go(choice, at('T1', 2), ways('T2,T2 J'));
  choice.offer(['go J', 'stay'], 2);
  walk.go(choice, at('T2', 1), ways('J'));
  expect(done).toEqual(['step T1', 'step T2', 'go J']);
  walk.go(choice, at('J', 0), new Map());
  expect(walk.walking).toBe(false);
});

test('a walk ends when no way leads on, and waits while nothing may be touched', () => {
  const { choice, done } = table();
  const walk = new Walk();
  choice.offer(['step T1', 'stay'], 2);
  choice.locked = true;
  walk.start('J', choice, at('outside', 3), ways('T1,T1 J'));
  expect(done).toEqual([]);
  choice.locked = false;
  walk.go(choice, at('outside', 3), ways('T1,T1 J'));
  expect(done).toEqual(['step T1']);
  choice.offer(['take', 'leave'], 2);
  walk.go(choice, at('T1', 2), new Map());
  expect(walk.walking).toBe(false);
});

test('a walk ends when a step is refused or taken back', () => {
  for (const spoil of ['refused', 'taken back']) {
    const { choice, done } = table();
    const walk = new Walk();
    choice.offer(['step T1', 'stay'], 2);
    walk.start('J', choice, at('outside', 3), ways('T1,T1 T2,T1 T2 J'));
    if (spoil === 'refused') {
      choice.refusals++;
      walk.go(choice, at('outside', 3), ways('T1,T1 T2,T1 T2 J'));
    } else {
      choice.offer(['step T2', 'stay'], 2);
      walk.go(choice, at('T1', 2), ways('T2,T2 J'));
      choice.offer(['step T1', 'stay'], 2);
      walk.go(choice, at('outside', 3), ways('T1,T1 T2,T1 T2 J'));
    }
    expect(walk.walking, spoil).toBe(false);
    expect(done).toEqual(spoil === 'refused' ? ['step T1'] : ['step T1', 'step T2']);
  }
});
