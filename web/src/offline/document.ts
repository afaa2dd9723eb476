// A match from the parts of its JSON document: a record, or what is stored of a game. The page parses the
// document; the module is handed texts, checks every hash and move, and writes the record anew. What differs
// from the document does not follow from the rest of it.
import type { Words } from '../../../protocol/lanterne';
import { Declined, type Instance } from './module';

export type Line = Record<string, unknown>;

export interface Head {
  match: Record<string, unknown>;
  match_hash: unknown;
}

function refuse(say: Words): never {
  throw new Declined({ code: 'refused', say });
}

function badField(path: string): never {
  return refuse({ en: `this field is missing or not as it must be: ${path}`, fr: `ce champ manque ou n’est pas comme il faut : ${path}` });
}

function text(value: unknown, path: string): string {
  return typeof value === 'string' ? value : badField(path);
}

// A whole number: the module counts times in milliseconds and seats from 1.
function whole(value: unknown, path: string): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : badField(path);
}

function record(value: unknown, path: string): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : badField(path);
}

function list(value: unknown, path: string): unknown[] {
  return Array.isArray(value) ? value : badField(path);
}

// The set-up alone, as the one who thinks for bots needs it.
export function handSetup(instance: Instance, match: Record<string, unknown>): void {
  instance.call('setup', text(match['game'], 'match.game'), whole(match['version'], 'match.version'), whole(match['players'], 'match.players'));
  for (const [name, value] of Object.entries(record(match['options'], 'match.options'))) {
    if (typeof value !== 'string' && !Number.isSafeInteger(value)) badField(`match.options.${name}`);
    instance.call('option', name, String(value));
  }
}

function handMatch(instance: Instance, head: Head): void {
  const match = record(head.match, 'match');
  handSetup(instance, match);
  list(match['seats'], 'match.seats').forEach((value, at) => {
    const seat = record(value, 'match.seats');
    instance.call('seat', at + 1, text(seat['holder'], 'match.seats'), text(seat['name'], 'match.seats'), typeof seat['level'] === 'string' ? seat['level'] : '');
  });
  const clock = record(match['clock'], 'match.clock');
  instance.call('clock', text(clock['kind'], 'match.clock'), text(clock['policy'], 'match.clock'), text(match['stand_in'], 'match.stand_in'));
  instance.call('clock_times', ...['budget', 'increment', 'move', 'window'].map((name) => whole(clock[name], `match.clock.${name}`)));
  for (const [name, value] of Object.entries(record(match['commitments'], 'match.commitments'))) instance.call('commitment', name, text(value, 'match.commitments'));
  instance.call('match', whole(match['start'], 'match.start'), text(match['rules'], 'match.rules'), text(head.match_hash, 'match_hash'));
}

const optional = (value: unknown, path: string): string | null => (value === undefined ? null : text(value, path));

function handLine(instance: Instance, line: Line, number: number): void {
  const path = (name: string) => `log.${number}.${name}`;
  if (line['n'] !== number) refuse({ en: `Entry ${number}: it has another number: one is missing, or out of order.`, fr: `Entrée ${number} : elle porte un autre numéro : il en manque une, ou l’ordre est faux.` });
  if (line['timed'] !== undefined && line['timed'] !== true) badField(path('timed'));
  const seat = typeof line['seat'] === 'number' ? String(whole(line['seat'], path('seat'))) : optional(line['seat'], path('seat'));
  instance.call('line', seat, optional(line['do'], path('do')), line['timed'] === true, optional(line['table'], path('table')), optional(line['text'], path('text')), whole(line['time'], path('time')), text(line['hash'], path('hash')));
}

// What is stored of a game: its head, its lines, and the key of its dice.
export function handStored(instance: Instance, head: Head, lines: Line[], key: string | null): void {
  handMatch(instance, head);
  lines.forEach((line, at) => handLine(instance, line, at + 1));
  instance.call('finish', 'save', key);
}

// The path of the first value in which two documents differ; undefined when they say the same.
export function difference(one: unknown, other: unknown, path = ''): string | undefined {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return Object.is(one, other) ? undefined : path;
  if (Array.isArray(one) !== Array.isArray(other)) return path;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference((one as Line)[key], (other as Line)[key], path ? `${path}.${key}` : key);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const FORMAT = 1;

// A whole record, full or a save. What it has too much or what was changed is refused with its place.
export function handRecord(instance: Instance, given: unknown): void {
  const document = { ...record(given, 'record') };
  if (document['lanterne'] === undefined) refuse({ en: 'This is not a record: the field "lanterne" is missing.', fr: 'Ce n’est pas une partie enregistrée : il manque le champ « lanterne ».' });
  if (document['lanterne'] !== FORMAT) refuse({ en: 'This record was written by a newer version. Load the page anew, then try again.', fr: 'Cette partie vient d’une version plus récente. Recharge la page, puis réessaie.' });
  const kind = text(document['kind'], 'kind');
  if (kind === 'seat') refuse({ en: 'This record holds what one seat was told; only a whole game can be shown here.', fr: 'Cet enregistrement ne contient que ce qu’une place a appris ; seule une partie entière peut être montrée ici.' });
  // What a device saw of an exchange is covered by no hash, and follows from nothing.
  delete document['seen'];
  const outcome = record(document['outcome'], 'outcome');
  handMatch(instance, document as unknown as Head);
  list(document['log'], 'log').forEach((line, at) => handLine(instance, record(line, `log.${at + 1}`), at + 1));
  for (const [name, value] of Object.entries(record(outcome['openings'], 'outcome.openings'))) instance.call('opening', name, text(value, 'outcome.openings'));
  instance.call('finish', kind, optional(outcome['dice'], 'outcome.dice'));
  const place = difference(document, instance.call('record', kind, 0));
  if (place !== undefined) refuse({ en: `${place}: this does not follow from the rest of the record, or was changed after writing.`, fr: `${place} : cela ne découle pas du reste, ou a été modifié après coup.` });
}
