// Small questions about what a viewer was told.
import type { Event, Told } from '../../../protocol/lanterne';
import type { GameWords } from '../words/say';
import type { UiKey } from '../words/ui';

const notices = ['bot', 'sit', 'agree', 'disagree', 'resign', 'pause', 'resume', 'end'] as const;

export function noticeKey(item: Told): UiKey | null {
  if (item.undone) return 'told-undone';
  const notice = notices.find((word) => word === item.table);
  return notice ? `told-${notice}` : null;
}

// Whether not everybody at the table was told this, or all of it.
export function isPrivate(words: GameWords, event: Event): boolean {
  const row = words.events.find((template) => template.name === event.event);
  return Boolean(row && (row.secret || row.args.some((arg) => arg.secret && event[arg.name] !== null)));
}
