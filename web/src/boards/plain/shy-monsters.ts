// Shy Monsters as text: who is who, where the Hero stands, and the floor tile by tile with what lies beside
// each.
import type { Words } from '../../../../protocol/lanterne';
import { cellAt, spotOf } from '../shy-monsters/floor';
import type { Tile, View } from '../shy-monsters/view';
import { sentences, teller, textOf, type Describe, type Line, type Teller } from './text';

const words = {
  'now-title': { en: 'How it stands', fr: 'Où en est la partie' },
  floor: { en: 'Floor {n} of {of}.', fr: 'Étage {n} sur {of}.' },
  roles: { en: '{master} is the Master, {hero} the Hero.', fr: '{master} est le Maître, {hero} le Héros.' },
  'hero-at': { en: 'The Hero stands on {cell}.', fr: 'Le Héros est sur {cell}.' },
  'has-both': { en: 'The attack and the jump have not been used.', fr: 'L’attaque et le saut sont encore là.' },
  'has-attack': { en: 'The attack has not been used; the jump has.', fr: 'L’attaque est encore là, le saut est utilisé.' },
  'has-jump': { en: 'The jump has not been used; the attack has.', fr: 'Le saut est encore là, l’attaque est utilisée.' },
  'has-none': { en: 'The attack and the jump have been used.', fr: 'L’attaque et le saut sont utilisés.' },
  reveals: { en: '{n} more {n?tile is:tiles are} to be turned up.', fr: 'Encore {n} {n?tuile:tuiles} à retourner.' },
  'floor-title': { en: 'The floor', fr: 'L’étage' },
  'no-tiles': { en: 'No tile has been laid yet.', fr: 'Aucune tuile n’est encore posée.' },
  'tile-up': { en: 'On {cell}: {tile}, face up.', fr: 'Sur {cell} : {tile}, face visible.' },
  'tile-known': { en: 'On {cell}: a tile face down; you know it: {tile}.', fr: 'Sur {cell} : une tuile face cachée ; tu la connais : {tile}.' },
  'tile-down': { en: 'On {cell}: a tile face down.', fr: 'Sur {cell} : une tuile face cachée.' },
  'monster-active': { en: 'The monster is dangerous.', fr: 'Le monstre est dangereux.' },
  'monster-inactive': { en: 'The monster is harmless.', fr: 'Le monstre est inoffensif.' },
  'monster-dead': { en: 'The monster is dead.', fr: 'Le monstre est mort.' },
  'at-ease': { en: 'It is at ease here.', fr: 'Il est à l’aise ici.' },
  'not-at-ease': { en: 'It is not at ease here.', fr: 'Il n’est pas à l’aise ici.' },
  zones: { en: 'It could be home to {monsters}.', fr: 'Peut y être chez soi : {monsters}.' },
  'hero-here': { en: 'The Hero is here.', fr: 'Le Héros est ici.' },
  beside: { en: 'Beside it: {cells}.', fr: 'À côté : {cells}.' },
  north: { en: '{cell} to the north', fr: '{cell} au nord' },
  east: { en: '{cell} to the east', fr: '{cell} à l’est' },
  south: { en: '{cell} to the south', fr: '{cell} au sud' },
  west: { en: '{cell} to the west', fr: '{cell} à l’ouest' },
  'monsters-title': { en: 'The monsters', fr: 'Les monstres' },
  hand: { en: 'In hand: {tiles}.', fr: 'En main : {tiles}.' },
  here: { en: 'On this floor: {monsters}.', fr: 'À cet étage : {monsters}.' },
  others: { en: 'Not seen yet: {monsters}.', fr: 'Pas encore vus : {monsters}.' },
  gone: { en: 'Gone: {monsters}.', fr: 'Partis : {monsters}.' },
  'gone-unseen': { en: '{n} {n?monster has:monsters have} gone unseen.', fr: '{n} {n?monstre est parti:monstres sont partis} sans être {n?vu:vus}.' },
} satisfies Record<string, Words>;

type Tell = Teller<keyof typeof words>;
const SIDES = [['north', 0, -1], ['east', 1, 0], ['south', 0, 1], ['west', -1, 0]] as const;

function beside(tell: Tell, view: View, cell: string): Line {
  const { x, y } = spotOf(cell);
  const laid = new Set(view.tiles.map((tile) => tile.cell));
  const found = SIDES.flatMap(([side, dx, dy]) => {
    const other = cellAt({ x: x + dx, y: y + dy });
    return laid.has(other) ? [tell.say(side, { cell: other })] : [];
  });
  return found.length ? tell.say('beside', { cells: tell.list(found) }) : [];
}

// What only the viewer knows of a tile is left out while secrets are covered.
function tileLine(tell: Tell, view: View, given: Tile, open: boolean): Line {
  const tile: Tile = open || given.up ? given : { ...given, tile: null, fits: null, zones: [], monster: null };
  const what = { cell: tile.cell, tile: tile.tile === null ? '' : tell.name('tile', tile.tile) };
  return sentences(
    tell.say(tile.up ? 'tile-up' : tile.tile === null ? 'tile-down' : 'tile-known', what),
    tile.monster ? tell.say(`monster-${tile.monster}`) : [],
    tile.fits === null ? [] : tell.say(tile.fits ? 'at-ease' : 'not-at-ease'),
    tile.zones.length ? tell.say('zones', { monsters: tell.list(tile.zones.map((id) => [tell.name('tile', id)])) }) : [],
    view.at === tile.cell ? tell.say('hero-here') : [],
    beside(tell, view, tile.cell),
  );
}

function monsters(tell: Tell, view: View): Line[] {
  const named = (ids: string[]) => tell.list(ids.map((id): Line => [tell.name('tile', id)]));
  return [
    ...(view.hand.length ? [tell.say('hand', { tiles: named(view.hand) })] : []),
    ...(view.here.length ? [tell.say('here', { monsters: named(view.here) })] : []),
    ...(view.others.length ? [tell.say('others', { monsters: named(view.others) })] : []),
    ...(view.gone.length ? [tell.say('gone', { monsters: named(view.gone) })] : []),
    ...(view.gone_unseen ? [tell.say('gone-unseen', { n: view.gone_unseen })] : []),
  ];
}

export const describe: Describe = (seen, sayer, open) => {
  const view = seen.view as unknown as View;
  const tell = teller(words, sayer);
  const has = view.attack && view.jump ? 'has-both' : view.attack ? 'has-attack' : view.jump ? 'has-jump' : 'has-none';
  const rest = open ? monsters(tell, view) : [];
  return [
    {
      title: textOf(tell.say('now-title')),
      lines: [
        sentences(tell.say('floor', { n: view.floor, of: view.floors }), tell.say('roles', { master: tell.seat(view.master), hero: tell.seat(view.hero) })),
        sentences(view.at ? tell.say('hero-at', { cell: view.at }) : [], tell.say(has), view.reveals ? tell.say('reveals', { n: view.reveals }) : []),
      ],
    },
    { title: textOf(tell.say('floor-title')), lines: view.tiles.length ? view.tiles.map((tile) => tileLine(tell, view, tile, open)) : [tell.say('no-tiles')] },
    ...(rest.length ? [{ title: textOf(tell.say('monsters-title')), lines: rest }] : []),
  ];
};
