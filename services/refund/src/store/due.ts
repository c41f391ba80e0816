import { duePath } from '@gx/runtime/mongo';

/** Events of a refund or return that may be lost, with when they were last published or asked about. */
export const DUE_PATHS = {
  /** How far it is: charge is not known to have acknowledged it. */
  unacknowledged: duePath('unacknowledged'),
  /** What the ledger alone has to post: it is not known to have done so. */
  unposted: duePath('unposted'),
} as const;
