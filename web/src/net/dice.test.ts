import { expect, it } from 'vitest';
import { hashOf } from './dice';

// The same value as `printf lanterne-bytes | cat - <(head -c 32 /dev/zero) | sha256sum` gives.
it('hashes the bytes behind their own word', async () => {
  expect(await hashOf(new Uint8Array(32))).toBe('5d1e748e6baecda6fae3f676077103e63db485005507ca80e7bbe7eead56e8e4');
});
