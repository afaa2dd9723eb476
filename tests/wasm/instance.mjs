// An instance of the module that a test was given, and the key of its matches.
import { readFileSync } from 'node:fs';

const compiled = await WebAssembly.compile(readFileSync(process.argv[2]));
export const KEY = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

export class Instance {
  static async make() {
    const instance = new this();
    instance.exports = (await WebAssembly.instantiate(compiled)).exports;
    instance.at = instance.exports.offline_create();
    return instance;
  }
  // Texts and bytes are handed over in memory of the module, and freed after the call.
  call(name, ...words) {
    const given = [];
    const values = words.map((word) => {
      if (typeof word !== 'string' && !(word instanceof Uint8Array)) return word ?? 0;
      const bytes = typeof word === 'string' ? new TextEncoder().encode(`${word}\0`) : word;
      const at = this.exports.malloc(bytes.length);
      new Uint8Array(this.exports.memory.buffer, at).set(bytes);
      given.push(at);
      return at;
    });
    const good = this.exports[`offline_${name}`](this.at, ...values);
    for (const at of given) this.exports.free(at);
    return Boolean(good);
  }
  bytes() {
    return new Uint8Array(this.exports.memory.buffer, this.exports.offline_answer(this.at), this.exports.offline_answer_length(this.at)).slice();
  }
  answer() {
    return JSON.parse(new TextDecoder().decode(this.bytes()));
  }
}
