// Breaks a contract of core in the module as a page would meet it, and prints the message that the trap
// leaves behind.
import { readFileSync } from 'node:fs';

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const { memory, lan_games, lan_action_at, lan_broken_text } = (await WebAssembly.instantiate(module)).exports;

const message = () => {
  const bytes = new Uint8Array(memory.buffer, lan_broken_text.value);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
};

if (message() !== '') throw new Error('there is a message before anything is broken');
const [game] = new Uint32Array(memory.buffer, lan_games(), 1);
try {
  lan_action_at(game, -1);
  console.log('no trap');
} catch (error) {
  if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  console.log(message());
}
