import { createHmac } from 'node:crypto';
import type { Id, Txid } from '@gx/core';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 32;

/**
 * The bank's transaction id of a charge: 32 base62 characters of HMAC-SHA256(secret, "txid:" + id). The same on each retry,
 * and nobody without the secret can tell which charge it belongs to.
 */
export function txidOf(secret: string, charge: Id<'charge'>): Txid {
  const digest = createHmac('sha256', secret).update(`txid:${charge}`).digest('hex');
  let rest = BigInt(`0x${digest}`);
  let text = '';
  while (text.length < LENGTH) {
    text += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return text as Txid;
}
