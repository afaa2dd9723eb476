// Text boards from views as the games write them, word by word: a change of a sentence is to be read here.
import { expect, test } from 'vitest';
import { respelled } from '../../words/edition';
import type { GameWords, Sayer } from '../../words/say';
import type { Seen } from '../board';
import { describe as manor } from './manor';
import { describe as shadowHunters } from './shadow-hunters';
import { describe as shyMonsters } from './shy-monsters';
import { fillLine, textOf, type Section } from './text';
import { describe as treasureHunters, runs } from './treasure-hunters';

const TYPES: Record<string, Record<string, [string, string]>> = {
  node: { outside: ['outside', 'dehors'], A: ['room A', 'pièce A'], B: ['room B', 'pièce B'], T1: ['tile T1', 'dalle T1'], T2: ['tile T2', 'dalle T2'] },
  hunter: { red: ['Red', 'Rouge'], blue: ['Blue', 'Bleu'], basic: ['basic hunter', 'chasseur simple'] },
  card: { A: ['letter A', 'lettre A'], shuffle: ['shuffle', 'mélange'], axe: ['Axe', 'Hache'] },
  colour: { neutral: ['plain', 'neutre'], blue: ['blue', 'bleue'] },
  manor: { '4': ['manor of 4', 'manoir de 4'], trapped: ['trapped manor', 'manoir piégé'] },
  character: { vampire: ['Vampire', 'Vampire'], emi: ['Emi', 'Emi'] },
  side: { shadow: ['Shadow', 'Shadow'], hunter: ['Hunter', 'Hunter'] },
  area: { church: ['Church', 'Monastère'], gate: ['Gate', 'Porte'] },
  tile: { exit: ['Exit', 'Sortie'], cobra: ['Cobra', 'Cobra'] },
};
const words: GameWords = {
  game: 'any',
  version: 1,
  types: Object.entries(TYPES).map(([name, ids]) => ({ name, words: Object.entries(ids).map(([id, [en, fr]]) => ({ id, name: { en, fr } })) })),
  actions: [{ name: 'all', args: Object.keys(TYPES).map((name) => ({ name, type: name })), say: { en: '', fr: '' } }],
  events: [],
  intro: { en: '', fr: '' },
  clauses: [],
  things: [{ type: 'card', value: 'axe', text: { en: 'It cuts.', fr: 'Elle coupe.' }, clause: 'X1' }],
} as unknown as GameWords;

const sayer = (lang: 'en' | 'fr'): Sayer => ({ words, lang, names: ['Zoe', 'Bruno'] });
const seen = (view: object, seat = 1): Seen => ({ seat, view, turn: { must: [], active: 1, window: false }, happening: null }) as unknown as Seen;
const read = (sections: Section[]): string[] => sections.flatMap(({ lines }) => lines.map(textOf));

const house = {
  phase: 'moving', turns: 3, seat: 1, hunter: 'red', rolled: 4, steps: 2, jewels_out: 1, next_number: 2, hauntings: 0, hauntings_lose: 6, locked: null, cannot_be_won: false, won: false,
  hunters: [
    { hunter: 'red', seat: 1, node: 'T1', jewel: true, number: 2, held: false, steps_to_outside: 2 },
    { hunter: 'blue', seat: 2, node: 'B', jewel: false, number: null, held: false, steps_to_outside: 3 },
  ],
  rooms: [
    { room: 'A', ghosts: 2, haunted: false, jewel: true, number: 5, arrivals: 1, danger: true, red: true },
    { room: 'B', ghosts: 0, haunted: false, jewel: false, number: null, arrivals: 0, danger: false, red: false },
  ],
  pile: { count: 2, letters: 'A', shuffle: 1 },
  fight: null,
  reach: ['T1', 'T2', 'A'],
  fights: [{ node: 'A', dice: 1, clears: 18 }],
  board: {
    map: [],
    tiles: [{ node: 'T1', x: 1, y: 1 }, { node: 'T2', x: 0, y: 1 }],
    doors: [{ a: 'A', b: 'T2', colour: 'blue', locked: true }, { a: 'A', b: 'B', colour: 'neutral', locked: false }, { a: 'T1', b: 'outside', colour: 'front', locked: false }],
  },
};

