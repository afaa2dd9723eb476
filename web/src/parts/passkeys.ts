// Passkeys (WebAuthn): the browser's side of adding one and of signing in with one. The server says what is
// asked and checks the answer; here bytes become text and back.
import type { Person } from '../../../protocol/lanterne';
import { ask } from '../net/connection';
import { coded, decoded } from './base64';

// Why there is no answer to give to the server.
export type PasskeyEnd = 'passkey-stopped' | 'passkey-had' | 'passkey-unable';

const ES256 = -7;
const EDDSA = -8;
const RS256 = -257;

// Browsers tie a passkey to a name and have none for an address, whose last part is a number or in brackets.
export function passkeyName(host: string): boolean {
  return !host.startsWith('[') && !/(^|\.)\d+$/.test(host);
}

export function passkeysPossible(): boolean {
  return isSecureContext && 'PublicKeyCredential' in globalThis && Boolean(navigator.credentials) && passkeyName(location.hostname);
}

export function passkeyEnd(error: unknown): PasskeyEnd {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'passkey-had';
  return name === 'NotSupportedError' || name === 'ConstraintError' || name === 'SecurityError' ? 'passkey-unable' : 'passkey-stopped';
}

async function answerOf<Answer>(asked: Promise<Credential | null>): Promise<{ id: ArrayBuffer; response: Answer } | PasskeyEnd> {
  try {
    const found = (await asked) as PublicKeyCredential | null;
    return found ? { id: found.rawId, response: found.response as unknown as Answer } : 'passkey-stopped';
  } catch (error) {
    return passkeyEnd(error);
  }
}

export async function passkeyAdd(name: string, login: string, shown: string, password: string): Promise<'added' | PasskeyEnd> {
  const { challenge, site, user, known } = await ask('passkey-new', { password });
  const made = await answerOf<AuthenticatorAttestationResponse>(
    navigator.credentials.create({
      publicKey: {
        challenge: decoded(challenge),
        rp: { id: site, name: 'Lanterne' },
        user: { id: decoded(user), name: login, displayName: shown },
        pubKeyCredParams: [ES256, EDDSA, RS256].map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known.map((id) => ({ type: 'public-key', id: decoded(id) })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  if (typeof made === 'string') return made;
  await ask('passkey-add', { name, client: coded(made.response.clientDataJSON), attestation: coded(made.response.attestationObject) });
  return 'added';
}

export async function passkeyEnter(): Promise<{ person: Person; tables?: number } | PasskeyEnd> {
  const { challenge, site } = await ask('passkey-ask', {});
  const given = await answerOf<AuthenticatorAssertionResponse>(navigator.credentials.get({ publicKey: { challenge: decoded(challenge), rpId: site, userVerification: 'required' } }));
  if (typeof given === 'string') return given;
  const { response } = given;
  return ask('passkey-login', {
    credential: coded(given.id),
    client: coded(response.clientDataJSON),
    data: coded(response.authenticatorData),
    signature: coded(response.signature),
    user: coded(response.userHandle),
  });
}
