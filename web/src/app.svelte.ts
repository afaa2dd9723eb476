// State shared by the whole page: the connection, the current path, and the person's settings, stored on this
// device.
import type { Practice } from './daily/daily';
import { tick } from 'svelte';
import type { GameSummary, Person, Problem, Words } from '../../protocol/lanterne';
import { ask, Connection, Refused, type Line } from './net/connection';
import type { Breach } from './net/dice';
import { Unanswered } from './net/http';
import { loadGames, loadWords, type Played } from './net/texts';
import { noticesAllowed, noticeShow } from './parts/notices';
import { pushEnd, pushOf, pushSync, type PushKept } from './parts/push';
import type { Setup } from './seating/setup';
import type { Thing } from './table/choice.svelte';
import { fillWords } from './words/fill';
import { respelled, spellAll } from './words/edition';
import type { GameWords, Lang } from './words/say';
import { ui, type UiKey } from './words/ui';

interface Kept {
  lang: Lang;
  theme: 'dark' | 'light';
  calm: boolean;
  pace: 'slow' | 'usual' | 'fast';
  sound: boolean;
  confirm: boolean;
  rolls: boolean; // own dice are rolled without a touch
  heard: boolean; // sound was offered
  notices: boolean;
  push?: PushKept | undefined; // what this device is told while the page is closed; undefined: nothing
  text: boolean; // the board as text
  rulebook: boolean; // in French: the names of the rulebook in Shadow Hunters (words/edition.ts)
  solo: 'server' | 'device'; // where games without friends are played when there is a server
  name: string; // the person's, as last known, for games of this device
  local: boolean; // there have been games of this device
  botPace: number; // milliseconds around which bots of this device answer; the server has --bot-pace
  met: string[]; // games whose introduction was read or whose lesson was taken
  setups: Record<string, Setup>; // the last choices of the set-up sheet, by game
  practice?: Practice; // yesterday's deal of the day, to be practised without a server
}

// A message shown over the page: why something is not possible, the text of a rule, or the explanation of a
// piece.
export interface Slip {
  game?: string;
  problem?: Problem;
  clause?: string | undefined;
  thing?: Thing | undefined;
  late?: boolean; // the offer changed just before the touch
}

const KEPT_AS = 'lanterne-settings';
const SAY_AFTER = 'lanterne-say';

function keptSettings(): Kept {
  const usual: Kept = {
    lang: navigator.language.startsWith('fr') ? 'fr' : 'en',
    theme: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
    calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    pace: 'usual',
    sound: false,
    confirm: true,
    rolls: false,
    heard: false,
    notices: false,
    text: false,
    rulebook: false,
    solo: 'server',
    name: '',
    local: false,
    botPace: 700,
    met: [],
    setups: {},
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<Kept>) };
  } catch {
    return usual;
  }
}

// A page that is kept on this device does not wait long for its server.
const MEET_MS = 4000;

