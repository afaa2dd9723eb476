import { expect, test } from 'vitest';
import { margined, painted, urlOf } from './flat';

test('values of custom properties and of currentColor are written into a picture', () => {
  const svg = '<svg viewBox="0 0 40 20"><path fill="var(--door,#111)" stroke="currentColor"/><path fill="var(--leaf,#222)"/></svg>';
  expect(painted(svg, { '--door': '#abc', currentColor: '#def' })).toBe('<svg viewBox="0 0 40 20"><path fill="#abc" stroke="#def"/><path fill="var(--leaf,#222)"/></svg>');
  expect(painted(svg, { '--door': null })).toBe(svg);
});

test('a picture that is drawn beyond its box has a margin of a twentieth', () => {
  expect(margined('<svg viewBox="0 0 40 20"/>')).toBe('<svg viewBox="-2 -1 44 22"/>');
});

test('an image of its own needs its namespace, and an address without signs that end one', () => {
  const url = urlOf('<svg viewBox="0 0 1 1"><path fill="var(--leaf,#fff)"/></svg>');
  expect(url.startsWith('data:image/svg+xml,')).toBe(true);
  expect(decodeURIComponent(url)).toContain('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#fff"/>');
  expect(url).not.toMatch(/[#<>"]/);
});
