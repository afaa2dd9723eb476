// A first floor: both monsters at ease.
export const settings = { game: 'shy-monsters' };
export const plan = ['me', 'rules'];

const done = (told) => told.flatMap((item) => item.do ?? []);

export function choose(offered, told, advice) {
  return done(told).includes('confirm') ? null : advice;
}

export function fits(told) {
  return /dragon/.test(done(told)[0]) && done(told)[1].startsWith('lay exit');
}
