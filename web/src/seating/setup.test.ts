import { expect, test } from 'vitest';
import type { GameSummary } from '../../../protocol/lanterne';
import { differencesOf, levelsOf, optionsFor, rulebookOf, valuesOf, sitterAt, tableOf, usualSetup, validSetup, withSeatChanged } from './setup';

const both = (text: string) => ({ en: text, fr: text });
const game: GameSummary = {
  game: 'toy',
  texts: '0',
  version: 1,
  title: both('Toy'),
  pitch: both('A toy'),
  intro: both('A toy'),
  seats_min: 2,
  seats_max: 4,
  cooperative: false,
  variant: 'mode',
  options: [{ name: 'mode', type: 'choice', standard: 'classic', group: 'first', help: both('which'), choices: [{ id: 'classic', name: both('classic') }, { id: 'advanced', name: both('advanced') }] }],
  bots: [
    { level: 'random', name: both('plays anything') },
    { level: 'easy', label: both('Easy'), name: both('blunders') },
    { level: 'rules', label: both('Normal'), name: both('plays well') },
    { level: 'search', label: both('Hard'), name: both('thinks') },
  ],
};

test('levels for people are the bots with a label, and the usual one is in the middle', () => {
  expect(levelsOf(game).map((bot) => bot.level)).toEqual(['easy', 'rules', 'search']);
  expect(usualSetup(game)).toMatchObject({ seats: 3, mine: 1, level: 'rules', variant: 'classic', where: 'device' });
});

test('a game against bots on this device starts at once', () => {
  expect(tableOf(game, usualSetup(game))).toEqual({ settings: { game: 'toy', seats: 3, hints: true }, plan: ['me', 'rules', 'rules'], start: true });
});

test('a second person at this screen takes a seat of a bot, and gives it back', () => {
  const two = withSeatChanged({ ...usualSetup(game), mine: 2 }, 3);
  expect([1, 2, 3].map((seat) => sitterAt(two, seat))).toEqual(['bot', 'me', 'here']);
  expect(tableOf(game, two).plan).toEqual(['rules', 'me', 'me']);
  expect(sitterAt(withSeatChanged(two, 3), 3)).toBe('bot');
  expect(withSeatChanged(two, 2)).toBe(two);
});

test('with friends the table waits, unless bots have all the other seats', () => {
  const friends = { ...usualSetup(game), where: 'friends' as const, variant: 'advanced', level: 'search' };
  expect(tableOf(game, friends)).toEqual({ settings: { game: 'toy', seats: 3, hints: true, options: { mode: 'advanced' } }, plan: ['me', 'empty', 'empty'] });
  const bots = withSeatChanged(withSeatChanged(friends, 2), 3);
  expect(tableOf(game, bots)).toMatchObject({ plan: ['me', 'search', 'search'], start: true });
});

test('a stored set-up that the game no longer offers is replaced', () => {
  expect(validSetup(game, undefined)).toEqual(usualSetup(game));
  expect(validSetup(game, { seats: 9, mine: 7, level: 'gone', variant: 'gone', where: 'moon' as never, bots: [2, 9, 'x' as never], here: 'no' as never })).toEqual({ ...usualSetup(game), bots: [2] });
  expect(validSetup(game, { seats: 2, mine: 2, level: 'easy', variant: 'advanced', where: 'friends' })).toMatchObject({ seats: 2, mine: 2, level: 'easy', variant: 'advanced', where: 'friends' });
});

const doors: GameSummary = {
  ...game,
  presets: { classic: {}, advanced: { doors: 'yes' } },
  options: [
    ...game.options,
    { name: 'doors', type: 'choice', standard: 'no', group: 'more', help: both('Locked doors?'), choices: [{ id: 'no', name: both('no') }, { id: 'yes', name: both('yes') }] },
    { name: 'haunt', type: 'number', min: 6, max: 8, standard: '6', group: 'first', help: both('Hauntings') },
  ],
};

test('the form shows what will be played, after the variant (finding page.md 1)', () => {
  expect(valuesOf(doors, { mode: 'advanced' })).toEqual({ mode: 'advanced', doors: 'yes', haunt: '6' });
  expect(valuesOf(doors, {})).toEqual({ mode: 'classic', doors: 'no', haunt: '6' });
  expect(rulebookOf(doors, 'advanced')['doors']).toBe('yes');
});

test('any value can be chosen: what the variant would imply otherwise is sent', () => {
  expect(optionsFor(doors, { mode: 'advanced', doors: 'no', haunt: '6' })).toEqual({ mode: 'advanced', doors: 'no' });
  expect(optionsFor(doors, { mode: 'advanced', doors: 'yes', haunt: '8' })).toEqual({ mode: 'advanced', haunt: '8' });
  expect(optionsFor(doors, { mode: 'classic', doors: 'no', haunt: '6' })).toEqual({});
});

test('what differs from the rulebook in use', () => {
  expect(differencesOf(doors, { mode: 'advanced', doors: 'no' }).map((row) => row.name)).toEqual(['mode', 'doors']);
  expect(differencesOf(doors, { mode: 'advanced', doors: 'yes' }).map((row) => row.name)).toEqual(['mode']);
  expect(differencesOf(doors, {})).toEqual([]);
});
