// The pictures of the game, as addresses for <img>: files of the folder pictures/, and cards made of a
// template, a symbol and a light. An <img> is drawn once for any number of copies, and its ids are its own.
import bodies from 'virtual:icons/shadow-hunters';
import { symbols } from './symbols';

const files = import.meta.glob<string>('./pictures/*.svg', { query: '?raw', import: 'default', eager: true });
const made = new Map<string, string>();

function address(key: string, draw: () => string): string {
  const known = made.get(key);
  if (known !== undefined) return known;
  const url = `data:image/svg+xml,${encodeURIComponent(draw())}`;
  made.set(key, url);
  return url;
}

// A character or an area by its id. A face-down card has one picture, whoever lies under it.
export function picture(id: string | null): string {
  const name = id ?? 'back';
  return address(name, () => {
    const svg = files[`./pictures/${name}.svg`];
    if (svg === undefined) throw new Error(`no picture of ${name}`);
    return svg;
  });
}

export type Deck = 'white' | 'black' | 'hermit';

// Paper, the light on it and the shapes cut out of it.
const INKS = {
  white: { paper: ['#efe8da', '#cdbfa4'], edge: '#fffaf0', light: ['#fffdf2', '#ffe6a8', '#d9ae62', '#6b4f2c'], ground: '#b48a4a', dark: '#3a2816', rim: '#fff6d8', mark: '#8d7a58' },
  black: { paper: ['#34343f', '#1b1b22'], edge: '#555564', light: ['#ffe0a6', '#f08a4a', '#8a2f2a', '#2a1216'], ground: '#7a2a26', dark: '#190c0f', rim: '#ffd9a0', mark: '#8a8798' },
  hermit: { paper: ['#47906a', '#1f4633'], edge: '#63a881', light: ['#fbffe9', '#dcefb2', '#7fb68d', '#2b5d43'], ground: '#2f6044', dark: '#0d2018', rim: '#f2ffdc', mark: '#a6cfb0' },
} as const;

const ARCH = 'M12 122V58C12 31 34 12 60 12S108 31 108 58V122Z';
const TORN = 'M12 12H108V108L100 113 92 108 82 116 72 110 61 118 50 111 40 117 30 109 21 115 12 110Z';
const RAYS =
  'M60 62 154 74 149 95ZM60 62 135 120 121 135ZM60 62 96 150 76 156ZM60 62 48 156 27 151ZM60 62 2 137-13 123ZM60 62-28 98-34 78ZM60 62-34 50-29 29ZM60 62-15 4-1-11ZM60 62 24-26 44-32ZM60 62 72-32 93-27ZM60 62 118-13 133 1ZM60 62 148 26 154 46Z';

const EQUIPMENT = [
  'talisman', 'spear-of-longinus', 'holy-robe', 'silver-rosary', 'mystic-compass', 'fortune-brooch',
  'butcher-knife', 'chainsaw', 'rusted-broad-axe', 'cursed-sword-masamune', 'handgun', 'machine-gun',
];
const WHITE = [
  'talisman', 'spear-of-longinus', 'holy-robe', 'silver-rosary', 'mystic-compass', 'fortune-brooch', 'advent', 'blessing', 'chocolate',
  'concealed-knowledge', 'disenchant-mirror', 'first-aid', 'flare-of-judgement', 'guardian-angel', 'holy-water-of-healing',
];
const HERMIT = ['aid', 'huddle', 'nurturance', 'anger', 'blackmail', 'greed', 'slap', 'spell', 'exorcism', 'bully', 'tough-lesson', 'prediction'];

export function deckOf(card: string): Deck {
  if (HERMIT.includes(card)) return 'hermit';
  return WHITE.includes(card) ? 'white' : 'black';
}

function symbol(id: string): string {
  return (bodies[(symbols as Record<string, string>)[id] ?? ''] ?? '').replace(/fill="currentColor"/g, '');
}

const stops = (colours: readonly string[], at: readonly number[]) => colours.map((colour, n) => `<stop offset="${at[n]}" stop-color="${colour}"/>`).join('');

type Part = 'whole' | 'small' | 'window';
const BOXES: Record<Part, string> = { whole: '0 0 120 168', small: '0 0 120 134', window: '10 10 100 114' };

