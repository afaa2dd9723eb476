import { sayEvent, sayValue } from '../../words/say';
import type { Board } from '../board';
import { speaker } from '../fill';
import End from './End.svelte';
import Full from './Full.svelte';
import Notebook from './Notebook.svelte';
import Picture from './Picture.svelte';
import { placed } from './ring';
import { sumOf } from './sum';
import ShadowHunters from './ShadowHunters.svelte';
import type { View } from './view';
import { words } from './words';

const board: Board = {
  Board: ShadowHunters,
  Beside: Notebook,
  Full,
  End,
  Picture,
  seats: true,
  covers: ({ seat, view }) => {
    const mine = (view as unknown as View).seats[seat - 1];
    return mine !== undefined && !mine.revealed && mine.alive;
  },
  placed: (action, { view, seat }) => placed(action, view as unknown as View, seat),
  heading: ({ view }, sayer) => {
    const { turn, phase } = view as unknown as View;
    const say = speaker(words, sayer.lang, sayer.words);
    return phase === 'over' ? say('at-end') : say('turn', { n: turn });
  },
  chip: (event, sayer) => {
    const say = speaker(words, sayer.lang, sayer.words);
    const seat = Number(event['seat']);
    const who = seat === sayer.me ? '' : (sayer.names[seat - 1] ?? '');
    if (event.event === 'moved') return say('chip-moved', { who, area: sayValue(sayer, 'area', String(event['area'])) });
    if (event.event === 'hurt') return say('chip-hurt', { who, n: Number(event['damage']) });
    if (event.event === 'healed') return say('chip-healed', { who, n: Number(event['healed']) });
    return sayEvent(sayer, event);
  },
  sum: sumOf,
  was: ({ view }, sayer, seat) => {
    const who = (view as unknown as View).seats[seat - 1];
    return who?.character ? `${sayValue(sayer, 'character', who.character)}, ${sayValue(sayer, 'side', who.side)}` : '';
  },
  families: (view, type) => {
    if (type !== 'character') return null;
    return {
      type: 'side',
      of: Object.fromEntries((view as unknown as View).cast.map(({ character, side }) => [character, side])),
      colours: { hunter: '#5b8fd6', shadow: '#e5533d', neutral: '#d9b44a' },
    };
  },
  beats: {
    turn: { ms: 400 },
    rolled: { ms: 950, before: true, sound: 'dice' },
    'rolled-d6': { ms: 950, before: true, sound: 'dice' },
    'rolled-d4': { ms: 950, before: true, sound: 'dice' },
    'rolled-twins': { ms: 950, before: true, sound: 'dice' },
    moved: { ms: 450, sound: 'step' },
    drew: { ms: 600, sound: 'card' },
    turned: { ms: 900, before: true, sound: 'card' },
    played: { ms: 700, before: true, sound: 'card' },
    equipped: { ms: 500, sound: 'place' },
    handed: { ms: 500, sound: 'card' },
    took: { ms: 500, sound: 'lift' },
    attacked: { ms: 600, before: true },
    countered: { ms: 600, before: true },
    hurt: { ms: 450, sound: 'hit' },
    healed: { ms: 450, sound: 'heal' },
    nothing: { ms: 500, size: 'chip' },
    revealed: { ms: 1500, size: 'full', weight: 1, sound: 'gong' },
    died: { ms: 1300, size: 'full', weight: 2, sound: 'fall' },
    won: { ms: 300 },
  },
};

export default board;
