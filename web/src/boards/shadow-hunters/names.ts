// Names for people who hear the board: what a seat is and how it stands.
import { spell } from '../../words/edition';
import { sayValue, type Sayer } from '../../words/say';
import type { Say } from '../fill';
import type { Seat, View } from './view';
import { TITLES, type words } from './words';

export function nameOfSeat(seat: Seat, view: View, sayer: Sayer, say: Say<keyof typeof words>, known: boolean, lit: boolean): string {
  const open = seat.revealed || !seat.alive || view.phase === 'over';
  const cards = [...seat.equipment, ...seat.stash].map((card) => sayValue(sayer, 'card', card));
  return [
    sayer.names[seat.seat - 1],
    ...(seat.alive ? [] : [say('dead')]),
    seat.hp !== null && known ? say('damage-of', { n: seat.damage, of: seat.hp }) : say('damage', { n: seat.damage }),
    known ? `${sayValue(sayer, 'character', seat.character)}, ${sayValue(sayer, 'side', seat.side)}` : say('hidden'),
    ...(known && !open ? [say('known-to-you')] : []),
    ...(seat.area ? [say('at-area', { area: sayValue(sayer, 'area', seat.area) })] : seat.alive ? [say('nowhere')] : []),
    ...(cards.length ? [say('with-cards', { what: cards.join(', ') })] : []),
    ...(['angel', 'barrier', 'cursed'] as const).filter((mark) => seat[mark]).map((mark) => say(mark)),
    ...(seat.seat === view.active ? [say('active')] : []),
    ...(view.winners.includes(seat.seat) ? [say('winner')] : []),
    ...(lit ? [say('in-reach')] : []),
  ].join(', ');
}

// "the Vampire", "Emi": characters that are not a person's name have an article.
export function titled(sayer: Sayer, character: string): string {
  const title = TITLES[sayer.lang][character];
  return title ? spell(sayer.words, sayer.lang, title) : sayValue(sayer, 'character', character);
}
