// Shadow Hunters as text: whose turn it is and what is going on, the areas with their neighbours and who is
// there, the players with damage, equipment and what is known of them, the cards.
import type { Words } from '../../../../protocol/lanterne';
import type { Seat, View } from '../shadow-hunters/view';
import { capital, sentences, teller, textOf, type Describe, type Line, type Teller } from './text';

const words = {
  'now-title': { en: 'How it stands', fr: 'Où en est la partie' },
  turn: { en: 'Turn {n}.', fr: 'Tour {n}.' },
  plays: { en: '{who} is to play.', fr: 'C’est à {who} de jouer.' },
  attack: { en: '{who} attacks {targets}.', fr: '{who} attaque {targets}.' },
  hit: { en: '{who} {n?is:are} hit.', fr: '{n?Blessure:Blessures} pour {who}.' },
  card: { en: 'The card in play: {card}.', fr: 'La carte en jeu : {card}.' },
  hermit: { en: 'The Hermit card: {card}.', fr: 'La carte Vision : {card}.' },
  hand: { en: 'In your hand: {cards}.', fr: 'Dans ta main : {cards}.' },
  won: { en: 'The game is over. Winners: {who}.', fr: 'La partie est finie. Victoire : {who}.' },
  'areas-title': { en: 'The areas', fr: 'Les lieux' },
  'area-near': { en: '{area}, in range of {others}, reached with {sums}:', fr: '{area}, à portée de {others}, atteint avec {sums} :' },
  'area-alone': { en: '{area}, reached with {sums}:', fr: '{area}, atteint avec {sums} :' },
  'area-down': { en: 'An area that lies face down:', fr: 'Un lieu face cachée :' },
  nobody: { en: 'nobody is there.', fr: 'personne.' },
  there: { en: '{who} {n?is:are} there.', fr: '{who}.' },
  'players-title': { en: 'The players', fr: 'Les joueurs' },
  is: { en: '{who} is {character} ({side})', fr: '{who} est {character} ({side})' },
  'you-are': { en: 'You are {character} ({side}), and the others do not know it', fr: 'Tu es {character} ({side}), et les autres ne le savent pas' },
  'you-are-seen': { en: 'You are {character} ({side}), for all to see', fr: 'Tu es {character} ({side}), au su de tous' },
  hidden: { en: '{who} has not been revealed', fr: '{who} ne s’est pas révélé' },
  dead: { en: ' and is dead.', fr: ' et est mort.' },
  alive: { en: '.', fr: '.' },
  damage: { en: 'Damage: {n} of {of}.', fr: 'Blessures : {n} sur {of}.' },
  'damage-hidden': { en: 'Damage: {n}.', fr: 'Blessures : {n}.' },
  'stands-in': { en: 'Place: {area}.', fr: 'Lieu : {area}.' },
  nowhere: { en: 'Not on the board yet.', fr: 'Pas encore sur le plateau.' },
  with: { en: 'Equipment: {cards}.', fr: 'Équipement : {cards}.' },
  without: { en: 'No equipment.', fr: 'Aucun équipement.' },
  angel: { en: 'Protected by the Guardian Angel.', fr: 'Sous la protection de l’Ange gardien.' },
  barrier: { en: 'Behind a barrier.', fr: 'Derrière une barrière.' },
  cursed: { en: 'Without an ability.', fr: 'Sans capacité.' },
  spent: { en: 'The ability has been used.', fr: 'Capacité déjà utilisée.' },
  extra: { en: '{n} more {n?turn:turns} to come.', fr: 'Encore {n} {n?tour:tours} à jouer.' },
  possible: { en: 'May be {characters}.', fr: 'Peut être {characters}.' },
  odds: { en: 'An attack would hit in {n} of {of} rolls, for {least} to {most}.', fr: 'Une attaque toucherait dans {n} lancers sur {of}, pour {least} à {most}.' },
  'cards-title': { en: 'The cards', fr: 'Les cartes' },
  deck: { en: '{deck}: {n} left', fr: '{deck} : {n}' },
  decks: { en: 'In the decks: {decks}.', fr: 'Dans les pioches : {decks}.' },
  gave: { en: '{giver} gave {receiver} a Hermit card', fr: '{giver} a donné une carte Vision à {receiver}' },
  'gave-card': { en: '{giver} gave {receiver} the Hermit card {card}', fr: '{giver} a donné à {receiver} la carte Vision {card}' },
} satisfies Record<string, Words>;

type Tell = Teller<keyof typeof words>;

const names = (tell: Tell, seats: number[]): Line => tell.list(seats.map((seat) => [tell.seat(seat)]));
const named = (tell: Tell, key: string, ids: string[]): Line => tell.list(ids.map((id) => [tell.name(key, id)]));

