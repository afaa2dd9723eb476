import { sayValue } from '../../words/say';
import type { Board } from '../board';
import { speaker } from '../fill';
import End from './End.svelte';
import { moveOf } from './floor';
import Full from './Full.svelte';
import Mine from './Mine.svelte';
import Picture from './Picture.svelte';
import ShyMonsters from './ShyMonsters.svelte';
import { words } from './words';

const board: Board = {
  Board: ShyMonsters,
  Mine,
  front: { wide: 110, tablet: 96, phone: 78 },
  seats: true,
  placed: (action) => moveOf(action) !== undefined || action.startsWith('lay '),
  heading: ({ seat, view }, sayer) => {
    const say = speaker(words, sayer.lang);
    if (view['phase'] === 'over') return say('at-end');
    return seat === view['master'] ? say('as-master') : seat === view['hero'] ? say('as-hero') : '';
  },
  covers: ({ seat, view }) => seat === view['master'],
  was: ({ view }, sayer, seat) => sayValue(sayer, 'role', seat === view['master'] ? 'master' : 'hero'),
  Picture,
  Full,
  End,
  beats: {
    game: { ms: 500, size: 'chip' },
    drew: { ms: 300, sound: 'card' },
    laid: { ms: 120, sound: 'place' },
    built: { ms: 600, size: 'chip', sound: 'cloth' },
    named: { ms: 300, size: 'chip' },
    'turned-up': { ms: 650, size: 'chip', sound: 'cloth' },
    awake: { ms: 700, size: 'chip', sound: 'growl' },
    'out-of-place': { ms: 450, size: 'chip', sound: 'heal' },
    panicked: { ms: 500, size: 'chip', sound: 'heal' },
    stepped: { ms: 380, size: 'chip', sound: 'step' },
    jumped: { ms: 450, size: 'chip', sound: 'step' },
    attacked: { ms: 450, size: 'chip', sound: 'hit' },
    killed: { ms: 600, size: 'chip', sound: 'hit' },
    missed: { ms: 450, size: 'chip' },
    died: { ms: 1500, size: 'full', weight: 3, sound: 'eaten', before: true },
    left: { ms: 1300, size: 'full', weight: 2, sound: 'stairs', before: true },
    shown: { ms: 0 },
    'left-behind': { ms: 0 },
  },
};

export default board;
