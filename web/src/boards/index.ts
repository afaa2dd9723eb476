// The board of each game, loaded on demand.
import type { Board } from './board';

const drawn: Record<string, () => Promise<{ default: Board }>> = {
  manor: () => import('./manor'),
  'shadow-hunters': () => import('./shadow-hunters'),
  'shy-monsters': () => import('./shy-monsters'),
  'treasure-hunters': () => import('./treasure-hunters'),
};

export async function boardOf(game: string): Promise<Board> {
  return (await (drawn[game] ?? (() => import('./plain')))()).default;
}
