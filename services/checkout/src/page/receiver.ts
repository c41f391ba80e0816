const MERCHANT_NAME = '59';

/**
 * The receiver's name as payers' banks will show it (BR Code, EMV field 59): it may be another than the
 * merchant's, and a payer who was not told of it stops there. Undefined for a code that cannot be read.
 */
export function receiverOf(brCode: string): string | undefined {
  for (let at = 0; at + 4 <= brCode.length; ) {
    const digits = brCode.slice(at + 2, at + 4);
    if (!/^\d\d$/.test(digits)) return undefined;
    const length = Number(digits);
    if (brCode.slice(at, at + 2) === MERCHANT_NAME) return brCode.slice(at + 4, at + 4 + length).trim() || undefined;
    at += 4 + length;
  }
  return undefined;
}
