// Prints how many pairs of twins there were, how many were shown the same, and in how many another seat was
// not: twins.mjs MODULE GAME. tests/wasm/twins.h has the comparison.
import { readFileSync } from 'node:fs';

const [path, game] = process.argv.slice(2);
const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(path)));
const name = new TextEncoder().encode(`${game}\0`);
const at = exports.malloc(name.length);
new Uint8Array(exports.memory.buffer, at).set(name);
const found = exports.offline_twins(at, 4200, 60);
console.log(found & 0xff, (found >> 8) & 0xff, (found >> 16) & 0xff);
