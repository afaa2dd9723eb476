// Names in a row, as Intl.ListFormat writes them. That takes 12 ms when it is first used, to read its tables:
// with the browser's work it made the frame in which a game ends three times as long as a frame may be.
import type { Lang } from './say';

export function listed(lang: Lang, names: string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  const comma = lang === 'en' && names.length > 2 ? ',' : '';
  return `${names.slice(0, -1).join(', ')}${comma} ${lang === 'en' ? 'and' : 'et'} ${last}`;
}
