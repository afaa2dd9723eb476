// Shared by all tests of the page: the real server on a free port with its own data folder, Debian's
// Chromium, and people with a browser context each. Warnings and errors on a page's console fail the test.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patience } from './patience.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

export const PHONE = { width: 390, height: 844 };
export const SMALL = { width: 360, height: 640 };
export const WIDE = { width: 1440, height: 900 };

// Debian has Chromium twice: the browser that people use, and one without the parts for a window, which has
// the same engine and needs about a quarter less of a processor for the same game. `make test` takes the
// second, long runs, measurements and pictures the first; CHROMIUM=PROGRAM another.
const BROWSER = '/usr/bin/chromium';
const WINDOWLESS = '/usr/lib/chromium/chromium-headless-shell';
const program = ({ real = Boolean(process.env.LAN_LONG) } = {}) => process.env.CHROMIUM ?? (real ? BROWSER : WINDOWLESS);

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

// A free port below those that the system gives to whoever asks for any: while the server is stopped, no
// other program that runs beside this one gets it and answers in its place.
export async function quietPort() {
  for (;;) {
    const port = 20_000 + Math.floor(10_000 * Math.random());
    const probe = createServer();
    const free = await new Promise((done) => probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true)));
    if (free) return new Promise((done) => probe.close(() => done(port)));
  }
}

// The server's random bytes are seeded, so a test plays the same games in each run; LAN_SEED selects others.
// Its clock stands still, and allowances of messages are not refilled: that of the address would be used up.
const SEED = Number(process.env.LAN_SEED || 1);

export class Server {
  static async start(program, { port = 0, folder = mkdtempSync(join(tmpdir(), 'lanterne-web-')), seed = SEED, args = [], hooks = true } = {}) {
    const server = new Server();
    server.program = program;
    server.folder = folder;
    server.seed = seed;
    server.args = args;
    server.process = spawn(program, ['serve', '--port', String(port), '--data', folder, '--bot-pace', '20', '--messages-per-address', '1000000', ...(hooks ? ['--test-hooks', String(seed)] : []), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    process.once('exit', () => server.process.kill());
    server.url = await new Promise((resolve, reject) => {
      let text = '';
      server.process.stdout.on('data', (part) => {
        text += part;
        const match = /(http:\/\/\S+?)\/\s/.exec(text);
        if (match) resolve(match[1]);
      });
      server.process.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    });
    return server;
  }

  async stop({ keep = false } = {}) {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGTERM');
    await ended;
    if (!keep) rmSync(this.folder, { recursive: true, force: true });
  }

  // Starts a stopped server again with the same data and port. Another seed, so that ids are not repeated.
  async again() {
    const again = await Server.start(this.program, { port: Number(new URL(this.url).port), folder: this.folder, seed: this.seed + 1000, args: this.args });
    this.process = again.process;
    this.seed = again.seed;
  }
}

// `real`: the browser that people use.
export function launch(which) {
  return chromium.launch({ executablePath: program(which), args: FLAGS, timeout: patience() });
}

// One person: a context with its own cookie and settings. Motion is reduced unless a test is about motion,
// and all games are marked as known, which suppresses their introduction. LAN_THEME=light is for pictures.
//
// Without `installs` there is no service worker: pages then come from the server alone, as on a device that
// has never seen them. `context` is one that stays (lasting), and keeps what earlier runs stored.
export async function person(browser, server, { size = WIDE, lang = 'en', settings = {}, name, patient = 100, installs = false, context = undefined } = {}) {
  context ??= await browser.newContext({ viewport: size, locale: lang === 'fr' ? 'fr-FR' : 'en-GB', baseURL: server.url, hasTouch: size.width < 500 });
  if (!installs) await context.addInitScript(() => delete Navigator.prototype.serviceWorker);
  // The page notices a dead line by limits of its own, which a busy machine must not reach by itself.
  await context.addInitScript((by) => (globalThis.lanternePatience = by), patient);
  await context.addInitScript((kept) => {
    if (!localStorage.getItem('lanterne-settings')) localStorage.setItem('lanterne-settings', JSON.stringify(kept));
  }, { lang, theme: process.env.LAN_THEME ?? 'dark', calm: true, sound: false, confirm: false, heard: true, met: ['shadow-hunters', 'manor', 'shy-monsters', 'treasure-hunters'], ...settings });
  context.setDefaultTimeout(patience());
  const page = await context.newPage();
  const noise = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  const who = { context, page, noise };
  if (name) await api(who, 'rename', { name });
  return who;
}

// A browser whose storage is in a folder: what it keeps is there when another is started with the folder.
export function lasting(folder, server) {
  return chromium.launchPersistentContext(folder, { executablePath: program(), args: FLAGS, timeout: patience(), viewport: WIDE, locale: 'en-GB', baseURL: server.url });
}

// The page is stored on the device, and in the hands of its service worker.
export async function installed(page) {
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));
}

// Simulates a slow server: while the gate is shut answers are held back, and are delivered in order when it
// opens. It applies to the WebSocket, and to HTTP requests at `path`, of pages visited after this call.
export async function gateOf(page, path = '/nothing') {
  const waiting = [];
  const gate = {
    shut: false,
    open() {
      this.shut = false;
      for (const pass of waiting.splice(0)) pass();
    },
  };
  const through = (pass) => (gate.shut ? waiting.push(pass) : pass());
  await page.route(path, (route) => through(() => route.continue()));
  await page.routeWebSocket(/\/ws$/, (line) => line.connectToServer().onMessage((message) => through(() => line.send(message))));
  return gate;
}

// An operation by HTTP with the person's own cookie, on a connection of its own: one has 500 messages, and
// the server closes one that was idle for a minute, perhaps just when it is used again.
export async function api(who, op, params = {}) {
  const post = (name, data) => who.context.request.post(`/api/${name}`, { data, headers: { connection: 'close' } });
  if (!who.known) await post('me', {});
  who.known = true;
  const answer = await (await post(op, params)).json();
  if (!answer.ok) throw new Error(`${op}: ${answer.error.code} ${answer.error.say.en}`);
  return answer;
}
