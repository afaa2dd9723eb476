// Which game is drawn how. Each board is loaded when its game is.
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
