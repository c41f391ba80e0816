import { RETURNED } from './after-end.ts';
import { RECIPIENT_MISMATCH } from './apply-bank-result.ts';
import { REJECTED } from './decide.ts';

/** The failure code of a key that the directory does not have. */
export const KEY_NOT_FOUND = 'key_not_found';

const OURS: Readonly<Record<string, string>> = {
  [REJECTED]: 'A user of the account rejected the payout.',
  [RETURNED]: 'The bank of the recipient returned the whole amount.',
  [RECIPIENT_MISMATCH]: 'The destination belongs to somebody else than expected_recipient_tax_id. Nothing was sent.',
  [KEY_NOT_FOUND]: 'There is no such Pix key. Nothing was sent.',
};
/** Codes of the instant payment system (pix.md, 1.4). */
const RAIL: Readonly<Record<string, string>> = {
  AC03: 'The account of the recipient does not exist.',
  AC06: 'The account of the recipient is blocked.',
  AC07: 'The account of the recipient is closed.',
  AC14: 'The account of the recipient is of another type.',
  AM02: 'The amount is above a limit of a bank.',
  AM04: 'The account that pays has not enough money.',
  BE01: 'The document does not belong to the account of the recipient.',
  DS04: 'The bank of the recipient rejected the payment.',
  DS27: 'The bank of the recipient takes no payments now.',
  FRAD: 'A bank rejected the payment: it suspects fraud.',
  RR04: 'A bank rejected the payment for regulatory reasons.',
};

/** The sentence beside a failure code. */
export const failureMessageOf = (code: string): string =>
  OURS[code] ?? RAIL[code.toUpperCase()] ?? `The bank did not send it: ${code}.`;

/** Beside a failure of which the bank gave no code. */
export const UNNAMED_FAILURE = 'failed';
