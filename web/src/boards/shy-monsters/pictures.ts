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

export { cloaked, hero, nicheBack, nicheFront };

export const monsters: Record<string, string> = { ape, bat, cobra, dragon, kraken, mantis };
export const plain: Record<string, string> = { corridor, entrance, exit };

// The light behind a monster: dangerous, harmless, dead, or only spoken of.
export const LIGHTS = { active: '#e5533d', inactive: '#7aa6c2', dead: '#6d6055', seen: '#ffb454' } as const;
export type Light = keyof typeof LIGHTS;
