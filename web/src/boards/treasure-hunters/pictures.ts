// The pictures of the game, loaded with its board. A hunter takes its colour from `currentColor`, a jewel
// from the custom property --jewel.
import ghost from './pictures/ghost.svg?raw';
import haunting from './pictures/haunting.svg?raw';
import blue from './pictures/hunter-blue.svg?raw';
import green from './pictures/hunter-green.svg?raw';
import red from './pictures/hunter-red.svg?raw';
import yellow from './pictures/hunter-yellow.svg?raw';
import jewel from './pictures/jewel.svg?raw';

export { ghost, haunting, jewel };
export const PLAIN = {}; // as it is in its file

export const hunters: Record<string, string> = { red, yellow, blue, green };
export const COLOURS: Record<string, string> = { red: '#ef5f4c', yellow: '#f2c83c', blue: '#5aa2ee', green: '#4fb477' };
