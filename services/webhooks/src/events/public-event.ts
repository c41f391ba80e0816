import type { CausingDispute, MovedRefund } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import type { Payout, Payout_Status } from '@gx/contracts/payout';
import type { Tenant } from '@gx/core';
import type { EventName } from '../domain/event-catalog.ts';

/** What the bodies of every public event say. */
type Change = {
  readonly eventId: string;
  /** The charge or the payout. */
  readonly subjectId: string;
  /** Orders the events of the subject. */
  readonly sequence: number;
  readonly occurredAtMs: number;
  readonly livemode: boolean;
};

/** Everything that the bodies of one public event of a charge are made of. */
export type ChargeChange = Change & {
  readonly charge: Charge;
  readonly previousStatus: string;
  /** Which refund moved, and where it stands; of `charge.refund_progressed` alone. */
  readonly refund?: MovedRefund;
  /** What made a status that may have been told before; of `charge.paid` and `charge.failed` alone. */
  readonly dispute?: CausingDispute;
};

/** The same of a payout. */
export type PayoutChange = Change & { readonly payout: Payout; readonly previousStatus: Payout_Status };

export const isOfPayout = (change: ChargeChange | PayoutChange): change is PayoutChange => 'payout' in change;

/** A public event: whose it is, and the names that it is delivered under. */
export type PublicEvent = {
  readonly tenant: Tenant;
  readonly names: readonly EventName[];
  readonly change: ChargeChange | PayoutChange;
  readonly traceparent: string | undefined;
};
