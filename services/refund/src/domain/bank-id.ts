import { type EndToEndId, type Id, sha256Hex } from '@gx/core';

/** The id of a refund at the bank, the same at each attempt: 32 letters and digits. */
export const refundBankId = (refund: Id<'refund'>): string => refund.replaceAll('-', '');

/** The bank's id of the `tryNumber`-th try to return a Pix: whoever orders its return finds the one that is under way. */
export const returnBankId = (endToEndId: EndToEndId, tryNumber: number): string =>
  sha256Hex(`return:${endToEndId}:${tryNumber}`).slice(0, 32);
