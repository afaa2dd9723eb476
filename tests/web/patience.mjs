// The limit of a wait that begins now, in milliseconds, as explained in scripts/patience.py. It is multiplied
// by the load: runnable programs for each core.
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

const SECONDS = Number(process.env.LAN_PATIENCE ?? 120);

export function patience() {
  let wanting = loadavg()[0];
  try {
    wanting = Math.max(wanting, parseInt(readFileSync('/proc/loadavg', 'ascii').split(' ')[3], 10));
  } catch {
    // Not Linux.
  }
  return 1000 * SECONDS * Math.max(1, wanting / availableParallelism());
}