// Whether the page came from the service worker, and can do without a server.
function keptHere(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

function place(): string {
  return location.pathname + location.search + location.hash;
}

class App {
  settings = $state<Kept>(keptSettings());
  path = $state(place());
  line = $state<Line>('connecting');
  ready = $state(false);
  failed = $state<'failed-more' | 'portal' | ''>('');
  person = $state<Person | undefined>();
  // There is no server: the page was begun from what this device keeps.
  away = $state(false);
  // A newer version of the page is stored on this device and waits to be taken.
  fresh = $state(false);
  games = $state.raw<GameSummary[]>([]);
  slip = $state.raw<Slip | undefined>();
  // the server broke a promise about the dice
  diceAlarm = $state.raw<{ table: string; breach: Breach } | undefined>();
  notice = $state.raw<{ say: Words; table?: string | undefined; warns?: boolean } | undefined>();
  record = $state.raw<string | undefined>(); // the text of a dropped or chosen record file
  // what is played or replayed here: the texts of its rules depend on it
  played = $state.raw<Played | undefined>();
  readonly passwords = new Map<string, string>(); // of tables that accepted them, until the page is closed
  readonly connection = new Connection(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  private readonly wordsOf = new Map<string, Promise<GameWords>>();

  constructor() {
    addEventListener('popstate', () => (this.path = place()));
    this.connection.onLine((line) => (this.line = line));
    this.connection.onPush((push) => {
      if (push.push === 'order') this.notice = { say: push.order.say, warns: push.order.what === 'warn' };
      if (push.push !== 'notice') return;
      this.notice = { say: push.say, table: push.table };
      if (push.what === 'remind' && push.table) this.notify(push.table, push.say[this.lang]);
    });
  }

  // A warning that was closed is not shown again.
  noticeClose(): void {
    if (this.notice?.warns) void this.attempt(this.connection.ask('order-seen', {}));
    this.notice = undefined;
  }

  // Why what needs other people is not possible without a server.
  get awayWhy(): UiKey {
    return this.alone ? 'site-people' : 'away-people';
  }

  get lang(): Lang {
    return this.settings.lang;
  }

  // Whether there never is a server: the page of a static host (scripts/site) says so.
  readonly alone = document.querySelector('meta[name="lanterne-server"]')?.getAttribute('content') === 'none';

  // The session must exist first: HTTP sets the cookie that the WebSocket sends.
  async begin(): Promise<void> {
    this.failed = '';
    try {
      if (this.alone) return await this.beginAway();
      await this.meet();
      await this.listGames();
      this.connection.begin();
      this.ready = true;
      this.saidAfterReload();
    } catch (error) {
      if (error instanceof Unanswered && keptHere()) return await this.beginAway(error.portal);
      this.failed = error instanceof Unanswered && error.portal ? 'portal' : 'failed-more';
      if (error instanceof Refused && !(error instanceof Unanswered)) this.slip = { problem: error.problem };
    } finally {
      if (this.ready) void import('./offline/install').then(({ install }) => install());
      if (this.ready && !this.away) this.pushSync();
    }
  }

  // The server forgets with a session what its device wants to be told. A failure is no news: the next begin
  // of the page tries again.
  pushSync(): void {
    const kept = this.push;
    if (!kept) return;
    this.settings.push = kept;
    void pushSync(kept, this.lang).catch(() => undefined);
  }

  // What this person has chosen to be told on this device.
  get push(): PushKept | undefined {
    return pushOf(this.settings.push, this.person?.login);
  }

  // The person was deleted: whoever comes next on this device is told nothing before choosing it.
  async pushForget(): Promise<void> {
    this.settings.push = undefined;
    this.keep();
    await pushEnd().catch(() => undefined);
  }

  private async meet(): Promise<void> {
    this.person = (await ask('me', {}, keptHere() ? MEET_MS : undefined)).person;
    await this.christen();
    this.settings.name = this.person?.name ?? '';
  }

  // The page of this device, without a server; one that comes back is taken.
  private async beginAway(portal = false): Promise<void> {
    this.away = true;
    try {
      await this.listGames();
      this.ready = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.failed = 'failed-more';
      this.slip = { problem: error.problem };
    }
    if (this.alone) return;
    this.connection.beginLost(portal);
    this.connection.onLine((line) => line === 'open' && this.away && void this.attempt(this.comeBack()));
  }

  private async comeBack(): Promise<void> {
    await this.meet();
    this.away = false;
    await this.listGames();
  }

  // A sentence that is shown when the page has been loaded again.
  sayAfterReload(key: UiKey, values: Record<string, string | number>): void {
    sessionStorage.setItem(SAY_AFTER, JSON.stringify(this.filled(key, values)));
  }

  private saidAfterReload(): void {
    const kept = sessionStorage.getItem(SAY_AFTER);
    sessionStorage.removeItem(SAY_AFTER);
    if (kept) this.notice = { say: JSON.parse(kept) as Words };
  }

  // The list in the language of the page; also when that changes.
  async listGames(): Promise<void> {
    const { lang } = this;
    const { games } = await loadGames(lang, this.away);
    if (lang === this.lang) this.games = games;
    if (this.settings.rulebook) await this.spellGames();
  }

  // The list with the names of the rulebook, where a game has others than it prints.
  private async spellGames(): Promise<void> {
    const { lang, games } = this;
    const spelled = await Promise.all(games.map(async (row) => spellAll(await this.gameWords(row.game), lang, row)));
    if (games === this.games && this.settings.rulebook) this.games = spelled;
  }

  // Gives a new guest a name in the language of the page.
  private async christen(): Promise<void> {
    const [, number] = /^Guest (\w{4})$/.exec(this.person?.name ?? '') ?? [];
    const name = number && this.t('guest-name', { number });
    if (name && name !== this.person?.name) this.person = (await ask('rename', { name })).person;
  }

  go(path: string, instead = false): void {
    if (instead) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.path = path;
    this.slip = undefined;
    if (instead) return;
    scrollTo(0, 0);
    // Moves the focus to the new page, for keys and screen readers; one that is still to come takes it
    // itself.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void tick().then(() => document.querySelector('main')?.focus({ preventScroll: true }));
  }

  keep(): void {
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(this.settings));
    } catch {
      // This browser stores nothing here, or has no room: the settings last until the page is closed.
    }
  }

  t(key: UiKey, values: Record<string, string | number> = {}): string {
    return fillWords(ui[key], this.settings.lang, values);
  }

  filled(key: UiKey, values: Record<string, string | number>): Words {
    return { en: fillWords(ui[key], 'en', values), fr: fillWords(ui[key], 'fr', values) };
  }

  // A text of the page in both languages, in the form of texts from the server.
  words(key: UiKey): Words {
    return ui[key];
  }

  // Shows a browser notification when the page is hidden, one for each table, closed when the page is visible
  // again. It contains no secrets of the game.
  notify(table: string, text: string): void {
    if (!this.settings.notices || document.visibilityState === 'visible' || !noticesAllowed()) return;
    const notice = noticeShow(table, text);
    document.addEventListener('visibilitychange', () => notice?.close(), { once: true });
  }

  showRecord(text: string): void {
    this.record = text;
    this.go('/r/file');
  }

  game(id: string): GameSummary | undefined {
    return this.games.find((row) => row.game === id);
  }

  // The table is left; its rules are still read on the page of the rules.
  playedLeave(): void {
    if (!this.path.startsWith('/learn/')) this.played = undefined;
  }

  // The words of a game; of the one that is played or replayed here with the rules of its table. Cached: with
  // the same version, seats, options and language they never change.
  gameWords(game: string): Promise<GameWords> {
    const listed = this.game(game);
    const played = this.played?.game === game ? this.played : { game };
    const asked = { ...played, version: played.version ?? listed?.version ?? 1 };
    const { lang } = this;
    const { rulebook } = this.settings;
    const key = JSON.stringify([asked, lang, rulebook]);
    const load = () => loadWords(asked, lang, asked.version === listed?.version ? listed.texts : undefined, this.away).then((words) => (rulebook ? respelled(words, lang) : words));
    const known = this.wordsOf.get(key) ?? load();
    this.wordsOf.set(key, known);
    known.catch(() => this.wordsOf.delete(key));
    return known;
  }

  // Shows a refusal as a slip; any other error is a bug and is thrown on.
  async attempt<T>(work: Promise<T>, about: Slip = {}): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.slip = { ...about, problem: error.problem };
      return undefined;
    }
  }
}

export const app = new App();
