import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Choice } from './choice.svelte';

const does = { act: vi.fn(), why: vi.fn(), explain: vi.fn(), late: vi.fn() };
const places = ['1.1', '1.2', '2.1', '2.2'];
const offered = [...['basic', 'tandem'].flatMap((hunter) => places.map((place) => `place ${hunter} ${place}`)), 'detect 2.1'];

function choice(confirm: boolean): Choice {
  const made = new Choice(does);
  made.confirm = confirm;
  made.offer(offered, offered.length);
  return made;
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a choice', () => {
  it('lights what leads on from what is picked', () => {
    const one = choice(false);
    expect(one.lit('2.1')).toBe(true);
    expect(one.lit('3.1')).toBe(false);
    one.pick('detect');
    expect(one.lit('2.1')).toBe(true);
    expect(one.lit('1.1')).toBe(false);
  });
  it('acts when one action is left, in either order of touches', () => {
    const one = choice(false);
    one.pick('tandem');
    one.touch(['1.2']);
    expect(does.act).toHaveBeenCalledWith('place tandem 1.2');
    one.offer(offered, offered.length);
    one.done();
    one.touch(['1.1']);
    expect(one.matching).toEqual(['place basic 1.1', 'place tandem 1.1']);
    one.touch(['basic']);
    expect(does.act).toHaveBeenLastCalledWith('place basic 1.1');
  });
  it('waits for a second touch where it is to ask first', () => {
    const one = choice(true);
    one.pick('detect');
    one.touch(['2.1']);
    expect(does.act).not.toHaveBeenCalled();
    expect(one.isMeant('2.1')).toBe(true);
    one.touch(['2.1']);
    expect(does.act).toHaveBeenCalledWith('detect 2.1');
  });
  it('asks why for what is not offered, and explains where nothing is asked', () => {
    const one = choice(false);
    one.pick('tandem');
    one.touch(['3.1'], { type: 'place', value: '3.1' }, 'place tandem 3.1');
    expect(does.why).toHaveBeenCalledWith('place tandem 3.1', { type: 'place', value: '3.1' });
    one.offer([], 0);
    vi.advanceTimersByTime(1000);
    one.touch(['3.1'], { type: 'place', value: '3.1' }, 'place tandem 3.1');
    expect(does.explain).toHaveBeenCalledWith({ type: 'place', value: '3.1' });
  });
  it('considers what is the only action under the hand', () => {
    const one = choice(false);
    one.consider('1.1');
    expect(one.considered).toBe(null);
    one.pick('basic');
    one.consider('1.1');
    expect(one.considered).toBe('place basic 1.1');
    one.consider();
    expect(one.considered).toBe(null);
  });
});

describe('what is offered', () => {
  it('says so when it has just gone out', () => {
    const one = choice(false);
    one.offer([], 0);
    one.touch(['1.1'], { type: 'place', value: '1.1' }, 'place tandem 1.1');
    expect(does.late).toHaveBeenCalledOnce();
    expect([does.why, does.explain, does.act].some((done) => done.mock.calls.length)).toBe(false);
  });
  it('keeps what is picked while the offer stays the same', () => {
    const one = choice(false);
    one.pick('tandem');
    one.offer([...offered], offered.length);
    expect(one.picked).toEqual(['tandem']);
    one.offer(offered.slice(1), offered.length - 1);
    expect(one.picked).toEqual([]);
  });
  it('gathers many buttons by how they begin, and loses none', () => {
    const one = choice(false);
    const branches = one.branches(offered);
    expect(branches.map((branch) => branch.words.join(' '))).toEqual(['place basic', 'place tandem', 'detect 2.1']);
    expect(branches.reduce((sum, branch) => sum + branch.count, 0)).toBe(offered.length);
    expect(one.branches(offered.slice(0, 4)).length).toBe(4);
  });
});

it('keeps what led to an action until it is answered, and what was picked since', () => {
  const one = choice(false);
  one.pick('tandem');
  one.touch(['1.2']);
  expect(one.picked).toEqual(['tandem']);
  one.done();
  expect(one.picked).toEqual([]);
  one.pick('tandem');
  one.touch(['1.2']);
  one.pick('basic');
  one.done();
  expect(one.picked).toEqual(['basic']);
});
