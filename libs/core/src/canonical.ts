import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invariant } from './invariant.ts';

/** RFC 8785 canonical JSON: the same value gives the same text whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  invariant(text !== undefined, 'a value without a JSON form');
  return text;
}

/** SHA-256 in lower-case hex, of UTF-8 text or of bytes. */
export const sha256Hex = (input: string | Uint8Array): string => createHash('sha256').update(input).digest('hex');

const KEYED = 'keyed:';

/**
 * What a request that names a person is known by. Its own hash, which older versions stored, is of the
 * document among others: of an erased person a list of all documents would find it.
 */
export const keyedRequestHash = (secret: Buffer, requestHash: string): string =>
  `${KEYED}${createHmac('sha256', secret)
    .update(JSON.stringify(['request', requestHash]))
    .digest('hex')}`;

/** Whether it takes the secret to know a request by this. */
export const isKeyedRequestHash = (stored: string | null): boolean => stored?.startsWith(KEYED) === true;
