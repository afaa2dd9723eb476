// Plays through the page like a person: by buttons, by touching the board, or with keys alone.
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { patience } from './patience.mjs';
import { api } from './stage.mjs';
import { equal, ok } from './tap.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const axe = require('axe-core').source;


const ACTION = '.now.must .actions button:not(.quiet)';
// What can be touched on a board on which one acts. A place that waits for its piece is not touched again.
export const ON_BOARD = ':is(.board, .front) .lit:is(button, [role="button"]):not(.meant)';
export const LIT = `${ON_BOARD}:visible`;
// Of a place drawn in several parts one is reached by keys.
const TABBED = `${ON_BOARD}:not([aria-hidden="true"]):visible`;
// Several actions of the thing that was touched, and buttons that are too many for the prompt's line.
const MENU = '.board .menu button:not(.quiet):visible';
const MORE = '.now.must .more:enabled';
// Everything that can be pressed for a decision, as a selector of the browser.
export const WAYS = `${ACTION}:enabled, ${ON_BOARD}`;
// A decision is offered: by buttons, or by what is lit. In the frame that shows a move it is still the one
// before.
export const ASKED = '.now.must[aria-busy="false"]';
export const OVER = 'dialog .scene, dialog.scene';
export const SCENE = '.table > .full';
// The viewer's own dice wait to be rolled: on the board, and by a button of the prompt.
export const DUE = '.now .rolls';
export const DICE = '[data-roll]';

// Rolls the viewer's dice: those on the board, else by the prompt's button, which is drawn a frame later and
// is there a frame longer. The next may be due at once, so it is over when something more was said.
export async function roll(page, { keys = false } = {}) {
  const before = await page.evaluate(() => document.querySelector('.live > :last-child')?.dataset.n ?? '');
  if (keys) await page.keyboard.press(' ');
  else {
    const dice = [...(await page.locator(DICE).elementHandles()), ...(await page.locator(DUE).elementHandles())];
    if (!dice.length || !(await press(dice[0]))) return; // rolled meanwhile
  }
  await page.waitForFunction(({ due, n }) => !document.querySelector(due) || (document.querySelector('.live > :last-child')?.dataset.n ?? '') !== n, { due: DUE, n: before });
}

// What the page wants, looked for in one call, since it may change between two: a great moment, dice, an
// answer that can be given, or nothing any more; undefined while it tells something or waits.
const wanted = ({ scene, due, over, asked, ways }) => {
  const there = (what) => [...document.querySelectorAll(what)].some((one) => one.checkVisibility());
  return there(scene) ? 'scene' : there(due) ? 'due' : there(over) ? 'over' : there(asked) && there(ways) ? 'act' : undefined;
};

// Waits for a required decision or the end. Optional actions while others decide are ignored, since their
// order relative to the others' moves depends on timing.
// Great moments that stay until they are touched are touched, and so are the viewer's dice: with keys alone
// both by Space. Those of others also end by themselves: Space would then press what has the focus.
export async function next(page, { keys = false } = {}) {
  for (;;) {
    const found = await page.waitForFunction(wanted, { scene: SCENE, due: DUE, over: OVER, asked: ASKED, ways: `${WAYS}, .board .menu button, ${MORE}` });
    const what = await found.jsonValue();
    if (what === 'over' || what === 'act') return what;
    if (what === 'due') await roll(page, { keys });
    const scene = what === 'scene' && (await page.$(SCENE));
    if (!scene) continue;
    await (keys ? page.keyboard.press(' ') : scene.evaluate((one) => one.click()));
    // This one: another may follow at once, and an own one stays until it is touched.
    await scene.waitForElementState('hidden');
  }
}

// A fingerprint of the page that every answer changes, and every piece taken in hand. With an earlier one it
// says whether the page has changed since, or the game is over. With selectors it also finds, in the same
// call, what can be pressed: one list for each, empty unless an answer is asked for.
const fingerprint = ({ old, ways, asked }) => {
  const count = (what) => document.querySelectorAll(what).length;
  const pressed = [...document.querySelectorAll(':is(.board, .front) [aria-pressed]')].map((one) => one.getAttribute('aria-pressed'));
  // One list each: a place is lit before and after another is meant.
  const chosen = ['.picked', '.meant', '.lit'].flatMap((kind) => [kind, ...[...document.querySelectorAll(kind)].map((one) => one.dataset.words ?? one.textContent)]);
  const now = [document.querySelector('section.now')?.textContent, document.querySelector('.live')?.textContent, document.querySelector('.board .menu')?.textContent, count('.lit'), ...chosen, ...pressed].join('|');
  const asks = asked && document.querySelector(asked) !== null;
  if (ways) return { now, lists: ways.map((way) => (asks ? [...document.querySelectorAll(way)].filter((one) => one.checkVisibility()) : [])) };
  return old === undefined ? now : now !== old || document.querySelector('dialog .scene, dialog.scene, .full') !== null;
};

