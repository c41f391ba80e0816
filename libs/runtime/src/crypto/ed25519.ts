import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { keyIdOf } from './cipher.ts';

const ALGORITHM = 'ed25519';

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

/** An Ed25519 private key in PEM, without a passphrase; undefined for anything else. */
export const ed25519PrivateKey = (pem: string): KeyObject | undefined => keyIn(createPrivateKey, pem);

/** An Ed25519 public key in PEM; of a certificate the key in it. Undefined for anything else. */
export const ed25519PublicKey = (pem: string): KeyObject | undefined => keyIn(createPublicKey, pem);
