// The pictures of the game, loaded with its board. The light in a niche is the custom property --sm-light.
import ape from './pictures/ape.svg?raw';
import bat from './pictures/bat.svg?raw';
import cloaked from './pictures/cloaked.svg?raw';
import cobra from './pictures/cobra.svg?raw';
import corridor from './pictures/corridor.svg?raw';
import dragon from './pictures/dragon.svg?raw';
import entrance from './pictures/entrance.svg?raw';
import exit from './pictures/exit.svg?raw';
import hero from './pictures/hero.svg?raw';
import kraken from './pictures/kraken.svg?raw';
import mantis from './pictures/mantis.svg?raw';
import nicheBack from './pictures/niche-back.svg?raw';
import nicheFront from './pictures/niche-front.svg?raw';

export { cloaked, hero };

export const monsters: Record<string, string> = { ape, bat, cobra, dragon, kraken, mantis };
// A monster in its niche, lying on its head when it is dead, as one picture: three, one over the other, have
// three times the boxes to lay out and to paint.
const niches = new Map<string, string>();
const inside = (svg: string) => svg.replace(/^\s*<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');

export function inNiche(monster: string, dead: boolean): string {
  const key = `${monster} ${dead}`;
  const made = niches.get(key) ?? `<svg viewBox="0 0 100 100">${inside(nicheBack)}<g class="monster"${dead ? ' transform="rotate(180 50 50)"' : ''}>${inside(monsters[monster] ?? '')}</g>${inside(nicheFront)}</svg>`;
  niches.set(key, made);
  return made;
}

export const plain: Record<string, string> = { corridor, entrance, exit };

// The light behind a monster: dangerous, harmless, dead, or only spoken of.
export const LIGHTS = { active: '#e5533d', inactive: '#7aa6c2', dead: '#6d6055', seen: '#ffb454' } as const;
export type Light = keyof typeof LIGHTS;
