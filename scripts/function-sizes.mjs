// Prints every function of more than 60 lines in the page and its tests: scripts/web node
// ../scripts/function-sizes.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const LINES = 60;
const root = fileURLToPath(new URL('..', import.meta.url));
const ts = createRequire(join(root, 'web/package.json'))('typescript');

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|js|svelte)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|[/]dist[/]|[/]\.tools[/]/.test(path));
}

// The scripts of a component; all other lines are replaced by empty ones, so that line numbers are kept.
function scriptOf(path) {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.svelte')) return text;
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  let out = '';
  let end = 0;
  for (const match of text.matchAll(/(<script[^>]*>)([\s\S]*?)<\/script>/g)) {
    out += blank(text.slice(end, match.index) + match[1]) + match[2];
    end = match.index + match[1].length + match[2].length;
  }
  return out;
}

function look(path) {
  const source = ts.createSourceFile(path, scriptOf(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const line = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const visit = (node) => {
    const first = line(node.getStart());
    const count = line(node.end) - first + 1;
    if (ts.isFunctionLike(node) && node.body && count > LINES) console.log(`${relative(root, path)}:${first}: ${node.name?.getText() ?? 'a function'} has ${count} lines`);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

for (const folder of ['web', 'tests/web', 'scripts', 'bench/boardgame']) for (const path of files(join(root, folder))) look(path);
