// Searches decisions in the module for WebAssembly in Chromium, for scripts/bench-offline: bench-search.mjs
// MODULE. Reads lines `GAME COUNT` and answers each with a line of JSON: milliseconds and the hash.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { launch } from './stage.mjs';

const bytes = readFileSync(process.argv[2]).toString('base64');
const browser = await launch({ real: true });
const page = await browser.newPage();
await page.evaluate(async (text) => {
  const module = await WebAssembly.compile(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  const { exports } = await WebAssembly.instantiate(module);
  globalThis.search = (game, count) => {
    const name = new TextEncoder().encode(`${game}\0`);
    const at = exports.malloc(name.length);
    new Uint8Array(exports.memory.buffer, at).set(name);
    const begin = performance.now();
    const hash = exports.hash_thoughts(at, 1, count);
    return { ms: performance.now() - begin, hash: BigInt.asUintN(64, hash).toString(16).padStart(16, '0') };
  };
}, bytes);
for await (const line of createInterface({ input: process.stdin })) {
  const [game, count] = line.split(' ');
  console.log(JSON.stringify(await page.evaluate(([name, number]) => globalThis.search(name, Number(number)), [game, count])));
}
await browser.close();