export function mark(page) {
  return page.evaluate(fingerprint, {});
}

// The mark, and what can be pressed at that moment: for each selector its elements.
export async function offered(page, ...ways) {
  const found = await page.evaluateHandle(fingerprint, { ways, asked: ASKED });
  const before = await (await found.getProperty('now')).jsonValue();
  const lists = [...(await (await found.getProperty('lists')).getProperties()).values()];
  const elements = async (list) => [...(await list.getProperties()).values()].map((one) => one.asElement()).filter(Boolean);
  return { before, lists: await Promise.all(lists.map(elements)) };
}

// Says what the page asks where it stands still.
export async function moved(page, before) {
  try {
    await page.waitForFunction(fingerprint, { old: before });
  } catch (error) {
    if (error.name !== 'TimeoutError') throw error;
    const still = await page.evaluate(() => [document.querySelector('section.now')?.outerHTML, ...[...document.querySelectorAll('.lit, .slip, .full')].map((one) => one.cloneNode(false).outerHTML)].join('\n'));
    throw new Error(`the page stands still:\n${still}`);
  }
}

// The page has changed, or something is told, or nothing is asked.
export async function wentOn(page, before) {
  const told = page.waitForFunction(() => !document.querySelector('.now.must') || document.querySelector('.table[data-told]'));
  await Promise.any([page.waitForFunction(fingerprint, { old: before }), told]);
}

