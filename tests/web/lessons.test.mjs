// The lessons: positions of a recorded game, through the real server. Sizes and languages are distributed
// over the games.
import { gateOf, launch, PHONE, Server, WIDE, person } from './stage.mjs';
import { check, DUE, roll, SCENE, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

const lessons = [
  { game: 'shadow-hunters', steps: 8, how: { size: PHONE, lang: 'fr' } },
  { game: 'manor', steps: 9, how: { size: WIDE, lang: 'en', settings: { theme: 'light' } } },
  { game: 'shy-monsters', steps: 12, how: { size: PHONE, lang: 'en' } },
  { game: 'treasure-hunters', steps: 6, how: { size: WIDE, lang: 'fr' } },
];

// Waits for something; great moments on the way to it stay until they are touched, and so do the own dice.
async function reached(page, wanted) {
  for (;;) {
    await wanted.or(page.locator(`${SCENE}, ${DUE}`)).first().waitFor();
    const scene = await page.$(SCENE);
    if (scene) {
      // Others' scenes also end by themselves: a key would then press the button in focus, and go on.
      await scene.evaluate((one) => one.click());
      await scene.waitForElementState('hidden');
    } else if (await page.locator(DUE).count()) await roll(page);
    else if (await wanted.count()) return;
  }
}

for (const { game, steps, how } of lessons) {
  test(`${game}: the lesson from the rules to its end (${how.size.width} px, ${how.lang})`, async () => {
    const who = await person(browser, server, { ...how, settings: { met: [], ...how.settings } });
    const { page } = who;
    await visit(page, `/learn/${game}`);
    await page.locator('a.main').click();
    const teacher = page.locator('main section.card');
    for (let step = 1; step <= steps; step++) {
      await reached(page, teacher.getByText(`${step} ${how.lang === 'fr' ? 'sur' : 'of'} ${steps}.`));
      if (step === 2) await check(page, `the lesson of ${game}`);
      await teacher.locator('button.main').click();
      // Between the two chapters.
      if (game === 'shy-monsters' && step === 7) await teacher.getByRole('button', { name: 'Go on' }).click();
    }
    const play = teacher.getByRole('button', { name: how.lang === 'fr' ? 'Jouer' : 'Play now' });
    await reached(page, play);
    await play.click();
    // A game may begin with the own die, which is rolled first.
    await reached(page, page.locator('.now.must'));
    equal(await page.getByRole('region', { name: how.lang === 'fr' ? 'Le but du jeu' : 'What it is about' }).count(), 0, 'who took the lesson is told no more');
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('a lesson with keys alone, on a phone', async () => {
  const who = await person(browser, server, { size: PHONE });
  const { page } = who;
  await visit(page, '/lesson/manor');
  await page.getByText('1 of 9.').waitFor();
  while (!(await page.evaluate(() => document.activeElement?.matches('[data-next]') ?? false))) await page.keyboard.press('Tab');
  for (let step = 1; step <= 9; step++) {
    await page.getByText(`${step} of 9.`).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[data-next]'));
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Play now' }).waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a lesson on a slow line begins once', async () => {
  const who = await person(browser, server);
  const { page } = who;
  const gate = await gateOf(page, '**/api/replay-record');
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/replay-record')) asked.push(request.postDataJSON().move);
  });
  gate.shut = true;
  const first = page.waitForRequest('**/api/replay-record');
  await page.goto('/lesson/manor');
  await first;
  gate.open();
  await page.getByText('1 of 9.').waitFor();
  equal(asked.length, 2, 'the moves of the record, and the first position');
  await page.locator('[data-next]').click();
  await page.getByText('2 of 9.').waitFor();
  // A lesson begun twice would have requested the first position again.
  equal(asked.join(), [...new Set(asked)].join(), 'what is asked for, each once');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a lesson from a slow server: a double click takes one step, and turns one page', async () => {
  const who = await person(browser, server, { settings: { met: [] } });
  const { page } = who;
  const gate = await gateOf(page, '**/api/replay-record');
  const twice = async (button) => {
    await button.waitFor();
    gate.shut = true;
    await button.dblclick();
    gate.open();
  };
  await visit(page, '/lesson/shy-monsters');
  for (let step = 1; step <= 7; step++) {
    await page.getByText(`${step} of 12.`).waitFor();
    await twice(page.locator('[data-next]'));
  }
  await twice(page.getByRole('button', { name: 'Go on' }));
  await page.getByText('8 of 12.').waitFor();
  ok(!(await page.evaluate(() => localStorage.getItem('lanterne-settings'))).includes('shy-monsters'), 'who is in the middle has not come through');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a lesson: what is allowed but not meant, and what is not allowed', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await visit(page, '/lesson/manor');
  await page.getByText('1 of 9.').waitFor();
  await page.locator('button[data-place="1.3"]').click();
  const slip = page.getByRole('alert');
  await slip.getByText('The rules allow that too').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button[data-place="2.1"]').click();
  await slip.getByRole('link', { name: /^Rule MA-/ }).waitFor();
  ok(await page.getByText('1 of 9.').count(), 'the lesson waits');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('who plays a game for the first time is told what it is about, once', async () => {
  const who = await person(browser, server, { settings: { met: [] } });
  const { page } = who;
  await visit(page, '/');
  await page.locator('li.stage', { hasText: 'Manor' }).getByRole('button').first().click();
  await page.waitForURL(/\/t\//);
  const aim = page.getByRole('region', { name: 'What it is about' });
  await aim.getByText('ghost hunter').waitFor();
  await aim.getByRole('button').click();
  await page.reload();
  await page.locator('.now').waitFor();
  equal(await aim.count(), 0, 'the aim is told once');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
