// The drawn boards: games played on them with mouse, touch or keys, and axe. A board highlights what the
// server offers, so touching a highlighted place never gives a refusal.
import { gateOf, launch, PHONE, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { check, DICE, DUE, LIT, mark, moved, next, offered, ON_BOARD, OVER, playByTab, press, visit, whole } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
// A touch left several actions, or one that waits to be confirmed: the rest is pressed on buttons. Only these
// show it: a walk over several steps also turns lights off for a while, without a line in the live region.
const NARROWED = '.now .actions > button.quiet:not(.more), .now .actions.meant';

async function table(who, game, plan, options = {}) {
  const { table } = await api(who, 'create', { settings: { game, seats: plan.length, options }, plan, start: true });
  await visit(who.page, `/t/${table.table}`);
  return table.table;
}

// Plays the first offered action again and again until `found` has something in the view and what is offered,
// and the page shows that decision. Returns what was found, nothing when the game is over.
async function search(who, id, found) {
  for (let moves = 0; (await next(who.page)) !== 'over'; moves++) {
    const { update } = await api(who, 'open', { table: id, seat: 1 });
    if (!update.ask?.musts) continue; // the page is about to hear that the question is over
    const wanted = found(update.view, update.ask.actions);
    if (wanted) return wanted;
    const before = await mark(who.page);
    await api(who, 'move', { table: id, seat: 1, move: `until-${moves}`, decision: update.ask.decision, action: update.ask.actions[0] });
    await moved(who.page, before);
  }
  return undefined;
}

async function until(who, id, found) {
  const wanted = await search(who, id, found);
  ok(wanted, 'not found until the end of the game');
  return wanted;
}

// Touches highlighted places of the board, else presses buttons; by a finger on a phone, else by the mouse.
// When a touch leaves several actions, the rest is chosen by buttons if there are any, else on the board
// (over which tile a jump goes). Returns the number of touches on the board.
async function playOnBoard(page, most, also = () => {}) {
  const by = page.viewportSize().width < 500 ? 'tap' : 'click';
  let touched = 0;
  let narrowed = false;
  for (let moves = 0; moves < most; ) {
    if ((await next(page)) === 'over') return touched;
    const { before, lists } = await offered(page, `${ON_BOARD}:not([data-roll])`, '.now .actions button:not(.quiet, .rolls)');
    const [places, buttons] = lists;
    const lit = narrowed && buttons.length ? [] : places;
    const one = lit[(moves * 7) % lit.length] ?? buttons[0];
    if (!one) continue; // on the way of a walk over several steps the question changes by itself
    moves++;
    const pressed = await press(one, by, { force: lit.length > 0 });
    touched += pressed && lit.length ? 1 : 0;
    if (pressed) await moved(page, before);
    narrowed = lit.length > 0 && (await page.locator(NARROWED).count()) > 0;
    equal((await page.getByRole('alert').allInnerTexts()).join(), '', 'a lit place that was refused');
    await also(moves);
  }
  return touched;
}

test('treasure-hunters: a game by touching the house, on a phone, with all options', async () => {
  const who = await person(browser, server, { size: PHONE, lang: 'fr' });
  await table(who, 'treasure-hunters', ['me', 'rules', 'rules'], { mode: 'advanced' });
  const touched = await playOnBoard(who.page, 300, async (moves) => moves === 5 && (await next(who.page)) === 'act' && (await check(who.page, 'the house')));
  ok(touched > 5, `touched ${touched} times`);
  ok(await who.page.locator(OVER).count(), 'the game is over');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('treasure-hunters: a game by mouse alone, with the own dice rolled by touching them', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await page.addInitScript(() => {
    window.rolls = 0;
    document.addEventListener('click', (event) => event.target instanceof Element && event.target.closest('[data-roll]') && window.rolls++, true);
  });
  await table(who, 'treasure-hunters', ['me']);
  const touched = await playOnBoard(page, 300);
  ok(touched > 5, `touched ${touched} times`);
  ok(await page.locator(OVER).count(), 'the game is over');
  const rolls = await page.evaluate(() => window.rolls);
  ok(rolls > 3, `rolled ${rolls} times`);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// Manor with keys alone is played with advice in every run (games.test.mjs), without it in long ones.
for (const [game, plan] of [['treasure-hunters', ['me', 'rules']], ...(process.env.LAN_LONG ? [['manor', ['me', 'random']]] : [])]) {
  test(`${game}: a whole game with keys alone, on the board`, async () => {
    const who = await person(browser, server);
    await table(who, game, plan);
    await playByTab(who.page);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}


test('manor: a whole game by touching the street, on a phone', async () => {
  const who = await person(browser, server, { size: PHONE });
  await table(who, 'manor', ['me', 'random', 'random']);
  const touched = await playOnBoard(who.page, 300);
  ok(touched > 10, `touched ${touched} times`);
  ok(await who.page.locator(OVER).count(), 'the game is over');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shadow-hunters: the own dice are rolled by one touch, also where touches are asked about', async () => {
  const who = await person(browser, server, { settings: { confirm: true } });
  const id = await table(who, 'shadow-hunters', ['me', 'rules', 'rules', 'rules']);
  await until(who, id, (view, actions) => actions.includes('roll'));
  await who.page.locator('.board .due').click({ force: true });
  await who.page.locator('.board .due').waitFor({ state: 'detached' });
  equal(await who.page.locator('.now .meant').count(), 0, 'a question before the roll');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shadow-hunters: on a phone a touch in the middle of a lit area chooses it, whoever stands there', async () => {
  const who = await person(browser, server, { size: PHONE, settings: { confirm: true } });
  // Where one may go is a matter of the dice: not in every game does somebody stand there.
  let area;
  while (!area) {
    const id = await table(who, 'shadow-hunters', ['me', 'rules', 'rules', 'rules']);
    area = await search(who, id, (view, actions) => {
      const [, wanted] = actions.find((action) => action.startsWith('go '))?.split(' ') ?? [];
      return wanted && view.seats.some((seat) => seat.area === wanted) && wanted;
    });
  }
  await who.page.locator(`.board [data-area="${area}"]`).tap();
  await who.page.locator(`.board [data-area="${area}"].meant`).waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('manor: with a hunter in hand the prompt says what to touch, and advice for another one takes its place', async () => {
  const who = await person(browser, server, { settings: { confirm: true } });
  const { page } = who;
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 3, hints: true }, plan: ['me', 'rules', 'rules'], start: true });
  await visit(page, `/t/${table.table}`);
  await until(who, table.table, (view) => view.phase === 'placing');
  const { action } = await api(who, 'hint', { table: table.table, seat: 1 });
  const names = await page.locator('.front button.lit').evaluateAll((all) => all.map((one) => one.dataset.hunter));
  const held = names.find((name) => name !== 'detector' && !action.includes(name));
  await page.locator(`[data-hunter="${held}"]`).click();
  await page.locator('.todo', { hasText: 'touch a manor with room' }).waitFor();
  await page.locator('.now .hint').click();
  await page.locator('.board .house.advised').first().waitFor();
  equal(await page.locator('.front [aria-pressed="true"]').count(), 0, 'still in hand');
  const last = () => Math.max(0, ...[...document.querySelectorAll('.live [data-n]')].map((one) => Number(one.dataset.n)));
  const before = await page.evaluate(last);
  await page.locator('.board .house.advised').first().click();
  // It is told, not refused.
  await page.waitForFunction((n) => [...document.querySelectorAll('.live [data-n]')].some((one) => Number(one.dataset.n) > n), before);
  const done = (await api(who, 'open', { table: table.table, seat: 1 })).update.told.filter((item) => item.n > before).map((item) => item.event?.event);
  ok(done.includes('placed') || done.includes('detected'), `${action} was done: ${done}`);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shy-monsters: a touch on the advised tile does what is advised, not a plain step', async () => {
  const who = await person(browser, server, { settings: { confirm: true } });
  const { page } = who;
  for (let games = 0, moves = 0; ; games++) {
    ok(games < 20, 'no attack was advised in 20 games');
    const { table } = await api(who, 'create', { settings: { game: 'shy-monsters', seats: 2, hints: true }, plan: ['rules', 'me'], start: true });
    await visit(page, `/t/${table.table}`);
    let advised;
    while ((await next(page)) !== 'over') {
      const { ask } = (await api(who, 'open', { table: table.table, seat: 2 })).update;
      const { action } = await api(who, 'hint', { table: table.table, seat: 2 });
      if (action.startsWith('attack ')) {
        advised = action;
        break;
      }
      const before = await mark(page);
      await api(who, 'move', { table: table.table, seat: 2, move: `advised-${moves++}`, decision: ask.decision, action });
      await moved(page, before);
    }
    if (!advised) continue;
    await page.locator('.now .hint').click();
    await page.locator('.board .cell.advised').waitFor();
    const before = await mark(page);
    await page.locator('.board .cell.advised').click({ force: true });
    await moved(page, before);
    await next(page);
    const { told } = (await api(who, 'open', { table: table.table, seat: 2 })).update;
    ok(told.some((item) => item.event?.event === 'attacked'), `${advised} was done`);
    break;
  }
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('treasure-hunters: nothing tells what the own die shows before it is touched', async () => {
  const who = await person(browser, server);
  const { page } = who;
  const id = await table(who, 'treasure-hunters', ['me']);
  await next(page);
  const first = (await api(who, 'open', { table: id, seat: 1 })).update;
  await api(who, 'move', { table: id, seat: 1, move: 'die-1', decision: first.ask.decision, action: first.ask.actions.at(-1) });
  await page.locator(DUE).waitFor();
  const { update } = await api(who, 'open', { table: id, seat: 1 });
  const roll = update.told.find((item) => item.n > first.to && item.event?.event.startsWith('rolled'));
  const said = page.locator(`.live [data-n="${roll.n}"]`);
  equal(await said.count(), 0, 'said before the touch');
  equal(await page.locator(`${DICE} circle, ${DICE} .face`).count(), 0, 'pips before the touch');
  equal(await page.locator('.now.must').count(), 0, 'asked before the touch');
  await page.locator(DICE).first().click({ force: true });
  await said.waitFor({ state: 'attached' });
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('treasure-hunters: a touch several steps off walks there, and nothing is lit on the way', async () => {
  const who = await person(browser, server, { size: PHONE });
  const { page } = who;
  const gate = await gateOf(page);
  const id = await table(who, 'treasure-hunters', ['me'], { mode: 'advanced' });
  const goal = await until(who, id, (view, actions) => {
    const ways = (view.ways ?? '').split(',').map((way) => way.split(' '));
    return view.by_steps && ways.find((way) => way.length > 1 && !actions.includes(`step ${way.at(-1)}`))?.at(-1);
  });
  gate.shut = true;
  await page.locator(`.board [data-words="${goal}"]`).click();
  // The prompt goes when the answer is late, which it is here: nothing comes through the gate.
  await page.waitForFunction(() => !document.querySelector('.board .lit') && !document.querySelector('.now.must'));
  gate.open();
  await page.waitForFunction((node) => document.querySelector(`.board [data-words="${node}"]`)?.textContent.includes('is here'), goal);
  await next(page);
  const { update } = await api(who, 'open', { table: id, seat: 1 });
  ok(update.told.filter((item) => item.event?.event === 'stepped').length > 1, 'it went step by step');
  equal((await page.getByRole('alert').allInnerTexts()).join(), '', 'a step that was refused');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('treasure-hunters: the arrow keys go over the house, and a room too far says why', async () => {
  const who = await person(browser, server, { settings: { theme: 'light' } });
  await table(who, 'treasure-hunters', ['me', 'rules']);
  await next(who.page);
  await check(who.page, 'the house by day');
  await whole(who.page, 'the house');
  await who.page.getByRole('button', { name: /^Room L/ }).focus();
  await who.page.keyboard.press('ArrowLeft');
  equal((await who.page.evaluate(() => document.activeElement?.textContent ?? '')).trim().slice(0, 6), 'Room K', 'the room to the left');
  await who.page.getByRole('button', { name: /^Room A/ }).click();
  await who.page.getByRole('alert').getByRole('link').waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shy-monsters: the Master drags, types and touches tiles, and covers them', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await table(who, 'shy-monsters', ['me', 'random']);
  await next(page);
  const cell = (name) => page.locator(`[data-cell="${name}"]`);
  const hand = page.locator('.hand button');
  await check(page, 'the empty floor');
  const from = await hand.first().boundingBox();
  const to = await cell('g8').boundingBox();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('button', { name: /^g8: Exit/ }).waitFor();
  await cell('g6').focus();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^g6: Corridor/ }).waitFor();
  await cell('f7').click();
  await hand.last().click();
  await page.getByRole('button', { name: /^f7: .*at ease here/ }).waitFor();
  await page.getByRole('button', { name: 'Cover my secrets' }).click();
  await page.getByRole('button', { name: /^g8: face down/ }).waitFor();
  await page.getByRole('button', { name: /^f7: face down/ }).waitFor();
  equal(await page.locator('.board').getByText('Exit').count(), 0, 'what is covered');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shy-monsters: the Hero crosses by touching the floor, on the smallest phone', async () => {
  const who = await person(browser, server, { size: SMALL });
  await table(who, 'shy-monsters', ['random', 'me']);
  await next(who.page);
  await check(who.page, 'the floor');
  ok(await playOnBoard(who.page, 400), 'touched');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('prompt and offer follow the board on a page without frames, and at once when a key is pressed', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await table(who, 'manor', ['me', 'rules']);
  await next(page);
  // The page gets no frames from now on, as one that nobody looks at; who looks on for the test does.
  await page.evaluate(() => {
    const real = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (call) => (new Error().stack.includes('/assets/') ? 0 : real(call));
  });
  // In the first moment in which the prompt is behind the board a key is pressed.
  const keyed = page.evaluate(
    () =>
      new Promise((resolve) => {
        const now = document.querySelector('.now');
        new MutationObserver((_, watch) => {
          if (now.getAttribute('aria-busy') !== 'true') return;
          watch.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
          resolve(now.getAttribute('aria-busy'));
        }).observe(now, { attributes: true });
      }),
  );
  ok(await playOnBoard(page, 6), 'touched');
  equal(await keyed, 'false', 'behind after a key');
  await next(page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shy-monsters: SM-B5, the Master takes tiles back in any order and is told why a monster is at home', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await table(who, 'shy-monsters', ['me', 'random']);
  await next(page);
  const cell = (name) => page.locator(`[data-cell="${name}"]`);
  const lie = (name) => page.getByRole('button', { name: new RegExp(`^${name}: (?!empty)`) });
  const lay = async (number, name) => {
    await page.waitForFunction(() => document.querySelector('.now.must'));
    await cell(name).focus();
    await page.keyboard.press(String(number));
    await page.keyboard.press('Enter');
    await lie(name).waitFor();
  };
  const last = await page.locator('.hand button').count();
  await lay(last, 'g8'); // a monster
  await page.locator('.why li').first().waitFor();
  equal(await page.locator('.why li').count(), 1, 'one monster lies, one line says how');
  await lay(1, 'f7');
  await lay(1, 'h7');
  // From its slot: the tiles laid later stay.
  await page.getByRole('button', { name: /take it back from f7/ }).click();
  await page.getByRole('button', { name: /^f7: empty/ }).waitFor();
  await lie('h7').waitFor();
  await lie('g8').waitFor();
  // On the stone itself, once the tile taken is out of the hand.
  await page.locator('.hand .picked').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^g8: .*touch to take it back/ }).click();
  await page.getByRole('button', { name: /^g8: empty/ }).waitFor();
  await lie('h7').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.hand .laid').length === 1);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shy-monsters: the Hero is played by keys on the drawn board', async () => {
  const who = await person(browser, server);
  await table(who, 'shy-monsters', ['random', 'me']);
  await playByTab(who.page, { seed: 3 });
  ok(await who.page.locator(OVER).count(), 'the game is over');
  await check(who.page, 'the end');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('manor: a manor has one name in prompt, story and on the board', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  await table(who, 'manor', ['me', 'rules']);
  for (let moves = 0; moves < 4; moves++) {
    await next(page);
    ok(!/manor \d\.\d/.test(await page.locator('main, section.now').allInnerTexts().then((all) => all.join(' '))), 'no manor is called by its number');
    const before = await mark(page);
    await page.locator(':is(.board, .front) .lit:is(button, [role="button"]):not(.meant):visible, .now .meant button, .now .actions button:not(.quiet)').first().click();
    await moved(page, before);
  }
  const live = await page.locator('.live').textContent();
  ok(!/manor \d\.\d/.test(live) && /’s (Gables|Tower|Mansard|Observatory|Belfry|Elm)/.test(live), `told by its house: ${live.slice(-300)}`);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// What the text board says of each game, in both languages, at the first decision.
const SAID = {
  'shadow-hunters': { plan: ['me', 'rules', 'rules', 'rules'], en: ['The areas', /, in range of .+, reached with/, /You are .+ do not know it\./], fr: ['Les lieux', /, à portée de .+, atteint avec/, /Tu es .+ ne le savent pas\./] },
  manor: { plan: ['me', 'rules'], en: ['Your street', /is closed; you know what it is: /], fr: ['Ta rue', /est fermé ; tu sais ce que c’est : /u] },
  'shy-monsters': { plan: ['me', 'random'], en: ['The floor', /is the Master, .+ the Hero\./], fr: ['L’étage', /est le Maître, .+ le Héros\./] },
  'treasure-hunters': { plan: ['me', 'rules'], en: ['The rooms', /Doors lead to .+ and /, /From west to east: tiles T/], fr: ['Les pièces', /Ses portes mènent à/, /D’ouest en est, les dalles T/u] },
};
for (const [game, { plan, ...said }] of Object.entries(SAID)) {
  test(`the text board of ${game} is sentences, in both languages`, async () => {
    for (const lang of ['en', 'fr']) {
      const who = await person(browser, server, { size: lang === 'en' ? WIDE : SMALL, lang, settings: { text: true } });
      await table(who, game, plan);
      await next(who.page);
      const [title, ...sentences] = said[lang];
      await who.page.locator('.board').getByRole('heading', { name: title }).waitFor();
      const text = (await who.page.locator('.board').innerText()).replaceAll(/[\u00a0\u202f]/g, ' ');
      for (const sentence of sentences) ok(sentence.test(text), `${sentence} in ${text}`);
      ok(!/ · |\bnull\b|undefined|\{/.test(text), `fields instead of sentences: ${text}`);
      await check(who.page, `the text board of ${game}`);
      equal(who.noise.join('\n'), '', 'the console');
      await who.context.close();
    }
  });
}

await run(async () => {
  await browser.close();
  await server.stop();
});
