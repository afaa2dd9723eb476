// Manor as text: whose turn it is, then street by street the manors and the hunters before them, and what has
// not been seen yet.
import type { Words } from '../../../../protocol/lanterne';
import type { Card, ManorView, Plot, Row } from '../manor/view';
import { capital, sentences, teller, textOf, type Describe, type Line, type Section, type Teller } from './text';

const words = {
  'now-title': { en: 'How it stands', fr: 'Où en est la partie' },
  turn: { en: 'Turn {n} of {of}.', fr: 'Tour {n} sur {of}.' },
  plays: { en: '{who} is to play.', fr: 'C’est à {who} de jouer.' },
  'sent-away': { en: '{card} has been sent away and waits for a new place.', fr: '{card} a été renvoyé et attend une nouvelle place.' },
  'looks-at': { en: 'The choice is about {place}.', fr: 'Le choix porte sur : {place}.' },
  'street-of': { en: 'The street of {who}', fr: 'La rue de : {who}' },
  'my-street': { en: 'Your street', fr: 'Ta rue' },
  points: { en: '{n} {n?point is:points are} in sight.', fr: '{n} {n?point visible:points visibles}.' },
  hand: { en: 'Still to be placed: {cards}.', fr: 'Encore à placer : {cards}.' },
  'no-hand': { en: 'All hunters are placed.', fr: 'Tous les chasseurs sont placés.' },
  'some-times': { en: '{what} ({n} times)', fr: '{what} ({n} fois)' },
  times: { en: '{n} × {what}', fr: '{n} × {what}' },
  open: { en: '{place} is open: {manor}.', fr: '{place} est ouvert : {manor}.' },
  closed: { en: '{place} is closed.', fr: '{place} est fermé.' },
  known: { en: '{place} is closed; you know what it is: {manor}.', fr: '{place} est fermé ; tu sais ce que c’est : {manor}.' },
  shown: { en: '{place} is closed: {manor}.', fr: '{place} est fermé : {manor}.' },
  nobody: { en: 'Nobody stands before it.', fr: 'Personne devant.' },
  before: { en: 'Before it: {cards}.', fr: 'Devant : {cards}.' },
  card: { en: '{hunter} of {who}', fr: '{hunter} ({who})' },
  'my-card': { en: 'your {hunter}', fr: '{hunter} (toi)' },
  'card-points': { en: '{card}, for {n} {n?point:points}', fr: '{card}, pour {n} {n?point:points}' },
  'next-here': { en: 'Your next hunter here would bring {n}.', fr: 'Ton prochain chasseur ici rapporterait {n}.' },
  'next-other': { en: 'Your next hunter here would bring {who} {n}.', fr: 'Ton prochain chasseur ici rapporterait {n} ({who}).' },
  paid: { en: 'It paid {sums}.', fr: 'Il a payé {sums}.' },
  'paid-to': { en: '{who} {n}', fr: '{n} ({who})' },
  'unseen-title': { en: 'Manors that you have not seen', fr: 'Les manoirs que tu n’as pas vus' },
  'unseen-are': { en: 'Somewhere there may still be {manors}.', fr: 'Il reste peut-être quelque part {manors}.' },
  'unseen-none': { en: 'You have seen them all.', fr: 'Tu les as tous vus.' },
  won: { en: 'The game is over. Winner: {who}.', fr: 'La partie est finie. Victoire : {who}.' },
} satisfies Record<string, Words>;

type Tell = Teller<keyof typeof words>;
// How a closed manor is told whose value is seen: by the viewer alone, or with all cards open.
type Known = 'known' | 'shown';

const counted = (tell: Tell, key: string, counts: Record<string, number>): Line[] =>
  Object.entries(counts).flatMap(([id, n]) => (n > 0 ? [tell.say('times', { n, what: tell.name(key, id) })] : []));

function cardLine(tell: Tell, card: Card, me: number): Line {
  const hunter = tell.name('hunter', card.hunter);
  const who = card.owner === me ? tell.say('my-card', { hunter }) : tell.say('card', { hunter, who: tell.seat(card.owner) });
  return card.points === null || card.points === undefined ? who : tell.say('card-points', { card: who, n: card.points });
}

// A manor that only the viewer has seen is described as closed while secrets are covered.
function plotLine(tell: Tell, given: Plot, me: number, open: boolean, known: Known): Line {
  const plot = open || given.up ? given : { ...given, manor: null, next: null, front: given.front.map((card) => ({ ...card, points: null })) };
  const place = tell.name('place', plot.place);
  const manor = plot.manor === null ? '' : tell.name('manor', plot.manor);
  const next = plot.next && (plot.next.to === me ? tell.say('next-here', { n: plot.next.points }) : tell.say('next-other', { who: tell.seat(plot.next.to), n: plot.next.points }));
  const paid = (plot.paid ?? []).flatMap((n, at) => (n ? [tell.say('paid-to', { who: tell.seat(at + 1), n })] : []));
  return sentences(
    tell.say(plot.up ? 'open' : plot.manor === null ? 'closed' : known, { place, manor }),
    plot.front.length ? tell.say('before', { cards: tell.list(plot.front.map((card) => cardLine(tell, card, me))) }) : tell.say('nobody'),
    next || [],
    paid.length ? tell.say('paid', { sums: tell.list(paid) }) : [],
  );
}

function street(tell: Tell, row: Row, me: number, open: boolean, known: Known): Section {
  const hand = counted(tell, 'hunter', row.hand);
  return {
    title: textOf(row.seat === me ? tell.say('my-street') : tell.say('street-of', { who: tell.seat(row.seat) })),
    lines: [
      sentences(tell.say('points', { n: row.points_visible }), hand.length ? tell.say('hand', { cards: tell.list(hand) }) : tell.say('no-hand')),
      ...row.manors.map((plot) => plotLine(tell, plot, me, open, known)),
    ],
  };
}

function standing(tell: Tell, view: ManorView, me: number): Line[] {
  if (view.winners) return [tell.say('won', { who: tell.list(view.winners.map((seat) => [tell.seat(seat)])) })];
  return [
    sentences(
      view.turn === null ? [] : tell.say('turn', { n: view.turn, of: view.turns_each }),
      view.active === null ? [] : tell.say('plays', { who: tell.seat(view.active) }),
      view.here === null ? [] : tell.say('looks-at', { place: tell.name('place', view.here) }),
      view.sent ? tell.say('sent-away', { card: capital(cardLine(tell, view.sent, me)) }) : [],
    ),
  ].filter((line) => line.length);
}

export const describe: Describe = (seen, sayer, open) => {
  const view = seen.view as unknown as ManorView;
  const tell = teller(words, sayer);
  const left = Object.entries(view.unseen).flatMap(([id, n]) => (n > 1 ? [tell.say('some-times', { n, what: tell.name('manor', id) })] : n ? [[tell.name('manor', id)]] : []));
  // The viewer's own street first, then the others in the order of the table.
  const rows = [...view.seats].sort((a, b) => Number(b.seat === seen.seat) - Number(a.seat === seen.seat));
  return [
    { title: textOf(tell.say('now-title')), lines: standing(tell, view, seen.seat) },
    ...rows.map((row) => street(tell, row, seen.seat, open, seen.everything ? 'shown' : 'known')),
    ...(open && !seen.everything ? [{ title: textOf(tell.say('unseen-title')), lines: [left.length ? tell.say('unseen-are', { manors: tell.list(left) }) : tell.say('unseen-none')] }] : []),
  ];
};
