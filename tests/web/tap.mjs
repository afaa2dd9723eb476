// Runs tests one after another and prints TAP. LAN_ONLY=WORD runs those whose name contains the word.
const tests = [];

export function test(name, work) {
  if (name.includes(process.env.LAN_ONLY ?? '')) tests.push({ name, work });
}

export function ok(holds, what) {
  if (!holds) throw new Error(what);
}

export function equal(found, wanted, what) {
  if (found !== wanted) throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

export async function run(cleanup) {
  let failed = 0;
  console.log(`1..${tests.length}`);
  for (const [at, { name, work }] of tests.entries()) {
    try {
      await work();
      console.log(`ok ${at + 1} - ${name}`);
    } catch (error) {
      failed++;
      console.log(`not ok ${at + 1} - ${name}`);
      for (const line of String(error.stack ?? error).split('\n')) console.log(`# ${line}`);
    }
  }
  await cleanup();
  process.exit(failed ? 1 : 0);
}