// The position as a reader hears it: what the places and pieces of the board are called, in the order of the
// alphabet, since pieces stand in the order they came in. Nothing is in hand or under the pointer then.
export async function position(page) {
  await page.mouse.move(0, 0);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.board.foreseen, .picked, .meant'));
  return page.locator('.board [data-words]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent).sort().join('\n'));
}

// Presses an element that was found a moment ago; without waiting until it is still, since what is lit may
// breathe. False if it was offered for a question that has been answered since.
export async function press(one, by = 'click', how = { force: true }) {
  try {
    await one[by](how);
    return true;
  } catch (error) {
    if (await one.evaluate((element) => element.isConnected && element.checkVisibility())) throw error;
    return false;
  }
}

// Does one of the things that can be done, the one at this part of all; nothing if no answer is asked for any
// more. Searched and pressed in one call, since the curtain may fall in between.
export async function pressOne(page, part) {
  const before = await mark(page);
  const pressed = await page.evaluate(([asked, ways, at]) => {
    const all = document.querySelector(asked) ? [...document.querySelectorAll(ways)].filter((one) => one.checkVisibility()) : [];
    const one = all[Math.floor(at * all.length)];
    one?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return Boolean(one);
  }, [ASKED, WAYS, part]);
  if (pressed) await moved(page, before);
}

// Presses one of the offered buttons or touches what is lit on the board, chosen by `choose`; it may only
// narrow the choice. What asks first is confirmed.
export async function step(page, choose) {
  if ((await next(page)) === 'over') return false;
  const before = await mark(page);
  const ways = await waysOf(page, choose);
  const all = await ways.elementHandles();
  if (!all.length) return true;
  if (await press(all[choose(all.length)])) await moved(page, before);
  return true;
}

// What can be pressed now: what asks first is confirmed; a menu, or the opened list of buttons, covers the
// rest.
async function waysOf(page, choose) {
  const sure = page.locator('.now .meant button').first();
  if (await sure.count()) return sure;
  const menu = page.locator(MENU);
  if (await menu.count()) return menu;
  const [more] = await page.locator(MORE).elementHandles(); // at once: the question may change meanwhile
  if (!more) return page.locator(`${ACTION}, ${LIT}`);
  const lit = page.locator(LIT);
  if ((await lit.count()) && choose(2)) return lit;
  if ((await more.getAttribute('aria-expanded')) !== 'true') await press(more, 'click', {});
  return page.locator('.now .panel button');
}

// Seeded choices of one of so many.
export function chooser(seed) {
  let state = seed;
  return (count) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
}

// Plays a whole game by buttons. The choices are seeded, so that a failure can be reproduced.
export async function playOut(page, { most = 1500, seed = 1 } = {}) {
  const choose = chooser(seed);
  for (let moves = 0; moves < most; moves++) if (!(await step(page, choose))) return moves;
  throw new Error(`not over after ${most} moves`);
}

// Plays a seat by the server's operations, without the page, until `found` is true of what the seat is sent
// with a question, or the game is over: for tests about what the page shows at one moment of a game. Returns
// whether it was found.
export async function playUntil(who, table, found, { seat = 1, seed = 1 } = {}) {
  const choose = chooser(seed);
  for (let moves = 0, end = Date.now() + patience(); ; ) {
    const { update } = await api(who, 'open', { table, seat });
    if (update.result) return false;
    if (!update.ask?.musts) {
      // Others are asked. The server's clock stands: a window of fixed length ends when it is stepped.
      if (update.turn.window) await api(who, 'test-step', { ms: 15_000 });
      ok(Date.now() < end, 'waited in vain for a question');
      await setTimeout(20);
      continue;
    }
    if (found(update)) return true;
    const { decision, actions, musts } = update.ask;
    await api(who, 'move', { table, seat, move: `until-${moves++}`, decision, action: actions[choose(musts)] });
    end = Date.now() + patience();
  }
}

// Plays a whole game with keys alone. The first action is reached by its key; after that the page moves the
// focus, and Enter or a few Tabs are enough.
export async function playByKeys(page, { most = 1500, seed = 1 } = {}) {
  const choose = chooser(seed);
  await next(page, { keys: true });
  await page.keyboard.press('n');
  for (let moves = 0; moves < most; moves++) {
    if ((await next(page, { keys: true })) === 'over') return;
    const before = await mark(page);
    await page.waitForFunction(() => document.activeElement?.closest('.now .actions'));
    const count = await page.locator(ACTION).count();
    for (let steps = choose(count); steps > 0 || !(await page.evaluate(() => document.activeElement?.matches('.now .actions button:not(.quiet)') ?? false)); steps--) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await moved(page, before);
  }
  throw new Error(`not over after ${most} moves`);
}

// The same on a board on which one acts: Tab walks to one of the things that can be done, Enter does it.
export async function playByTab(page, { most = 1500, seed = 1 } = {}) {
  const choose = chooser(seed);
  for (let moves = 0; moves < most; moves++) {
    if ((await next(page, { keys: true })) === 'over') return;
    // Whatever has the focus for a moment is previewed, and the allowance of messages grows with the server's
    // clock alone.
    await page.request.post('/api/test-step', { data: { ms: 1000 }, headers: { connection: 'close' } });
    const before = await mark(page);
    const sure = page.locator('.now .meant button').first();
    const ways = (await sure.count()) ? sure : page.locator(`${ACTION}:enabled, ${TABBED}`);
    const all = await ways.elementHandles(); // at once: the question may change meanwhile
    if (!all.length) continue;
    const wanted = all[choose(all.length)];
    // `gone`: it was offered for a question that has changed since. A thing of the board stays without light.
    const state = () => wanted.evaluate((one) => (document.activeElement === one ? 'here' : one.isConnected && one.matches('.now :enabled, .lit:is(:enabled, [role="button"])') ? 'there' : 'gone'));
    let at = await state();
    for (let steps = 0; at === 'there'; steps++, at = await state()) {
      ok(steps < 200, `Tab reaches ${await wanted.evaluate((one) => one.outerHTML)}`);
      await page.keyboard.press('Tab');
    }
    if (at === 'gone') continue;
    await page.keyboard.press('Enter');
    await moved(page, before);
  }
  throw new Error(`not over after ${most} moves`);
}

// Opens the page at a path and waits until it is loaded.
export async function visit(page, path) {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
}

export async function fits(page, what) {
  const [inside, outside] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  ok(outside <= inside, `${what} scrolls sideways: ${outside} in ${inside}`);
}

// Checks that on a wide screen the whole table is visible.
export async function whole(page, what) {
  const [inside, outside] = await page.locator('main > .board').evaluate((board) => [board.clientHeight, board.scrollHeight]);
  ok(outside <= inside, `${what} needs a scroll: ${outside} in ${inside}`);
}

// Rules of axe that count although it calls them moderate: headings in order, one first heading, one main
// part, a way past the header.
const COUNTED = ['heading-order', 'page-has-heading-one', 'landmark-one-main', 'skip-link'];

// Checks that nothing scrolls sideways and axe finds nothing serious. Behind a great moment the stage is
// dimmed for a second and cannot be touched (WCAG 1.4.3 leaves inactive controls out): the contrast of the
// scene alone counts then, every other rule counts for the whole page.
export async function check(page, what) {
  await fits(page, what);
  // What is fading in has its colours when it is there.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished.catch(() => undefined))));
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const scene = document.querySelector('.table > .full');
    const all = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] };
    const found = await window.axe.run(document, scene ? { ...all, rules: { 'color-contrast': { enabled: false } } } : all);
    const inside = scene?.isConnected ? await window.axe.run(scene, { runOnly: { type: 'rule', values: ['color-contrast'] } }) : { violations: [] };
    return [...found.violations, ...inside.violations].map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }));
  });
  const grave = violations.filter((row) => ['serious', 'critical'].includes(row.impact) || COUNTED.includes(row.id)).flatMap((row) => row.nodes.map((node) => `${what}: ${row.id} ${node.target} ${node.failureSummary}`));
  equal(grave.join('\n'), '', 'axe');
}
