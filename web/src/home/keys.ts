// The key art of each game, a poster of 1200 by 400, and the part of it that a card shows when it crops.
import manor from './keys/key-manor.svg';
import shadow from './keys/key-shadow-hunters.svg';
import shy from './keys/key-shy-monsters.svg';
import treasure from './keys/key-treasure-hunters.svg';

export interface Key {
  url: string;
  focus: string; // the horizontal position of the crop
  light: [number, number]; // where its light is, in parts of width and height
  breath?: [number, number]; // the nose of a sleeper
}

const keys: Record<string, Key> = {
  'shadow-hunters': { url: shadow, focus: '50%', light: [0.493, 0.67] },
  manor: { url: manor, focus: '58%', light: [0.667, 0.59] },
  'shy-monsters': { url: shy, focus: '62%', light: [0.508, 0.615], breath: [0.5605, 0.705] },
  'treasure-hunters': { url: treasure, focus: '60%', light: [0.672, 0.63] },
};

// Undefined for a game without key art; its card shows a lantern.
export function keyOf(game: string): Key | undefined {
  return keys[game];
}