test('Treasure Hunters: rooms with doors and neighbours, hunters with what they carry', () => {
  expect(read(treasureHunters(seen(house), sayer('en'), true))).toEqual([
    '1 jewel is out of the house. The next one out must be jewel 2. No room is haunted; 6 lose the game.',
    'Zoe plays Red, in the corridor on tile T1. The die shows 4: 2 steps are left.',
    'In 1 step: tile T2.',
    'In 2 steps: room A (a fight with 1 die: 50 % to clear the room).',
    'Red, played by Zoe, is in the corridor on tile T1 and carries jewel 2. The way out takes 2 steps.',
    'Blue, played by Bruno, is in room B. The way out takes 3 steps.',
    'In room A there is jewel 5 and 2 ghosts. One more ghost makes it haunted. Doors lead to tile T2 (blue door, locked) and room B.',
    'Room B is empty of ghosts and jewels. Blue stands here. Its only door leads to room A.',
    'From west to east: tiles T2 and T1.',
    'The front door is at tile T1.',
    '2 cards are in the pile: letter A and shuffle.',
    'Room A: one more ghost would haunt it.',
  ]);
  const french = read(treasureHunters(seen(house), sayer('fr'), true));
  expect(french[6]).toMatch(/^Dans la pièce A.: joyau 5 et 2 fantômes\. Un fantôme de plus, et elle sera hantée\. Ses portes mènent à.: dalle T2 \(porte bleue, fermée\) et pièce B\.$/);
});

test('Treasure Hunters: several ghosts are, and several rooms are them', () => {
  const rooms = house.rooms.map((room) => ({ ...room, jewel: false, number: null, ghosts: 2, danger: true }));
  const said = read(treasureHunters(seen({ ...house, rooms, pile: { ...house.pile, letters: 'AB' } }), sayer('en'), true)).join(' ');
  expect(said).toContain('In room A there are 2 ghosts.');
  expect(said).toContain('one more ghost would haunt them.');
});

test('corridor tiles side by side make runs, single ones none', () => {
  const tiles = [{ node: 'T1', x: 2, y: 0 }, { node: 'T2', x: 1, y: 0 }, { node: 'T3', x: 2, y: 1 }, { node: 'T4', x: 5, y: 5 }];
  expect(runs(tiles, 1, 0)).toEqual([['T2', 'T1']]);
  expect(runs(tiles, 0, 1)).toEqual([['T1', 'T3']]);
});

const street = {
  phase: 'placing', active: 2, here: null, choice: null, sent: null, turn: 2, turns_each: 8, winners: null, unseen: { '4': 1, trapped: 0 },
  seats: [{ seat: 1, points_visible: 1, hand: { basic: 2 }, manors: [
    { place: '1.1', up: false, manor: 'trapped', front: [], next: { to: 1, points: 0, by_tandem: 0, times: 1 } },
    { place: '1.2', up: true, manor: '4', front: [{ owner: 2, hunter: 'basic', points: 4 }, { owner: 1, hunter: 'basic', points: 4 }], next: null },
  ] }],
};

test('Manor: a closed manor that one has seen is a secret that can be covered', () => {
  const open = read(manor(seen(street), sayer('en'), true));
  expect(open).toEqual([
    'Turn 2 of 8. Bruno is to play.',
    '1 point is in sight. Still to be placed: 2 × basic hunter.',
    '1.1 is closed; you know what it is: trapped manor. Nobody stands before it. Your next hunter here would bring 0.',
    '1.2 is open: manor of 4. Before it: basic hunter of Bruno, for 4 points and your basic hunter, for 4 points.',
    'Somewhere there may still be manor of 4.',
  ]);
  const covered = read(manor(seen(street), sayer('en'), false)).join(' ');
  expect(covered).toContain('1.1 is closed. Nobody');
  expect(covered).not.toContain('trapped');
});

