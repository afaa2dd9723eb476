// Prints the hash of tests/wasm/hash.c as the module computes it:
// hash.mjs MODULE games|thoughts|nets GAME FIRST COUNT
import { readFileSync } from 'node:fs';

const [path, what, game, first, count] = process.argv.slice(2);
const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(path)));
const name = new TextEncoder().encode(`${game}\0`);
const at = exports.malloc(name.length);
new Uint8Array(exports.memory.buffer, at).set(name);
const hash = exports[`hash_${what}`](at, Number(first), Number(count));
console.log(BigInt.asUintN(64, hash).toString(16).padStart(16, '0'));
