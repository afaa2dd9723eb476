// A Hunter who learns by two Hermit cards who is who, attacks, and reveals himself to use his ability.
export const settings = { game: 'shadow-hunters' };
export const plan = ['me', 'rules', 'rules', 'rules'];

const done = (told) => told.flatMap((item) => item.do ?? []);
const POWER = /^(lightning|demolish)/;

export function choose(offered, told, advice) {
  const like = (pattern) => offered.find((action) => pattern.test(action));
  if (done(told).some((action) => POWER.test(action))) return null;
  const shadow = told.findLast((item) => item.event?.event === 'revealed' && item.event.seat !== 1)?.event.seat;
  if (done(told).some((action) => action.startsWith('attack')) && like(POWER)) return like(new RegExp(`^demolish ${shadow}|^lightning ${shadow}`)) ?? like(POWER);
  return like(/^draw hermit/) ?? like(/^go cabin/) ?? like(/^roll/) ?? like(new RegExp(`^attack ${shadow}`)) ?? like(/^attack/) ?? advice;
}

export function fits(told) {
  const [roll, draw, give, ...more] = done(told);
  return roll === 'roll' && draw === 'draw hermit' && /^give/.test(give) && more.some((action) => /^attack/.test(action)) && POWER.test(more.at(-1)) && told.find((item) => item.event?.event === 'first').event.seat === 1;
}
