// The book of the bot `equilibrium` of Shy Monsters: nearly a megabyte, so it is loaded when the bot is first
// wanted, and kept by the service worker from then on.
import address from '../../../share/shy-monsters.book?url';
import { Declined } from './module';

export const BOOKISH = 'equilibrium';

const NONE = {
  en: 'This bot plays from a book, which is not on this device yet and cannot be loaded now. Choose another bot, or begin when there is a connection: then the book stays here.',
  fr: 'Ce robot joue d’après un livre, qui n’est pas encore sur cet appareil et ne peut pas être chargé maintenant. Choisis un autre robot, ou commence quand il y a une connexion : le livre restera ici.',
};

export async function loadBook(): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok) throw new Declined({ code: 'storage', say: NONE });
  return new Uint8Array(await answer.arrayBuffer());
}
