// The arithmetic of an attack, as the story has it beside the damage: "6 − 2 + 1 = 5". The dice are those
// that were told; whatever cards and abilities changed is what the damage differs from them.
import type { Event, Told } from '../../../../protocol/lanterne';

const ATTACK = 'SH-K2'; // the clause of damage by an attack with dice, and of its roll
const FOUR_ALONE = 'SH-K9'; // of the roll of an attacker with the four-sided die alone
const DEFENCE = 'SH-HR2'; // of the die with which an attacked seat defends itself

// The last roll of an attack, and the defences since.
interface Roll {
  by: number;
  dice: number[];
  defence: Map<number, number>;
}

function rolled(before: Event[]): Roll | undefined {
  const at = before.findLastIndex((event) => (event.event === 'rolled' && event.clause === ATTACK) || (event.event === 'rolled-d4' && event.clause === FOUR_ALONE));
  const roll = before[at];
  if (!roll) return undefined;
  const since = before.slice(at + 1);
  if (since.some((event) => event.event === 'attacked')) return undefined; // a blow without dice
  const defence = since.filter((event) => event.event === 'rolled-d4' && event.clause === DEFENCE).map((event): [number, number] => [Number(event['seat']), Number(event['d4'])]);
  return { by: Number(roll['seat']), dice: [roll['d6'], roll['d4']].filter((die) => die !== undefined).map(Number), defence: new Map(defence) };
}

export function sumOf(items: Told[], item: Told): string {
  const hurt = item.event;
  if (hurt?.event !== 'hurt' || hurt.clause !== ATTACK) return '';
  const seat = Number(hurt['seat']);
  const damage = Number(hurt['damage']);
  const roll = rolled(items.flatMap((one) => (one.n < item.n && one.event ? [one.event] : [])));
  if (!roll || roll.by === seat) return ''; // a lost Double hurts the attacker
  const [one = 0, two = 0] = roll.dice;
  const other = roll.defence.get(seat) ?? two;
  const dice = roll.dice.length > 1 ? `${Math.max(one, other)} − ${Math.min(one, other)}` : String(one);
  const more = damage - (roll.dice.length > 1 ? Math.abs(one - other) : one);
  // Of a blow that kills no more is told than was left: what it would have been is not known.
  if (more && items.some(({ n, event }) => n > item.n && event?.event === 'died' && Number(event['seat']) === seat)) return '';
  if (!more) return roll.dice.length > 1 ? `${dice} = ${damage}` : '';
  return `${dice} ${more > 0 ? '+' : '−'} ${Math.abs(more)} = ${damage}`;
}
