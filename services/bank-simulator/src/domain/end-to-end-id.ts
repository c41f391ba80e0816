import { type EndToEndId, invariant } from '@gx/core';

/** A reserved ISPB that no participant has: every Pix of this bank shows that it is not real money. */
export const TEST_ISPB = '00000000';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `E` + ISPB + `yyyyMMddHHmm` in UTC + 11 letters and digits, drawn from `random` (at least 11 bytes). */
export function endToEndId(at: Date, random: Uint8Array): EndToEndId {
  invariant(random.length >= 11, 'an end-to-end id needs 11 random bytes');
  const minute = at.toISOString().slice(0, 16).replace(/[-:T]/g, '');
  const tail = Array.from(random.subarray(0, 11), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `E${TEST_ISPB}${minute}${tail}` as EndToEndId;
}
