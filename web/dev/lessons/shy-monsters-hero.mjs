// A first floor: a monster that is harmless, one that is killed, and the Exit.
export const settings = { game: 'shy-monsters' };
export const plan = ['rules', 'me'];

const done = (told) => told.flatMap((item) => item.do ?? []);

export function choose(offered, told, advice) {
  return told.some((item) => item.event?.event === 'left') ? null : advice;
}

export function fits(told) {
  const shown = told.map((item) => item.event?.event);
  return shown.includes('out-of-place') && shown.includes('killed') && shown.includes('awake') && shown.includes('left') && done(told).length < 7;
}
