// The limit that catches what hangs, in milliseconds, for a wait that begins now; scripts/patience.py says
// what it means. It stretches with the load: programs that want to run for each core.
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
