import { createHmac } from 'node:crypto';
import type { Id, Txid } from '@gx/core';
import type { PaymentMethod } from './charge.ts';

/**
 * The secret that txids, addresses of callbacks and names of customers derive from, and those that they are
 * known by beside it.
 */
export type TxidSecrets = readonly [first: string, ...others: string[]];

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * A 32-bit word holds four base62 digits evenly enough, and plain numbers do: eight words make 32 characters.
 */
const DIGITS_PER_WORD = 4;

/**
 * The bank's transaction id of a charge: 32 base62 characters of HMAC-SHA256(secret, "txid:" + id), with ":"
 * + method for another option of it. The same on each retry, and nobody without the secret can tell which
 * charge it belongs to.
 */
export function txidOf(secret: string, charge: Id<'charge'>, option?: PaymentMethod): Txid {
  const name = option === undefined ? `txid:${charge}` : `txid:${charge}:${option}`;
  const digest = createHmac('sha256', secret).update(name).digest();
  let text = '';
  for (let at = 0; at < digest.length; at += 4) {
    let word = digest.readUInt32BE(at);
    for (let digit = 0; digit < DIGITS_PER_WORD; digit += 1) {
      text += ALPHABET[word % 62];
      word = Math.floor(word / 62);
    }
  }
  return text as Txid;
}
