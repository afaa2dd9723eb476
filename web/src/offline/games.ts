// The games of this device for the list of one's games, without the worker or the module.
import type { TableSummary } from '../../../protocol/lanterne';
import { Refused } from '../net/connection';
import { Declined } from './module';
import { rows } from './store';

export async function localGames(): Promise<TableSummary[]> {
  try {
    return await rows();
  } catch (error) {
    throw error instanceof Declined ? new Refused(error.problem) : error;
  }
}
