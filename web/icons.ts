// Modules with just the symbols that are used, taken from the game-icons set at build time: the whole set is
// several megabytes. `virtual:icons` holds those that src/parts/symbols.ts names, `virtual:icons/GAME` those
// of that game's board alone, which are loaded with it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const MODULE = 'virtual:icons';

interface Set {
  icons: Record<string, { body: string }>;
}

// Coordinates of a picture of 512 units with one decimal instead of three: at the sizes of the page nobody
// sees the difference, and the symbols are a third of a board's weight. The part before the point stays as it
// is, since flags of arcs may stand right before it.
function rounded(body: string): string {
  return body.replace(/\.(\d{2,})/g, (_, decimals: string) => `.${Math.min(9, Math.round(Number(`0.${decimals}`) * 10))}`);
}

export function icons(): Plugin {
  return {
    name: 'lanterne-icons',
    resolveId: (id) => (id === MODULE || id.startsWith(MODULE + '/') ? '\0' + id : null),
    load(id) {
      if (!id.startsWith('\0' + MODULE)) return null;
      const game = id.slice(MODULE.length + 2);
      const list = new URL(game ? `./src/boards/${game}/symbols.ts` : './src/parts/symbols.ts', import.meta.url);
      this.addWatchFile(list.pathname);
      const names = [...readFileSync(list, 'utf8').matchAll(/: '([a-z0-9-]+)'/g)].map((match) => match[1] ?? '');
      const set = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json') as Set;
      const bodies: Record<string, string> = {};
      for (const name of names) {
        const icon = set.icons[name];
        if (!icon) this.error(`symbols.ts names "${name}", which the icon set does not have`);
        bodies[name] = rounded(icon.body);
      }
      return `export default ${JSON.stringify(bodies)};`;
    },
  };
}
