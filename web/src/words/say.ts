// Sentences from the game's templates, as core/say.c makes them: {arg}, {n?one:many}, {seat!own|other} by
// whether the reader is that seat, and [parts] left out when an argument in them is not known. The language
// may change at any moment, so sentences are made when they are shown. A sentence comes in pieces, so that a
// seat's name can be shown in its colour; sayEvent and sayAction join them.
import type { Event, Operations, Template, Words } from '../../../protocol/lanterne';
import { spell } from './edition';
import { isOne } from './fill';
import { elided } from './french';

export type Lang = keyof Words;
// `spelled`: with the names of its other edition (edition.ts), which sentences of the server do not have yet.
export type GameWords = Operations['game']['result'] & { spelled?: boolean };

type Value = string | number | null;

export interface Sayer {
  words: GameWords;
  lang: Lang;
  names: string[];
  me?: number; // the seat that reads and is addressed as "you"; 0 or absent: nobody's
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

const ITEM = /\{(\w+)(?:\?([^:}]*):([^}]*)|!([^}]*))?\}/g;

// By type and value: a board says dozens of them at every move.
const indexes = new WeakMap<GameWords, Map<string, Words>>();

function wordsOf(words: GameWords): Map<string, Words> {
  let index = indexes.get(words);
  if (!index) {
    index = new Map(words.types.flatMap((type) => (type.words ?? []).map((word) => [`${type.name} ${word.id}`, word.name])));
    indexes.set(words, index);
  }
  return index;
}

export function sayValue(sayer: Sayer, type: string, given: Value): string {
  if (given === null) return '?';
  if (type === 'seat') return sayer.names[Number(given) - 1] ?? String(given);
  const own = nameOf(sayer, type, given);
  if (own) return own.text;
  return wordsOf(sayer.words).get(`${type} ${given}`)?.[sayer.lang] ?? String(given);
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

// The form of "own|other|self" for the reader: self where the reader is also an earlier seat of the row.
function seatForm(sayer: Sayer, template: Template, args: Record<string, Value>, name: string, forms: string): Piece[] {
  const [own = '', other = '', self] = forms.split('|');
  const seat = args[name] ?? null;
  if (sayer.me && seat !== null && Number(seat) === sayer.me) {
    const at = template.args.findIndex((arg) => arg.name === name);
    const before = template.args.slice(0, at).some((arg) => arg.type === 'seat' && Number(args[arg.name]) === sayer.me);
    return [{ text: before && self !== undefined ? self : own }];
  }
  const [before = '', ...after] = other.split('*');
  const type = template.args.find((arg) => arg.name === name)?.type ?? '';
  const called: Piece = type === 'seat' && seat !== null ? { text: sayValue(sayer, type, seat), seat: Number(seat) } : { text: sayValue(sayer, type, seat) };
  return [{ text: before }, ...after.flatMap((text) => [called, { text }])];
}

const plain = (piece: Piece | undefined): piece is Piece => piece !== undefined && piece.seat === undefined && piece.named === undefined;

// Plain pieces side by side become one, so that what stands before and after a name is whole.
function joined(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces.filter((one) => one.text)) {
    const last = out.at(-1);
    if (plain(last) && plain(piece)) out[out.length - 1] = { text: last.text + piece.text };
    else out.push(piece);
  }
  return out;
}

// "de " before a name that begins with a vowel is "d’".
function elidedAll(pieces: Piece[]): Piece[] {
  return pieces.map((piece, at) => (plain(piece) && pieces[at + 1]?.seat ? { text: elided(piece.text, pieces[at + 1]?.text ?? '') } : piece));
}

function fill(sayer: Sayer, template: Template, args: Record<string, Value>): Piece[] {
  const known = (part: string) => [...part.matchAll(/\{(\w+)/g)].every((match) => (args[match[1] ?? ''] ?? null) !== null);
  const said = template.say[sayer.lang].replace(/\[([^\]]*)\]/g, (_, part: string) => (known(part) ? part : ''));
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of said.matchAll(ITEM)) {
    const [, name = '', , , forms] = match;
    pieces.push({ text: said.slice(at, match.index) });
    pieces.push(...(forms === undefined ? [item(sayer, template, args, match)] : seatForm(sayer, template, args, name, forms)));
    at = match.index + match[0].length;
  }
  const whole = joined([...pieces, { text: said.slice(at) }]);
  return fitted(sayer.lang === 'fr' ? elidedAll(whole) : whole, sayer.lang);
}

// French articles that the game's words have before a noun, with the article of the name: "du la Tour" is
// "de la Tour".
function article(before: string, name: string): [string, string] {
  const match = /(^|[\s(])(le|ton|du|au) $/i.exec(before);
  if (!match) return [before, name];
  const [, gap = '', word = ''] = match;
  const start = before.slice(0, match.index) + gap;
  const great = word.charAt(0) !== word.charAt(0).toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name;
  if (/^(le|ton)$/i.test(word)) return [start, great];
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
      else if (link && /^your /.test(piece.text)) out[out.length - 1] = { ...link, text: link.text.replace(/(^|\s)your $/i, '$1') };
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
  let said = spell(sayer.words, sayer.lang, text, sayer.names);
  if (!namer) return said;
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

const SELF: Words = { en: 'yourself', fr: 'toi-même' };

// The names of the arguments in which an action differs from others of its kind; null when there are several
// kinds.
export function sayDifference(sayer: Sayer, action: string, among: string[]): string | null {
  const [name, ...ids] = action.split(' ');
  const others = among.map((other) => other.split(' '));
  if (others.some((other) => other[0] !== name || other.length !== ids.length + 1)) return null;
  const template = actionTemplate(sayer, action);
  const called = (type: string, id: Value) => (type === 'seat' && sayer.me && Number(id) === sayer.me ? SELF[sayer.lang] : sayValue(sayer, type, id));
  const telling = template.args.flatMap((arg, at) =>
    others.every((other) => other[at + 1] === ids[at]) ? [] : [called(arg.type, ids[at] ?? null)],
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
