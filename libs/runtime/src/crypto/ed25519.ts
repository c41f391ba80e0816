import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Reader } from '../config/config.ts';
import { keyIdOf } from './cipher.ts';

const ALGORITHM = 'ed25519';

/** A private or a public key, with the name of its pair. */
export type Ed25519Key = { readonly id: string; readonly key: KeyObject };

/** The name of a key pair, from the 32 bytes of the public one. */
export function ed25519Id(publicKey: KeyObject): string {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return keyIdOf(Buffer.from(x, 'base64url'));
}

function keyIn(make: (pem: string) => KeyObject, pem: string): KeyObject | undefined {
  try {
    const key = make(pem);
    return key.asymmetricKeyType === ALGORITHM ? key : undefined;
  } catch {
    return undefined;
  }
}

/** An Ed25519 public key in PEM; of a certificate the key in it. Undefined for anything else. */
export const ed25519PublicKey = (pem: string): KeyObject | undefined => keyIn(createPublicKey, pem);

/** What somebody signs with. */
export const ed25519SigningKey = {
  kind: 'secret, Ed25519 private key in PEM',
  parse: (raw: string): Ed25519Key | Error => {
    const key = keyIn(createPrivateKey, raw);
    if (key === undefined) return new Error('must be an Ed25519 private key in PEM, without a passphrase');
    return { id: ed25519Id(createPublicKey(key)), key };
  },
} as const satisfies Reader<Ed25519Key>;
