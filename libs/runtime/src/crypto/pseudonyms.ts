import { createHmac, hkdfSync } from 'node:crypto';
import type { EncryptionConfig } from './service-cipher.ts';

/**
 * Names of personal data that tell nothing of it without the keys: the same for the same parts. One under each
 * key that the service has, that of `ENCRYPTION_KEY` first, so that what was named under the key before is found
 * while that is known.
 */
export type Pseudonyms = (...parts: readonly (string | boolean)[]) => readonly [string, ...string[]];

const DIGITS = 32;

/** Pseudonyms for one purpose: no other one, and no cipher, has their keys. */
export function pseudonyms(purpose: string, { ENCRYPTION_KEY, DECRYPTION_KEYS = [] }: EncryptionConfig): Pseudonyms {
  const derived = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', `gx pseudonym: ${purpose}`, 32));
  const [current, others] = [derived(ENCRYPTION_KEY), DECRYPTION_KEYS.map(derived)];
  return (...parts) => {
    const text = JSON.stringify(parts);
    const under = (key: Buffer): string => createHmac('sha256', key).update(text).digest('hex').slice(0, DIGITS);
    return [under(current), ...others.map(under)];
  };
}
