// What games there are and what their rules say, from the module: the answers of the protocol's `games` and
// `game` without a server.
import type { Operations } from '../../../protocol/lanterne';
import { handSetup } from './document';
import type { Instance } from './module';

const BOTH = ''; // languages

export function gamesOf(instance: Instance): Operations['games']['result'] {
  return instance.call<Operations['games']['result']>('games', BOTH);
}

// As the server: the fewest seats and the newest version, unless told otherwise.
export function gameOf(instance: Instance, { game, version = 0, seats, options = {} }: Operations['game']['params']): Operations['game']['result'] {
  const fewest = gamesOf(instance).games.find((row) => row.game === game)?.seats_min ?? 1;
  handSetup(instance, { game, version, players: seats ?? fewest, options });
  return instance.call<Operations['game']['result']>('texts', BOTH);
}