const floor = {
  phase: 'exploring', floor: 1, floors: 3, master: 1, hero: 2, attack: true, jump: false, reveals: 0, at: 'g7', hand: [], gone: [], gone_unseen: 0, here: ['cobra'], others: [],
  tiles: [
    { cell: 'g7', tile: 'exit', up: true, zones: [], fits: null, monster: null },
    { cell: 'g8', tile: 'cobra', up: false, zones: [], fits: true, monster: 'inactive' },
  ],
};

test('Shy Monsters: tiles with what lies beside them; what the Master alone knows can be covered', () => {
  const open = read(shyMonsters(seen(floor), sayer('en'), true));
  expect(open.slice(0, 4)).toEqual([
    'Floor 1 of 3. Zoe is the Master, Bruno the Hero.',
    'The Hero stands on g7. The attack has not been used; the jump has.',
    'On g7: Exit, face up. The Hero is here. Beside it: g8 to the north.',
    'On g8: a tile face down; you know it: Cobra. The monster is harmless. It is at ease here. Beside it: g7 to the south.',
  ]);
  expect(read(shyMonsters(seen(floor), sayer('en'), false)).join(' ')).not.toMatch(/Cobra|harmless|ease/);
});

const person = { damage: 3, area: 'church', equipment: [], stash: [], extra_turns: 0, alive: true, revealed: false, cursed: false, ability_spent: false, angel: false, barrier: false };
const ring = {
  phase: 'start', turn: 2, active: 1, areas: ['church', 'gate'], range: [[1, 2], [1, 2]], sums: { church: [6], gate: [4, 5] }, decks: {}, hermit_discards: [], card: null, hermit_card: null, attack: null, hand: [], winners: [], odds: [],
  seats: [
    { ...person, seat: 1, character: 'vampire', side: 'shadow', hp: 13 },
    { ...person, seat: 2, character: null, side: null, hp: null, area: 'gate', equipment: ['axe'], possible: ['emi'] },
  ],
};

test('Shadow Hunters: areas with their neighbours, players with what is known of them', () => {
  const open = read(shadowHunters(seen(ring), sayer('en'), true));
  expect(open.slice(0, 5)).toEqual([
    'Turn 2. Zoe is to play.',
    'Church, in range of Gate, reached with 6: Zoe is there.',
    'Gate, in range of Church, reached with 4 and 5: Bruno is there.',
    'You are Vampire (Shadow), and the others do not know it. Damage: 3 of 13. Place: Church. No equipment.',
    'Bruno has not been revealed. Damage: 3. Place: Gate. Equipment: Axe. May be Emi.',
  ]);
  expect(read(shadowHunters(seen(ring), sayer('en'), false)).join(' ')).not.toMatch(/Vampire|Shadow|of 13|Emi/);
});

test('Shadow Hunters: the names of the edition that is read, in the sentences too', () => {
  const edition = { lang: 'fr' as const, spellings: [['Shadow', 'Ombre'], ['Monastère', 'Église'], ['Vision', 'Ermite']] };
  const spelled = { ...sayer('fr'), words: respelled({ ...words, edition }, 'fr') };
  const given = { ...ring, hermit_card: 'axe', hermit_discards: [{ giver: 1, receiver: 2, card: null }] };
  const said = read(shadowHunters(seen(given), spelled, true)).join(' ');
  expect(said).toContain('La carte Ermite\u202f:');
  expect(said).toContain('Zoe a donné une carte Ermite à Bruno.');
  expect(said).toContain('(Ombre)');
  expect(said).not.toMatch(/Vision|Shadow|Monastère/);
});

test('a word that the game explains can be touched, others are text', () => {
  const line = shadowHunters(seen(ring), sayer('en'), true).flatMap(({ lines }) => lines).flat();
  expect(line).toContainEqual({ text: 'Axe', type: 'card', value: 'axe' });
  expect(line.some((bit) => typeof bit !== 'string' && bit.text === 'Church')).toBe(false);
  expect(textOf(fillLine({ en: '{n} {n?one:many} {who}', fr: '' }, 'en', { n: 2, who: ['Zoe'] }))).toBe('2 many Zoe');
});
