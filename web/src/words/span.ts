// Lengths of time in words: "2 days", "2 jours"; and what is left on a clock, which never says less than
// there is.
import type { Words } from '../../../protocol/lanterne';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

// The largest unit that fits without a remainder, else with one decimal.
export function span(seconds: number, lang: keyof Words): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(seconds / size);
}

// What is left: days and hours, hours and minutes, or minutes and seconds. Two days are "2 d" until an hour
// of them has passed.
export function left(ms: number, lang: keyof Words): string {
  const seconds = Math.ceil(ms / 1000);
  const day = lang === 'fr' ? 'j' : 'd';
  if (seconds > 86_400) {
    const hours = Math.ceil(seconds / 3600);
    return hours % 24 ? `${Math.floor(hours / 24)} ${day} ${hours % 24} h` : `${hours / 24} ${day}`;
  }
  if (seconds > 3600) {
    const minutes = Math.ceil(seconds / 60);
    return minutes % 60 ? `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}` : `${minutes / 60} h`;
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
