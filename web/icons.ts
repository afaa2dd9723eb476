// Modules with just the symbols that are used, taken from the game-icons set at build time: the whole set is
// several megabytes. `virtual:icons` holds those that src/parts/symbols.ts names, `virtual:icons/GAME` those
// of that game's board alone, which are loaded with it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { optimize } from 'svgo';
import type { Plugin } from 'vite';

const MODULE = 'virtual:icons';

interface Set {
  icons: Record<string, { body: string }>;
}

// Coordinates of a picture of 512 units as whole numbers, paths in their shortest notation: at the sizes of
// the page nobody sees the difference, and the symbols are a quarter of a board's weight. SVGO knows the
// notation of arcs, and rounds relative steps so that their errors do not add up.
function rounded(body: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body}</svg>`;
  const { data } = optimize(svg, { plugins: [{ name: 'convertPathData', params: { floatPrecision: 0 } }] });
  return data.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
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
