// A whole game of two, with a Detector early and hunters sent away.
export const settings = { game: 'manor' };
export const plan = ['me', 'rules'];

const done = (told) => told.flatMap((item) => item.do ?? []);

export function choose(offered, told, advice) {
  const before = done(told);
  const detect = offered.find((action) => action.startsWith('detect'));
  return detect && before.length > 2 && !before.some((action) => action.startsWith('detect')) ? detect : advice;
}

export function fits(told) {
  const found = done(told).findIndex((action) => action.startsWith('send'));
  return found > 0 && found < 9;
}
