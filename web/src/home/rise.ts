// When a game starts from its card the disc of light in the card's picture grows over the page, which covers
// the time until the table is there; then it fades. With calm motion there is none of it.
import { motion } from '../parts/motion';
import { keyOf } from './keys';

const GROW_MS = 600;
const FADE_MS = 260;
const LONGEST_MS = 2500; // a table that takes longer is waited for in the open
// What stands on a table or in its lobby when it is drawn.
const ARRIVED = 'main.stage, #link';

export async function rise(game: string, from: Element | null | undefined, work: () => Promise<void>): Promise<void> {
  const art = keyOf(game);
  const ms = motion(GROW_MS);
  if (!art || !from || !ms) return work();
  const disc = discOf(art.url, art.focus);
  document.body.append(disc);
  // Above an open dialog, where browsers have popovers.
  if ('popover' in disc) {
    disc.popover = 'manual';
    disc.showPopover();
  }
  const box = from.getBoundingClientRect();
  const by = [box.left + box.width * 0.62 - innerWidth / 2, box.top + box.height * 0.45 - innerHeight / 2];
  const small = (0.7 * Math.min(box.height, box.width)) / disc.clientWidth;
  disc.animate(
    [
      { opacity: 0, transform: `translate(${by[0]}px, ${by[1]}px) scale(${small})` },
      { opacity: 1, transform: `translate(${by[0]}px, ${by[1]}px) scale(${small * 1.1})`, offset: 0.25 },
      { opacity: 1, transform: 'none' },
    ],
    { duration: ms, easing: 'cubic-bezier(0.6, 0, 0.3, 1)' },
  );
  const start = performance.now();
  const leave = () => {
    disc.animate([{ opacity: 1 }, { opacity: 0 }], { duration: motion(FADE_MS) }).onfinish = () => disc.remove();
    disc.style.opacity = '0';
  };
  let failed = false;
  const look = () => {
    const past = performance.now() - start;
    if (failed || past > LONGEST_MS || (past > ms && document.querySelector(ARRIVED))) leave();
    else requestAnimationFrame(look);
  };
  look();
  const before = location.pathname;
  await work();
  failed = location.pathname === before;
}

function discOf(url: string, focus: string): HTMLElement {
  const disc = document.createElement('div');
  const across = Math.ceil(1.1 * Math.hypot(innerWidth, innerHeight));
  disc.ariaHidden = 'true';
  disc.dataset['rising'] = '';
  Object.assign(disc.style, {
    position: 'fixed',
    zIndex: '70',
    inset: 'auto',
    left: `${(innerWidth - across) / 2}px`,
    top: `${(innerHeight - across) / 2}px`,
    width: `${across}px`,
    height: `${across}px`,
    margin: '0',
    padding: '0',
    border: '0',
    overflow: 'hidden',
    borderRadius: '50%',
    background: '#0a0709',
    pointerEvents: 'none',
  });
  const image = document.createElement('img');
  image.src = url;
  image.alt = '';
  Object.assign(image.style, { width: '100%', height: '100%', objectFit: 'cover', objectPosition: `${focus} 50%` });
  disc.append(image);
  return disc;
}
