// Two jewels taken, a ghost missed, a ghost beaten, and the first jewel carried out.
export const settings = { game: 'treasure-hunters' };
export const plan = ['me', 'rules'];

const done = (told) => told.flatMap((item) => item.do ?? []);

export function choose(offered, told, advice) {
  return done(told).includes('go outside') ? null : advice;
}

export function fits(told) {
  const shown = told.map((item) => item.event?.event);
  return done(told).filter((action) => action === 'take').length === 2 && done(told).length === 6 && shown.includes('beaten') && shown.includes('banked');
}
