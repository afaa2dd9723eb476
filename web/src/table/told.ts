// Helpers for told items.
import type { Event, Told } from '../../../protocol/lanterne';
import type { GameWords } from '../words/say';
import type { UiKey } from '../words/ui';

const notices = ['bot', 'sit', 'agree', 'disagree', 'resign', 'pause', 'resume', 'end'] as const;

export function noticeKey(item: Told): UiKey | null {
  if (item.undone) return 'told-undone';
  const notice = notices.find((word) => word === item.table);
  return notice ? `told-${notice}` : null;
}

// Whether the event, or an argument of it, was hidden from some seats.
export function isPrivate(words: GameWords, event: Event): boolean {
  const row = words.events.find((template) => template.name === event.event);
  return Boolean(row && (row.secret || row.args.some((arg) => arg.secret && event[arg.name] !== null)));
}