function standing(tell: Tell, view: View): Line[] {
  if (view.winners.length) return [tell.say('won', { who: names(tell, view.winners) })];
  const { attack } = view;
  return [
    sentences(tell.say('turn', { n: view.turn }), view.active === null ? [] : tell.say('plays', { who: tell.seat(view.active) })),
    attack ? sentences(tell.say('attack', { who: tell.seat(attack.attacker), targets: names(tell, attack.targets) }), attack.hit.length ? tell.say('hit', { who: names(tell, attack.hit), n: attack.hit.length }) : []) : [],
    view.card === null ? [] : tell.say('card', { card: tell.name('card', view.card) }),
    view.hermit_card === null ? [] : tell.say('hermit', { card: tell.name('hermit_card', view.hermit_card) }),
    view.hand.length ? tell.say('hand', { cards: named(tell, 'card', view.hand) }) : [],
  ].filter((line) => line.length);
}

function areaLine(tell: Tell, view: View, slot: number): Line {
  const area = view.areas[slot] ?? null;
  const others = (view.range[slot] ?? []).filter((other) => other !== slot + 1).flatMap((other) => view.areas[other - 1] ?? []);
  const sums = area === null ? [] : (view.sums[area] ?? []);
  const there = area === null ? [] : view.seats.filter((seat) => seat.alive && seat.area === area).map(({ seat }) => seat);
  const who = there.length ? tell.say('there', { who: names(tell, there), n: there.length }) : tell.say('nobody');
  if (area === null) return tell.say('area-down').concat(' ', who);
  const given = { area: tell.name('area', area), others: named(tell, 'area', others), sums: tell.list(sums.map((sum) => [String(sum)])) };
  return [...capital(tell.say(others.length ? 'area-near' : 'area-alone', given)), ' ', ...who];
}

function isWho(tell: Tell, seat: Seat, me: boolean): Line {
  const who = tell.seat(seat.seat);
  if (seat.character === null || seat.side === null) return tell.say('hidden', { who });
  const given = { who, character: tell.name('character', seat.character), side: tell.name('side', seat.side) };
  if (me) return tell.say(seat.revealed ? 'you-are-seen' : 'you-are', given);
  return tell.say('is', given);
}

function seatLine(tell: Tell, view: View, seat: Seat, me: boolean): Line {
  const first = [...isWho(tell, seat, me), ...tell.say(seat.alive ? 'alive' : 'dead')];
  if (!seat.alive) return sentences(first);
  const odds = view.odds.find((row) => row.seat === seat.seat);
  return sentences(
    first,
    seat.hp === null ? tell.say('damage-hidden', { n: seat.damage }) : tell.say('damage', { n: seat.damage, of: seat.hp }),
    seat.area === null ? tell.say('nowhere') : tell.say('stands-in', { area: tell.name('area', seat.area) }),
    seat.equipment.length ? tell.say('with', { cards: named(tell, 'card', seat.equipment) }) : tell.say('without'),
    seat.angel ? tell.say('angel') : [],
    seat.barrier ? tell.say('barrier') : [],
    seat.cursed ? tell.say('cursed') : [],
    seat.ability_spent ? tell.say('spent') : [],
    seat.extra_turns ? tell.say('extra', { n: seat.extra_turns }) : [],
    odds ? tell.say('odds', { n: odds.hits, of: odds.rolls, least: odds.least, most: odds.most }) : [],
    seat.character === null && seat.possible?.length ? tell.say('possible', { characters: named(tell, 'character', seat.possible) }) : [],
  );
}

function cards(tell: Tell, view: View): Line[] {
  const decks = Object.entries(view.decks).map(([deck, n]) => capital(tell.say('deck', { deck: tell.name('deck', deck), n })));
  const given = view.hermit_discards.flatMap(({ giver, receiver, card }) => {
    if (giver === null || receiver === null) return [];
    const who = { giver: tell.seat(giver), receiver: tell.seat(receiver) };
    return [[...(card === null ? tell.say('gave', who) : tell.say('gave-card', { ...who, card: tell.name('hermit_card', card) })), '.']];
  });
  return [tell.say('decks', { decks: tell.list(decks, 'unit') }), ...given];
}

// Without what only the viewer knows: the own character, cards in hand, and what follows from Hermit cards.
function covered(view: View): View {
  return {
    ...view,
    hand: [],
    hermit_card: null,
    hermit_discards: view.hermit_discards.map((row) => ({ ...row, card: null })),
    seats: view.seats.map((seat) => ({ ...seat, possible: [], ...(seat.revealed || !seat.alive ? {} : { character: null, side: null, hp: null }) })),
  };
}

export const describe: Describe = (seen, sayer, open) => {
  const view = open ? (seen.view as unknown as View) : covered(seen.view as unknown as View);
  const tell = teller(words, sayer);
  return [
    { title: textOf(tell.say('now-title')), lines: standing(tell, view) },
    { title: textOf(tell.say('areas-title')), lines: view.areas.map((_, slot) => areaLine(tell, view, slot)) },
    { title: textOf(tell.say('players-title')), lines: view.seats.map((seat) => seatLine(tell, view, seat, seat.seat === seen.seat)) },
    { title: textOf(tell.say('cards-title')), lines: cards(tell, view) },
  ];
};
