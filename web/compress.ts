// Writes FILE.br and FILE.gz beside every file worth compressing, for the server to hand out as they are, and
// stops the build when the first load has grown too large: what index.html names, what that imports at once,
// and the fonts.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const PACKED = /\.(woff2|png|bin)$/;
const SMALL = 256;

// With less memory zlib ends its blocks sooner and codes each by itself, which suits files that mix words and
// pictures; how much is best differs by file.
function gzipSmallest(bytes: Buffer): Buffer {
  const tries = [5, 6, 7, 8, 9].map((memLevel) => gzipSync(bytes, { level: 9, memLevel }));
  return tries.reduce((best, one) => (one.length < best.length ? one : best));
}

export function compress(limit: number): Plugin {
  let folder = 'dist';
  const first = new Set<string>();
  return {
    name: 'lanterne-compress',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    generateBundle(_, bundle) {
      const add = (name: string) => {
        const chunk = bundle[name];
        if (first.has(name) || !chunk) return;
        first.add(name);
        if (chunk.type !== 'chunk') return;
        chunk.imports.forEach(add);
        chunk.viteMetadata?.importedCss.forEach(add);
      };
      for (const [name, chunk] of Object.entries(bundle)) if ((chunk.type === 'chunk' && chunk.isEntry && chunk.name !== 'embed') || (/\.(woff2|html)$/.test(name) && name !== 'embed.html')) add(name);
    },
    closeBundle: {
      sequential: true,
      handler() {
        let total = 0;
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          const path = join(folder, name);
          if (!statSync(path).isFile()) continue;
          const bytes = readFileSync(path);
          let size = bytes.length;
          if (!PACKED.test(name) && size > SMALL) {
            const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
            writeFileSync(path + '.br', brotli);
            const packed = gzipSmallest(bytes);
            writeFileSync(path + '.gz', packed);
            size = packed.length;
          }
          if (first.has(name)) total += size;
        }
        console.log(`first load: ${(total / 1000).toFixed(1)} kB compressed (gzip), at most ${limit / 1000}`);
        if (total > limit) this.error(`the first load is ${total} bytes compressed, more than ${limit}`);
      },
    },
  };
}
