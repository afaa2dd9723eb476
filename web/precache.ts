// Writes the service worker, sw.js, with the list of the files that the build has made: their hashes, and a
// hash of all of them, which names the version. Files that are seldom wanted are stored on the device when
// they are first asked for.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { Build } from './src/sw/build.ts';

const LATER = /\.book$/;
const NOT = /\.(br|gz)$|^sw\.js$|^404\.html$|^embed\.html$|^assets\/embed-|^pictures\.bin$/;

export function listOf(folder: string): Build {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !NOT.test(name) && statSync(join(folder, name)).isFile())
    .sort();
  const rows = names.map((name): [string, string] => [`/${name}`, `sha256-${createHash('sha256').update(readFileSync(join(folder, name))).digest('base64')}`]);
  const version = createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);
  return { version, files: rows.filter(([path]) => !LATER.test(path)), later: rows.map(([path]) => path).filter((path) => LATER.test(path)) };
}

export function precache(): Plugin {
  let folder = 'dist';
  return {
    name: 'lanterne-precache',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    // Before the files are compressed, which is the next plugin's.
    closeBundle: { sequential: true, handler: () => write(folder) },
  };
}

async function write(folder: string): Promise<void> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { LANTERNE_BUILD: JSON.stringify(listOf(folder)) },
    build: { write: false, target: 'es2022', rolldownOptions: { checks: { pluginTimings: false }, input: 'src/sw/sw.ts', output: { format: 'iife' } } },
  });
  const [output] = [made].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('the service worker was not built');
  writeFileSync(join(folder, 'sw.js'), chunk.code);
}
