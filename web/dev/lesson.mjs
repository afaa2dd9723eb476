// Makes the record of a lesson: scripts/web node dev/lesson.mjs PROGRAM PLAN SEEDS
//
// PLAN is a module that exports `settings`, `plan` (seats as `create` takes them), `choose(offered, told,
// advice)`, which gives the action of the learner's seat or null to end the game there, and `fits(told)`,
// which says whether the game shows what the lesson needs. Games are played with the seeds from 1 to SEEDS
// until one fits; its record goes to stdout.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [program, plan, seeds = '200'] = process.argv.slice(2);
const { settings, plan: seats, choose, fits } = await import(resolve(plan));
const seat = seats.indexOf('me') + 1;

async function serve(seed) {
  const folder = mkdtempSync(join(tmpdir(), 'lanterne-lesson-'));
  const child = spawn(program, ['serve', '--port', '0', '--data', folder, '--bot-pace', '0', '--test-hooks', String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((done) => {
    let text = '';
    child.stdout.on('data', (part) => {
      const match = /(http:\/\/\S+?)\/\s/.exec((text += part));
      if (match) done(match[1]);
    });
  });
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

async function play({ url }) {
  const begun = await fetch(`${url}/api/me`, { method: 'POST', body: '{}' });
  const headers = { cookie: begun.headers.get('set-cookie').split(';')[0] };
  const ask = async (op, params) => {
    const answer = await (await fetch(`${url}/api/${op}`, { method: 'POST', headers, body: JSON.stringify(params) })).json();
    if (!answer.ok) throw new Error(`${op}: ${answer.error.say.en}`);
    return answer;
  };
  await ask('rename', { name: 'Zoe' });
  const { table } = await ask('create', { settings: { hints: true, seats: seats.length, ...settings }, plan: seats, start: true });
  const here = { table: table.table, seat };
  for (let moves = 0; moves < 400; ) {
    const { update } = await ask('open', here);
    if (update.result) return { told: update.told, record: (await ask('record', { table: here.table })).record };
    if (!update.ask?.musts) {
      await new Promise((done) => setTimeout(done, 15));
      continue;
    }
    const advice = (await ask('hint', here)).action;
    const action = choose(update.ask.actions, update.told, advice);
    if (action === null) {
      await ask('vote', { table: here.table, what: 'end', yes: true });
      return { told: update.told, record: (await ask('record', { table: here.table })).record };
    }
    const must = update.ask.actions.indexOf(action) < update.ask.musts;
    await ask('move', { ...here, move: `lesson-${moves++}`, action, ...(must ? { decision: update.ask.decision } : {}) });
  }
  return null;
}

for (let seed = 1; seed <= Number(seeds); seed++) {
  const server = await serve(seed);
  const game = await play(server);
  await server.stop();
  if (!game || !fits(game.told)) continue;
  process.stderr.write(`seed ${seed}\n${game.told.map((item) => JSON.stringify(item.do ?? item.event ?? item.table)).join('\n')}\n`);
  process.stdout.write(JSON.stringify(game.record));
  process.exit(0);
}
process.stderr.write('no game fits\n');
process.exit(1);
