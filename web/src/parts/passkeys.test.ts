import { describe, expect, it } from 'vitest';
import { coded, decoded } from './base64';
import { passkeyEnd, passkeyName } from './passkeys';

describe('passkeys', () => {
  it('belong to names, not to addresses', () => {
    for (const name of ['localhost', 'games.example', 'lanterne.local', '10.0.0.1.example', '1a.example', 'x1']) expect(passkeyName(name)).toBe(true);
    for (const address of ['127.0.0.1', '192.168.1.20', '[::1]', '[fe80::1]', '10.1', '2130706433']) expect(passkeyName(address)).toBe(false);
  });

  it('say in the player’s words why the browser gave no answer', () => {
    expect(passkeyEnd(new DOMException('', 'NotAllowedError'))).toBe('passkey-stopped');
    expect(passkeyEnd(new DOMException('', 'AbortError'))).toBe('passkey-stopped');
    expect(passkeyEnd(new DOMException('', 'InvalidStateError'))).toBe('passkey-had');
    expect(passkeyEnd(new DOMException('', 'NotSupportedError'))).toBe('passkey-unable');
    expect(passkeyEnd(undefined)).toBe('passkey-stopped');
  });

  it('turn bytes into text and back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    expect(coded(bytes.buffer)).toMatch(/^[\w-]+$/);
    expect(decoded(coded(bytes.buffer))).toEqual(bytes);
    expect(coded(null)).toBe('');
  });
});
