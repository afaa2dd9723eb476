import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { icons } from '../icons.ts';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'positions',
  plugins: [icons(), svelte({ configFile: '../svelte.config.js' })],
  server: { fs: { allow: ['../..'] } },
});
