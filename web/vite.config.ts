import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { icons } from './icons.ts';
import { pictures } from './pictures.ts';
import { precache } from './precache.ts';

// Modules that several screens share are one file: apart they would be a dozen files of a few hundred bytes,
// each with a kilobyte of headers.
const shared = { name: 'shared', test: /src\/(parts|words|net|home\/Notices|table\/(Advice|Clock|names)|boards\/[^/]+$|lessons\/lesson\.ts)|svelte\/src\/(transition|easing)/, minShareCount: 2 };

// The built page goes into the program, compressed; it asks for nothing outside its own server.
export default defineConfig({
  plugins: [icons(), svelte(), pictures(), precache(), compress(200_000)],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, rolldownOptions: { input: ['index.html', 'embed.html'], checks: { pluginTimings: false }, output: { codeSplitting: { groups: [shared] } } } },
  worker: { rolldownOptions: { checks: { pluginTimings: false } } },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': 'http://127.0.0.1:8710', '/ws': { target: 'ws://127.0.0.1:8710', ws: true } },
  },
});
