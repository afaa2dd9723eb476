// The words of a chip: what happened, in about seven words.
import type { Event } from '../../../../protocol/lanterne';
import { sayEvent, sayValue, type Sayer } from '../../words/say';
import { speaker, upper } from '../fill';
import { hunterName } from './asks';
import { manorName } from './names';
import { words, type ManorWord } from './words';

const TOLD: Record<string, ManorWord> = {
  placed: 'chip-placed',
  sent: 'chip-sent',
  moved: 'chip-moved',
  called: 'chip-called',
  'turned-up': 'chip-turned-up',
  guarded: 'chip-guarded',
};

export function chip(event: Event, sayer: Sayer): string {
  const key = TOLD[event.event];
  if (!key) return sayEvent(sayer, event);
  const nameOf = (seat: unknown) => (Number(seat) === sayer.me ? '' : (sayer.names[Number(seat) - 1] ?? ''));
  const hunter = String(event['hunter'] ?? 'tandem');
  const said = speaker(words, sayer.lang)(key, {
    seat: nameOf(event['seat']),
    owner: nameOf(event['owner']),
    hunter: hunterName(sayer, hunter),
    place: event['place'] ? manorName(sayer, String(event['place']), sayer.me ?? 0) : '',
    manor: event['manor'] ? sayValue(sayer, 'manor', String(event['manor'])) : '',
  });
  return upper(said);
}