// Equipment hangs in an arched niche over a shelf, with a diamond below; a single use floats in rays in a
// torn window, with a disc below.
function cardSvg(card: string, part: Part): string {
  const ink = INKS[deckOf(card)];
  const worn = EQUIPMENT.includes(card);
  const window = worn ? ARCH : TORN;
  const top = worn ? 29 : 26;
  const behind = worn
    ? `<circle cx="60" cy="64" r="36" fill="${ink.light[0]}" opacity=".35"/><path d="M10 112C26 96 40 104 52 98 70 106 92 92 110 104V126H10Z" fill="${ink.ground}" opacity=".8"/><path d="M10 18H110V25H10ZM59.3 25h1.4v10h-1.4z" fill="${ink.dark}"/><path d="M10 25H110V26H10Z" fill="${ink.rim}" opacity=".7"/>`
    : `<path d="${RAYS}" fill="${ink.light[0]}" opacity=".35"/><circle cx="60" cy="62" r="40" fill="${ink.light[0]}" opacity=".4"/><path d="M10 100C40 90 80 92 110 100V125H10Z" fill="${ink.ground}" opacity=".45"/>`;
  const shelf = worn ? `<path d="M10 114H110V126H10Z" fill="${ink.dark}"/><path d="M10 114H110V115.2H10Z" fill="${ink.rim}" opacity=".8"/>` : '';
  const sign = worn ? '<path d="M60 151 66 156.5 60 162 54 156.5Z"/>' : '<circle cx="60" cy="156.5" r="4.5"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${BOXES[part]}"><defs><linearGradient id="p" x2="0" y2="1">${stops(ink.paper, [0, 1])}</linearGradient><radialGradient id="l" gradientUnits="userSpaceOnUse" cx="60" cy="62" r="78">${stops(ink.light, [0, 0.34, 0.72, 1])}</radialGradient><clipPath id="w"><path d="${window}"/></clipPath><g id="y">${symbol(card)}</g></defs>${part === 'window' ? '' : `<rect width="120" height="168" rx="9" fill="url(#p)"/><path d="M9 0H111A9 9 0 0 1 120 9V10A9 9 0 0 0 111 1.2H9A9 9 0 0 0 0 10V9A9 9 0 0 1 9 0Z" fill="${ink.edge}"/>`}<path d="${window}" transform="translate(0 -1.3)" opacity=".35"/><path d="${window}" transform="translate(0 1.3)" fill="${ink.edge}" opacity=".7"/><g clip-path="url(#w)"><path fill="url(#l)" d="M10 10h100v115H10z"/>${behind}<use href="#y" transform="translate(25 ${top}) scale(.137)" fill="${ink.rim}"/><use href="#y" transform="translate(26 ${top + 1.2}) scale(.137)" fill="${ink.dark}"/>${shelf}</g><g fill="${ink.mark}"><path d="M22 156H98V157H22Z" opacity=".6"/>${sign}</g></svg>`;
}

// A card as a whole (120 by 168, its name is laid over it), as the small card without its foot, or its window
// alone.
export function cardPicture(card: string, part: Part = 'whole'): string {
  return address(`card ${card} ${part}`, () => cardSvg(card, part));
}

const BACKS = {
  white: { glow: '#fff8e0', sign: '#6b4a1e', line: '#8a6a2c' },
  black: { glow: '#f09a62', sign: '#140c10', line: '#e07a4a' },
  hermit: { glow: '#ffe6a8', sign: '#0d2018', line: '#f2d48a' },
} as const;

// The back of a deck's cards.
export function deckPicture(deck: Deck): string {
  const { glow, sign, line } = BACKS[deck];
  return address(`deck ${deck}`, () =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 66 92"><defs><linearGradient id="p" x2="0" y2="1">${stops(INKS[deck].paper, [0, 1])}</linearGradient><radialGradient id="g"><stop stop-color="${glow}" stop-opacity=".75"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs><rect width="66" height="92" rx="6" fill="url(#p)"/><circle cx="33" cy="38" r="30" fill="url(#g)"/><g transform="translate(13 18) scale(.078)" fill="${sign}">${symbol(deck)}</g><rect x="4.5" y="4.5" width="57" height="83" rx="3.5" fill="none" stroke="${line}" stroke-opacity=".45"/></svg>`,
  );
}
