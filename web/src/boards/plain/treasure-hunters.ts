// Treasure Hunters as text: how it stands, where the hunter may go, the hunters, the rooms with their doors,
// the corridor, and the cards to come.
import type { Words } from '../../../../protocol/lanterne';
import type { Door, Hunter, Plan, Room, View } from '../treasure-hunters/view';
import { words as boardWords } from '../treasure-hunters/words';
import { capital, sentences, teller, textOf, type Describe, type Line, type Section, type Teller } from './text';

const words = {
  ...boardWords,
  'now-title': { en: 'How it stands', fr: 'Où en est la partie' },
  out: { en: '{n} {n?jewel is:jewels are} out of the house.', fr: '{n} {n?joyau est sorti:joyaux sont sortis} de la maison.' },
  'next-is': { en: 'The next one out must be jewel {n}.', fr: 'Le prochain à sortir est le joyau {n}.' },
  'hauntings-are': { en: '{n} {n?room is:rooms are} haunted; {of} lose the game.', fr: '{n} {n?pièce est hantée:pièces sont hantées} ; à {of}, c’est perdu.' },
  'no-hauntings': { en: 'No room is haunted; {of} lose the game.', fr: 'Aucune pièce n’est hantée ; à {of}, c’est perdu.' },
  plays: { en: '{who} plays {hunter}, {where}.', fr: '{who} joue {hunter}, {where}.' },
  'plays-alone': { en: '{hunter} plays, {where}.', fr: '{hunter} joue, {where}.' },
  'die-shows': { en: 'The die shows {n}: {left} {left?step is:steps are} left.', fr: 'Le dé indique {n} : il reste {left} pas.' },
  outside: { en: 'outside', fr: 'dehors' },
  'in-room': { en: 'in {node}', fr: 'dans la {node}' },
  'on-tile': { en: 'in the corridor on {node}', fr: 'dans le couloir sur {node}' },
  'reach-title': { en: 'Where {hunter} can go', fr: 'Où {hunter} peut aller' },
  'in-steps': { en: 'In {n} {n?step:steps}: {places}.', fr: 'En {n} pas : {places}.' },
  'place-fight': { en: '{node} ({fight})', fr: '{node} ({fight})' },
  'hunters-title': { en: 'The hunters', fr: 'Les chasseurs' },
  'hunter-of': { en: '{hunter}, played by {who}, is {where}', fr: '{hunter}, à {who}, est {where}' },
  'hunter-is-at': { en: '{hunter} is {where}', fr: '{hunter} est {where}' },
  'with-what': { en: ' and carries {what}', fr: ' et porte {what}' },
  'held-fast': { en: ', held fast by the haunting', fr: ', retenu par l’Esprit Malfaisant' },
  'way-out': { en: 'The way out takes {n} {n?step:steps}.', fr: 'La sortie est à {n} pas.' },
  'rooms-title': { en: 'The rooms', fr: 'Les pièces' },
  'is-empty': { en: '{room} is empty of ghosts and jewels.', fr: '{room} : ni fantôme, ni joyau.' },
  'is-haunted': { en: '{room} is haunted', fr: '{room} est hantée' },
  'there-is': { en: 'In {room} there is {what}', fr: 'Dans la {room} : {what}' },
  'there-are': { en: 'In {room} there are {what}', fr: 'Dans la {room} : {what}' },
  'haunted-with': { en: '{room} is haunted, and there is {what}', fr: '{room} est hantée ; il y a {what}' },
  'ghosts-n': { en: '{n} {n?ghost:ghosts}', fr: '{n} {n?fantôme:fantômes}' },
  'one-more': { en: 'One more ghost makes it haunted.', fr: 'Un fantôme de plus, et elle sera hantée.' },
  'stands-here': { en: '{who} stands here.', fr: '{who} s’y trouve.' },
  'stand-here': { en: '{who} stand here.', fr: '{who} s’y trouvent.' },
  'doors-lead': { en: 'Doors lead to {doors}.', fr: 'Ses portes mènent à : {doors}.' },
  'door-leads': { en: 'Its only door leads to {doors}.', fr: 'Sa seule porte mène à : {doors}.' },
  'door-colour': { en: '{to} ({colour} door)', fr: '{to} (porte {colour})' },
  'door-locked': { en: '{to} ({colour} door, locked)', fr: '{to} (porte {colour}, fermée)' },
  'corridor-title': { en: 'The corridor', fr: 'Le couloir' },
  'run-east': { en: 'From west to east: tiles {tiles}.', fr: 'D’ouest en est, les dalles {tiles}.' },
  'run-south': { en: 'From north to south: tiles {tiles}.', fr: 'Du nord au sud, les dalles {tiles}.' },
  'front-door': { en: 'The front door is at {tile}.', fr: 'La porte d’entrée donne sur {tile}.' },
  'cards-title': { en: 'The cards to come', fr: 'Les cartes à venir' },
  'cards-are': { en: '{n} {n?card is:cards are} in the pile: {cards}.', fr: '{n} {n?carte:cartes} dans la pioche : {cards}.' },
  'cards-none': { en: 'The pile is empty.', fr: 'La pioche est vide.' },
  'card-times': { en: '{card} ({n} times)', fr: '{card} ({n} fois)' },
  'cards-haunt': { en: '{rooms}: one more ghost would haunt {n?it:them}.', fr: '{rooms} : un fantôme de plus amène un Esprit Malfaisant.' },
  'won-text': { en: 'The game is won.', fr: 'La partie est gagnée.' },
  'over-text': { en: 'The game is lost.', fr: 'La partie est perdue.' },
} satisfies Record<string, Words>;

