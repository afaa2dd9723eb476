// Games of this device in IndexedDB. A game is its log: every line is stored before the move is shown, and
// the match is built from the lines again. Lines are added, never changed: two tabs cannot write the same
// one.
import type { TableSummary, Words } from '../../../protocol/lanterne';
import type { Head, Line } from './document';
import { Declined } from './module';

// What is known of a game without building it; `row` is how it stands in the list of one's games.
export interface Kept {
  id: string;
  head: Head;
  key: string | null; // of the dice
  settings: { undo: boolean; hints: boolean; notebook: boolean };
  row: TableSummary;
  notes: Record<number, string>; // by seat
  rematch?: string;
  moved?: string; // the table of the server at which the game goes on
}

const NAME = 'lanterne';
const VERSION = 1;

const says = {
  forbidden: { en: 'This browser stores nothing here (a private window?), so no game can be kept on this device. Play on the server, or in a usual window.', fr: "Ce navigateur ne garde rien ici (fenêtre privée ?) : aucune partie ne peut rester sur cet appareil. Joue sur le serveur, ou dans une fenêtre normale." },
  full: { en: 'The storage of this device is full: the move was not made. Make room, then try again; what was played before is stored.', fr: 'La mémoire de cet appareil est pleine : le coup n’a pas été joué. Fais de la place, puis réessaie ; ce qui a été joué avant est gardé.' },
  tab: { en: 'This game goes on in another tab: this move was not made.', fr: 'Cette partie continue dans un autre onglet : ce coup n’a pas été joué.' },
} satisfies Record<string, Words>;

function failed(error: DOMException | null): Declined {
  const say = error?.name === 'QuotaExceededError' ? says.full : error?.name === 'ConstraintError' ? says.tab : says.forbidden;
  return new Declined({ code: 'storage', say });
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failed(request.error));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // Also after a request that failed, when the transaction knows no reason yet.
    transaction.onabort = () => reject(failed(transaction.error));
  });
}

let opening: Promise<IDBDatabase> | undefined;

async function database(): Promise<IDBDatabase> {
  try {
    opening ??= (() => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('tables', { keyPath: 'id' });
        request.result.createObjectStore('lines', { keyPath: ['id', 'line.n'] });
      };
      return asked(request);
    })();
    return await opening;
  } catch (error) {
    opening = undefined;
    throw error instanceof Declined ? error : failed(null);
  }
}

// Stores new lines and how the game stands, all or nothing. They survive the tab and the browser; a machine
// that loses its power may forget the last moments, as it may of anything that a page stores without waiting
// for the disk, which takes longer than a move may.
export async function append(kept: Kept, lines: Line[]): Promise<void> {
  const known = await database();
  let transaction: IDBTransaction | undefined;
  try {
    transaction = known.transaction(['tables', 'lines'], 'readwrite', { durability: 'relaxed' });
    const end = done(transaction);
    end.catch(() => undefined); // awaited below, unless something is refused before
    const store = transaction.objectStore('lines');
    for (const line of lines) store.add({ id: kept.id, line });
    transaction.objectStore('tables').put(kept);
    await end;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Some browsers refuse at once, others when the transaction ends. What it has taken before is given up.
    transaction?.abort();
    throw failed(error);
  }
}

export async function read(id: string): Promise<{ kept: Kept; lines: Line[] } | undefined> {
  const transaction = (await database()).transaction(['tables', 'lines']);
  const kept = (await asked(transaction.objectStore('tables').get(id))) as Kept | undefined;
  if (!kept) return undefined;
  const rows = (await asked(transaction.objectStore('lines').getAll(IDBKeyRange.bound([id, 0], [id, Infinity])))) as { line: Line }[];
  return { kept, lines: rows.map((row) => row.line) };
}

// The rows of all games, the newest first.
export async function rows(): Promise<TableSummary[]> {
  const all = (await asked((await database()).transaction('tables').objectStore('tables').getAll())) as Kept[];
  return all.map(({ row }) => row).sort((a, b) => b.created - a.created);
}
