import { describe, expect, it } from 'vitest';
import { evenings } from './evenings';

describe('evenings', () => {
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime();

  it('has 53 weeks from Monday, the last up to today', () => {
    const weeks = evenings([], at(18, 20)); // a Wednesday
    expect(weeks.length).toBe(53);
    expect(weeks[0]?.length).toBe(7);
    expect(weeks[52]?.length).toBe(3);
    expect(new Date(weeks[0]?.[0]?.at ?? 0).getDay()).toBe(1);
  });

  it('counts a game after midnight with the evening before', () => {
    const days = evenings([at(17, 21), at(18, 1), at(18, 6)], at(18, 20)).flat();
    expect(days.filter((day) => day.games).map((day) => [new Date(day.at).getDate(), day.games])).toEqual([[17, 2], [18, 1]]);
  });

  it('leaves out what is older than a year', () => {
    expect(evenings([at(18, 20) - 400 * 86_400_000], at(18, 20)).flat().some((day) => day.games)).toBe(false);
  });
});
