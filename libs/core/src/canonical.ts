import { createHash } from 'node:crypto';
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
