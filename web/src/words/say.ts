// Sentences from the game's templates, as core/say.c makes them: {arg}, {n?one:many}, and [parts] left out
// when an argument in them is not known. The language may change at any moment, so sentences are made when
// they are shown. A sentence comes in pieces, so that a seat's name can be shown in its colour; sayEvent and
// sayAction join them.
import type { Event, Operations, Template, Words } from '../../../protocol/lanterne';
import { isOne } from './fill';

export type Lang = keyof Words;
export type GameWords = Operations['game']['result'];

type Value = string | number | null;

export interface Sayer {
  words: GameWords;
  lang: Lang;
  names: string[];
}

export interface Piece {
  text: string;
  seat?: number;
}

const ITEM = /\{(\w+)(?:\?([^:}]*):([^}]*))?\}/g;

export function sayValue(sayer: Sayer, type: string, given: Value): string {
  if (given === null) return '?';
  if (type === 'seat') return sayer.names[Number(given) - 1] ?? String(given);
  const word = sayer.words.types.find((row) => row.name === type)?.words?.find((row) => row.id === String(given));
  return word ? word.name[sayer.lang] : String(given);
}

function item(sayer: Sayer, template: Template, args: Record<string, Value>, match: RegExpExecArray): Piece {
  const [, name = '', one, many] = match;
  const given = args[name] ?? null;
  const type = template.args.find((arg) => arg.name === name)?.type ?? '';
  if (one === undefined || many === undefined) {
    return type === 'seat' && given !== null ? { text: sayValue(sayer, type, given), seat: Number(given) } : { text: sayValue(sayer, type, given) };
  }
  const count = Math.abs(Number(given));
  return { text: isOne(count, sayer.lang) ? one : many };
}

function fill(sayer: Sayer, template: Template, args: Record<string, Value>): Piece[] {
  const known = (part: string) => [...part.matchAll(/\{(\w+)/g)].every((match) => (args[match[1] ?? ''] ?? null) !== null);
  const said = template.say[sayer.lang].replace(/\[([^\]]*)\]/g, (_, part: string) => (known(part) ? part : ''));
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of said.matchAll(ITEM)) {
    pieces.push({ text: said.slice(at, match.index) }, item(sayer, template, args, match));
    at = match.index + match[0].length;
  }
  return [...pieces, { text: said.slice(at) }].filter((piece) => piece.text);
}

function join(pieces: Piece[]): string {
  const said = pieces.map((piece) => piece.text).join('');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function eventPieces(sayer: Sayer, event: Event): Piece[] {
  const template = sayer.words.events.find((row) => row.name === event.event);
  if (!template) throw new Error(`no words for the event ${event.event}`);
  return fill(sayer, template, event);
}

export function sayEvent(sayer: Sayer, event: Event): string {
  return join(eventPieces(sayer, event));
}

function actionTemplate(sayer: Sayer, action: string): Template {
  const [name, ...ids] = action.split(' ');
  const template = sayer.words.actions.find((row) => row.name === name && row.args.length === ids.length);
  if (!template) throw new Error(`no words for the action ${action}`);
  return template;
}

export function sayAction(sayer: Sayer, action: string): string {
  const template = actionTemplate(sayer, action);
  const ids = action.split(' ').slice(1);
  return join(fill(sayer, template, Object.fromEntries(template.args.map((arg, at) => [arg.name, ids[at] ?? null]))));
}

// One sentence for several actions of one kind: common arguments are named, the others left out.
export function saySome(sayer: Sayer, actions: string[]): string {
  const [first = ''] = actions;
  const template = actionTemplate(sayer, first);
  const ids = first.split(' ').slice(1);
  const shared = (at: number) => actions.every((action) => action.split(' ')[at + 1] === ids[at]);
  const open: Template = { ...template, args: template.args.map((arg, at) => (shared(at) ? arg : { ...arg, type: '' })) };
  return join(fill(sayer, open, Object.fromEntries(template.args.map((arg, at) => [arg.name, shared(at) ? (ids[at] ?? null) : '…']))));
}

// The names of the arguments in which an action differs from others of its kind; null when there are several
// kinds.
export function sayDifference(sayer: Sayer, action: string, among: string[]): string | null {
  const [name, ...ids] = action.split(' ');
  const others = among.map((other) => other.split(' '));
  if (others.some((other) => other[0] !== name || other.length !== ids.length + 1)) return null;
  const template = actionTemplate(sayer, action);
  const telling = template.args.flatMap((arg, at) =>
    others.every((other) => other[at + 1] === ids[at]) ? [] : [sayValue(sayer, arg.type, ids[at] ?? null)],
  );
  const said = telling.join(', ');
  // Plain ids, such as places of a grid, keep their case.
  return telling.every((value) => ids.includes(value)) ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

// The seat that an event is about: its first argument that is a seat; 0 if there is none.
export function actorOf(words: GameWords, event: Event): number {
  const arg = words.events.find((row) => row.name === event.event)?.args.find((row) => row.type === 'seat');
  return Number((arg && event[arg.name]) ?? 0);
}
