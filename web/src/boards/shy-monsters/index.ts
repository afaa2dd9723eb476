import { sayValue } from '../../words/say';
import type { Board } from '../board';
import Picture from './Picture.svelte';
import ShyMonsters from './ShyMonsters.svelte';

const board: Board = {
  Board: ShyMonsters,
  covers: ({ seat, view }) => seat === view['master'],
  was: ({ view }, sayer, seat) => sayValue(sayer, 'role', seat === view['master'] ? 'master' : 'hero'),
  Picture,
  beats: {
    game: { ms: 500 },
    drew: { ms: 300, sound: 'card' },
    laid: { ms: 120, sound: 'card' },
    built: { ms: 600, sound: 'turn' },
    'turned-up': { ms: 650, sound: 'card' },
    awake: { ms: 700, sound: 'hit' },
    'out-of-place': { ms: 450, sound: 'heal' },
    panicked: { ms: 500, sound: 'heal' },
    stepped: { ms: 350 },
    jumped: { ms: 450 },
    attacked: { ms: 450, sound: 'hit' },
    killed: { ms: 600, sound: 'hit' },
    died: { ms: 900, sound: 'hit' },
    left: { ms: 800, sound: 'heal' },
  },
};

export default board;