type Tell = Teller<keyof typeof words>;
const OUTSIDE = 'outside';

const isRoom = (view: View, node: string): boolean => view.rooms.some(({ room }) => room === node);

function where(tell: Tell, view: View, node: string): Line {
  if (node === OUTSIDE) return tell.say('outside');
  return tell.say(isRoom(view, node) ? 'in-room' : 'on-tile', { node: tell.name('node', node) });
}

function standing(tell: Tell, view: View): Line[] {
  const active = view.hunters.find(({ hunter }) => hunter === view.hunter);
  const who = view.seat;
  const lines = [
    sentences(
      tell.say('out', { n: view.jewels_out }),
      view.next_number ? tell.say('next-is', { n: view.next_number }) : [],
      tell.say(view.hauntings ? 'hauntings-are' : 'no-hauntings', { n: view.hauntings, of: view.hauntings_lose }),
    ),
  ];
  if (view.phase === 'over') return [...lines, tell.say(view.won ? 'won-text' : 'over-text')];
  if (active) {
    const given = { hunter: tell.name('hunter', active.hunter), where: where(tell, view, active.node) };
    const turn = who === null ? tell.say('plays-alone', given) : tell.say('plays', { ...given, who: tell.seat(who) });
    lines.push(sentences(turn, view.rolled ? tell.say('die-shows', { n: view.rolled, left: view.steps }) : []));
  }
  if (view.fight) lines.push(capital(tell.say(view.fight.dice === 2 ? 'fight-two' : 'fight-one', { p: Math.round((view.fight.clears / view.fight.of) * 100) })));
  if (view.locked === 'blue' || view.locked === 'green') lines.push(tell.say(`shut-${view.locked}`));
  if (view.cannot_be_won) lines.push(tell.say('lost'));
  return lines;
}

// `reach` lists by distance; the first are the place itself.
function reach(tell: Tell, view: View): Line[] {
  const fights = new Map((view.fights ?? []).map((fight) => [fight.node, fight]));
  const placeOf = (node: string): Line => {
    const fight = fights.get(node);
    if (!fight) return [tell.name('node', node)];
    return tell.say('place-fight', { node: tell.name('node', node), fight: tell.say(fight.dice === 2 ? 'fight-two' : 'fight-one', { p: Math.round((fight.clears / 36) * 100) }) });
  };
  return (view.reach ?? []).flatMap((row, n) => {
    const nodes = row.split(' ').filter(Boolean);
    return n && nodes.length ? [tell.say('in-steps', { n, places: tell.list(nodes.map(placeOf)) })] : [];
  });
}

function hunterLine(tell: Tell, view: View, hunter: Hunter): Line {
  const given = { hunter: tell.name('hunter', hunter.hunter), where: where(tell, view, hunter.node) };
  const what = hunter.number ? tell.say('jewel-n', { n: hunter.number }) : tell.say('jewel');
  const is = [
    ...(hunter.seat === null ? tell.say('hunter-is-at', given) : tell.say('hunter-of', { ...given, who: tell.seat(hunter.seat) })),
    ...(hunter.jewel ? tell.say('with-what', { what }) : []),
    ...(hunter.held ? tell.say('held-fast') : []),
    '.',
  ];
  return sentences(is, hunter.node === OUTSIDE ? [] : tell.say('way-out', { n: hunter.steps_to_outside }));
}

