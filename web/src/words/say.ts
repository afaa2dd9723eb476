// Sentences from the game's templates, as core/say.c makes them: {arg}, {n?one:many}, and [parts] left out
// when an argument in them is not known. The language may change at any moment, so sentences are made when
// they are shown. A sentence comes in pieces, so that a seat's name can be shown in its colour; sayEvent and
// sayAction join them.
import type { Event, Operations, Template, Words } from '../../../protocol/lanterne';
import { isOne } from './fill';
import { elided } from './french';

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
  named?: number; // a name that a board gives; the seat in it, 0 if there is none
}

// What a board calls values of its game, in place of the game's own words for them: a manor by its owner and
// its house instead of "manor 2.1". One name for one thing in story, prompts, buttons and on the board.
export interface Name {
  text: string; // with its article in French
  seat: number; // whose name is in it, 0 for nobody's
}
type Namer = (sayer: Sayer, type: string, value: string) => Name | null;
const namers = new Map<string, Namer>();

export function nameValues(game: string, namer: Namer): void {
  namers.set(game, namer);
}

function nameOf(sayer: Sayer, type: string, given: Value): Name | null {
  return given === null ? null : (namers.get(sayer.words.game)?.(sayer, type, String(given)) ?? null);
}

const ITEM = /\{(\w+)(?:\?([^:}]*):([^}]*))?\}/g;

export function sayValue(sayer: Sayer, type: string, given: Value): string {
  if (given === null) return '?';
  if (type === 'seat') return sayer.names[Number(given) - 1] ?? String(given);
  const own = nameOf(sayer, type, given);
  if (own) return own.text;
  const word = sayer.words.types.find((row) => row.name === type)?.words?.find((row) => row.id === String(given));
  return word ? word.name[sayer.lang] : String(given);
}

function item(sayer: Sayer, template: Template, args: Record<string, Value>, match: RegExpExecArray): Piece {
  const [, name = '', one, many] = match;
  const given = args[name] ?? null;
  const type = template.args.find((arg) => arg.name === name)?.type ?? '';
  if (one === undefined || many === undefined) {
    const own = nameOf(sayer, type, given);
    if (own) return { text: own.text, named: own.seat };
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
    const before = said.slice(at, match.index);
    const value = item(sayer, template, args, match);
    pieces.push({ text: sayer.lang === 'fr' && value.seat ? elided(before, value.text) : before }, value);
    at = match.index + match[0].length;
  }
  return fitted([...pieces, { text: said.slice(at) }].filter((piece) => piece.text), sayer.lang);
}

// French articles that the game's words have before a noun, with the article of the name: "du la Tour" is
// "de la Tour".
function article(before: string, name: string): [string, string] {
  const match = /(^|[\s(])(le|du|au) $/i.exec(before);
  if (!match) return [before, name];
  const [, gap = '', word = ''] = match;
  const start = before.slice(0, match.index) + gap;
  const great = word.charAt(0) !== word.charAt(0).toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name;
  if (/^le$/i.test(word)) return [start, great];
  const masculine = name.startsWith('le ');
  if (/^du$/i.test(word)) return [start + (masculine ? 'du ' : 'de '), masculine ? name.slice(3) : name];
  return [start + (masculine ? 'au ' : 'à '), masculine ? name.slice(3) : name];
}

// Sentences are written for the game's own words. Where a board's name has the owner in it already, the owner
// beside it is left out: "Wick's Wick's Tower", "la Tour de Wick de Wick".
function fitted(pieces: Piece[], lang: Lang): Piece[] {
  if (!pieces.some((piece) => piece.named !== undefined)) return pieces;
  const out: Piece[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (!piece) continue;
    const [owner, link] = [out.at(-2), out.at(-1)];
    if (piece.named === undefined) out.push(piece);
    else if (lang === 'en') {
      if (owner?.seat !== undefined && owner.seat === piece.named && link && /^['’]s $/.test(link.text)) out.splice(-2);
      out.push(piece);
    } else {
      const [before, name] = link && link.seat === undefined ? article(link.text, piece.text) : ['', piece.text];
      if (link && link.seat === undefined) out[out.length - 1] = { ...link, text: before };
      out.push({ ...piece, text: name });
      const [of, whose] = [pieces[at + 1], pieces[at + 2]];
      if (of && /^ (de |d['’])$/.test(of.text) && whose?.seat === piece.named) at += 2;
    }
  }
  return out.filter((piece) => piece.text);
}

// A sentence that the server has made, with the board's names for the game's words in it.
export function sayText(sayer: Sayer, text: string): string {
  const namer = namers.get(sayer.words.game);
  if (!namer) return text;
  let said = text;
  for (const type of sayer.words.types) {
    for (const word of type.words ?? []) {
      const own = namer(sayer, type.name, word.id);
      const at = own ? said.indexOf(word.name[sayer.lang]) : -1;
      const after = said.charAt(at + word.name[sayer.lang].length);
      if (!own || at < 0 || /\d/.test(after)) continue;
      const [before, name] = sayer.lang === 'fr' ? article(said.slice(0, at), own.text) : [said.slice(0, at), own.text];
      said = before + name + said.slice(at + word.name[sayer.lang].length);
    }
  }
  return said.charAt(0).toUpperCase() + said.slice(1);
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
