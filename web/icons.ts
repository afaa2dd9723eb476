// A module `virtual:icons` with just the symbols that src/parts/symbols.ts names, taken from the game-icons set at build
// time: the whole set is several megabytes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const MODULE = 'virtual:icons';

interface Set {
  icons: Record<string, { body: string }>;
}

export function icons(): Plugin {
  return {
    name: 'lanterne-icons',
    resolveId: (id) => (id === MODULE ? '\0' + MODULE : null),
    load(id) {
      if (id !== '\0' + MODULE) return null;
      const list = new URL('./src/parts/symbols.ts', import.meta.url);
      this.addWatchFile(list.pathname);
      const names = [...readFileSync(list, 'utf8').matchAll(/: '([a-z0-9-]+)'/g)].map((match) => match[1] ?? '');
      const set = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json') as Set;
      const bodies: Record<string, string> = {};
      for (const name of names) {
        const icon = set.icons[name];
        if (!icon) this.error(`symbols.ts names "${name}", which the icon set does not have`);
        bodies[name] = icon.body;
      }
      return `export default ${JSON.stringify(bodies)};`;
    },
  };
}