function doorLine(tell: Tell, door: Door, room: string): Line {
  const to = tell.name('node', door.a === room ? door.b : door.a);
  if (door.colour === 'neutral') return [to];
  return tell.say(door.locked ? 'door-locked' : 'door-colour', { to, colour: tell.name('colour', door.colour) });
}

function roomLine(tell: Tell, view: View, room: Room): Line {
  const name = tell.name('node', room.room);
  const things = [
    ...(room.jewel ? [room.number ? tell.say('jewel-n', { n: room.number }) : tell.say('jewel')] : []),
    ...(room.ghosts ? [tell.say('ghosts-n', { n: room.ghosts })] : []),
  ];
  const what = tell.list(things);
  const first = things.length ? [...tell.say(room.haunted ? 'haunted-with' : !room.jewel && room.ghosts > 1 ? 'there-are' : 'there-is', { room: name, what }), '.'] : room.haunted ? [...tell.say('is-haunted', { room: name }), '.'] : tell.say('is-empty', { room: name });
  const there = view.hunters.filter(({ node }) => node === room.room);
  const doors = view.board.doors.filter(({ a, b }) => a === room.room || b === room.room).map((door) => doorLine(tell, door, room.room));
  const who = tell.list(there.map(({ hunter }) => [tell.name('hunter', hunter)]));
  return sentences(
    first,
    room.danger ? tell.say('one-more') : [],
    there.length ? tell.say(there.length > 1 ? 'stand-here' : 'stands-here', { who }) : [],
    doors.length ? tell.say(doors.length > 1 ? 'doors-lead' : 'door-leads', { doors: tell.list(doors) }) : [],
  );
}

// Tiles side by side, in the direction given by the step.
export function runs(tiles: Plan['tiles'], dx: number, dy: number): string[][] {
  const at = new Map(tiles.map((tile) => [`${tile.x} ${tile.y}`, tile]));
  const next = (tile: Plan['tiles'][number], sign: number) => at.get(`${tile.x + sign * dx} ${tile.y + sign * dy}`);
  return tiles.flatMap((tile) => {
    if (next(tile, -1) || !next(tile, 1)) return [];
    const run = [];
    for (let one: typeof tile | undefined = tile; one; one = next(one, 1)) run.push(one.node);
    return [run];
  });
}

function corridor(tell: Tell, view: View): Line[] {
  const { tiles, doors } = view.board;
  const front = doors.find(({ a, b }) => a === OUTSIDE || b === OUTSIDE);
  return [
    ...runs(tiles, 1, 0).map((run) => tell.say('run-east', { tiles: tell.list(run.map((node) => [node])) })),
    ...runs(tiles, 0, 1).map((run) => tell.say('run-south', { tiles: tell.list(run.map((node) => [node])) })),
    ...(front ? [tell.say('front-door', { tile: tell.name('node', front.a === OUTSIDE ? front.b : front.a) })] : []),
  ];
}

function cards(tell: Tell, view: View): Line[] {
  const { pile } = view;
  const special = Object.entries(pile).filter(([key, n]) => key !== 'count' && typeof n === 'number' && n > 0) as [string, number][];
  const all: Line[] = [
    ...[...pile.letters].map((letter): Line => [tell.name('card', letter)]),
    ...special.map(([card, n]): Line => (n > 1 ? tell.say('card-times', { card: tell.name('card', card), n }) : [tell.name('card', card)])),
  ];
  const danger = view.rooms.filter((room) => room.danger && pile.letters.includes(room.room));
  return [
    pile.count ? tell.say('cards-are', { n: pile.count, cards: tell.list(all) }) : tell.say('cards-none'),
    ...(danger.length ? [capital(tell.say('cards-haunt', { n: danger.length, rooms: tell.list(danger.map(({ room }) => [tell.name('node', room)])) }))] : []),
  ];
}

export const describe: Describe = (seen, sayer): Section[] => {
  const view = seen.view as unknown as View;
  const tell = teller(words, sayer);
  const reached = reach(tell, view);
  return [
    { title: textOf(tell.say('now-title')), lines: standing(tell, view) },
    ...(reached.length && view.hunter ? [{ title: textOf(tell.say('reach-title', { hunter: tell.name('hunter', view.hunter) })), lines: reached }] : []),
    { title: textOf(tell.say('hunters-title')), lines: view.hunters.map((hunter) => capital(hunterLine(tell, view, hunter))) },
    { title: textOf(tell.say('rooms-title')), lines: view.rooms.map((room) => roomLine(tell, view, room)) },
    { title: textOf(tell.say('corridor-title')), lines: corridor(tell, view) },
    { title: textOf(tell.say('cards-title')), lines: cards(tell, view) },
  ];
};
