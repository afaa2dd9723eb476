// The calendar of a profile: the days of the last 53 weeks with the number of games that ended on each, by
// the clock of this device. A game that ends before five in the morning belongs to the evening before.
export interface Day {
  at: number; // noon of that day, so that a change of the clock moves no day
  games: number;
}

const WEEKS = 53;
const NIGHT = 5 * 3600 * 1000;

function noon(at: number): Date {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12);
}

export function evenings(times: number[], now: number): Day[][] {
  const counts = new Map<number, number>();
  for (const time of times) {
    const day = noon(time - NIGHT).getTime();
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const last = noon(now - NIGHT);
  const weekday = (last.getDay() + 6) % 7; // from Monday
  const weeks: Day[][] = [];
  for (let week = WEEKS - 1; week >= 0; week--) {
    const days: Day[] = [];
    for (let day = 0; day < 7; day++) {
      const back = week * 7 + weekday - day;
      if (back < 0) continue;
      const at = new Date(last.getFullYear(), last.getMonth(), last.getDate() - back, 12).getTime();
      days.push({ at, games: counts.get(at) ?? 0 });
    }
    weeks.push(days);
  }
  return weeks;
}
