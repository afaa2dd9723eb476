// All pictures of the board, loaded with it.
import belfry from './pictures/house-belfry.svg?raw';
import elm from './pictures/house-elm.svg?raw';
import gables from './pictures/house-gables.svg?raw';
import mansard from './pictures/house-mansard.svg?raw';
import observatory from './pictures/house-observatory.svg?raw';
import tower from './pictures/house-tower.svg?raw';
import shared from './pictures/face-shared.svg?raw';
import trapped from './pictures/face-trapped.svg?raw';
import value from './pictures/face-value.svg?raw';
import garden from './pictures/garden.svg?raw';
import basic from './pictures/hunter-basic.svg?raw';
import caller from './pictures/hunter-call.svg?raw';
import detector from './pictures/hunter-detector.svg?raw';
import heavy from './pictures/hunter-over-equipped.svg?raw';
import tandem from './pictures/hunter-tandem.svg?raw';
import sharedSign from './pictures/shared-sign.svg?raw';
import trapSign from './pictures/trap-sign.svg?raw';
import type { House } from './houses';

export const houses: Record<House, string> = { belfry, elm, gables, mansard, observatory, tower };

const hunters: Record<string, string> = { basic, 'over-equipped': heavy, tandem, detector, 'call-for-help': caller };

export function hunterPicture(hunter: string): string {
  return hunters[hunter] ?? basic;
}

// The open door of a manor, laid over any house; its numeral is drawn by the component. Its light reaches
// below the house, and an image ends where its box does: the box is higher than that of a house (House.svelte
// lays it out).
const high = (svg: string): string => svg.replace('viewBox="0 0 120 130"', 'viewBox="0 0 120 156"');
const faces = { shared: high(shared), trapped: high(trapped), value: high(value) };
export function facePicture(manor: string): string {
  return manor === 'shared' || manor === 'trapped' ? faces[manor] : faces.value;
}

// On the closed door of an own manor that is not worth a number.
export function signPicture(manor: string): string | null {
  return manor === 'shared' ? sharedSign : manor === 'trapped' ? trapSign : null;
}

// The walls of houses by their street: near the viewer, and farther off in the light of the evening.
export const PALETTES = {
  near: { '--mn-far': '#5e4530', '--mn-mid': '#33261d', '--mn-mid2': '#2a1f18', '--mn-roof': '#1d1512', '--mn-near': '#15100d' },
  far: { '--mn-far': '#7a5a3c', '--mn-mid': '#46331f', '--mn-mid2': '#3a2a1b', '--mn-roof': '#281c14', '--mn-near': '#20160f' },
};

// The seats' colours by night, as app.css has them, with the board's own green (pictures.test.ts compares).
export const SEAT_COLOURS = ['#e69f00', '#56b4e9', '#1bb38a', '#f0e442'];

// The stones of a garden, and those that a touch may take.
export const STONE = {};
export const LIT_STONE = { '--stone': '#3a2812', '--stone-rim': '#ffb454' };

export { garden };
