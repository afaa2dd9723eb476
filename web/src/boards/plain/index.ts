import type { Board } from '../board';
import Plain from './Plain.svelte';

export default { Board: Plain, beats: {} } satisfies Board;
