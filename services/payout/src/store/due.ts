import { duePath } from '@gx/runtime/mongo';

/** Events of a payout that may be lost, with when they were last published or asked about. */
export const DUE_PATHS = {
  /** What the ledger alone has to post, a loss: it is not known to have done so. */
  unposted: duePath('unposted'),
} as const;
