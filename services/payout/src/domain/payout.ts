import type { Cents, EndToEndId, Id, NextLook, ServiceAct, TaxDocument, Tenant, TransferWork } from '@gx/core';
import type { Destination, ShownDestination } from './destination.ts';
import type { EncryptedPayee } from './payee.ts';
import type { PayoutStatus } from './transitions.ts';

/** Where it goes and how, as it is stored in clear. */
export type PlainOrder = {
  readonly profileId: string;
  /** Ours, unique at the bank. */
  readonly id: string;
  readonly kind: Destination['kind'];
};
/**
 * Personal data, encrypted where it is stored: who talks to the bank, or checks what it will be sent, needs
 * it.
 */
export type PayoutSecrets = {
  readonly destination: Destination;
  /** Who has to own the destination; null: whoever does. */
  readonly expectedOwner: TaxDocument | null;
  /** The exact body; never sent before it is stored. */
  readonly body: string;
  /**
   * Goes into the digest, which stays when the payee is erased: no list of all documents finds by it whose
   * the payout was. Absent from one of an older version.
   */
  readonly salt?: string;
};

/** What is fixed when it is created: the record of its idempotency key, for ever. */
export type PlainTerms = {
  readonly id: Id<'payout'>;
  readonly tenant: Tenant;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  /** What arrives; the fee comes on top. */
  readonly amount: Cents;
  readonly currency: 'BRL';
  readonly fee: Cents;
  /** What the bank takes for it, of the fee or beyond it. */
  readonly providerFee: Cents;
  readonly shown: ShownDestination;
  /** What the destination is known by, see `destinationIdentity`. */
  readonly destinationIdentity: string;
  /** Null too where nobody can read it any more. */
  readonly description: string | null;
  /** As it is stored; absent where an older version stored it. */
  readonly payee?: EncryptedPayee;
  readonly metadataJson: string | null;
  readonly scheduledFor: Date | null;
  /** One that looks like another of the last minutes is meant all the same. */
  readonly allowDuplicate: boolean;
  readonly approvalRequired: boolean;
  /** The user who issued the API key, or rotated it last; null where an operator did. */
  readonly keyIssuerUserId: Id<'user'> | null;
  readonly bank: PlainOrder;
  /** Of everything above and of the secrets, see `digestOf`. */
  readonly digest: string;
  /** Trace of the merchant's request. */
  readonly traceparent: string | null;
  readonly createdAt: Date;
};
export type PayoutTerms = PlainTerms & { readonly secrets: PayoutSecrets };

/** A user's word, for exactly what the digest is of. */
export type ApprovalDecision = {
  readonly verdict: 'approved' | 'rejected';
  readonly userId: Id<'user'>;
  readonly at: Date;
  readonly digest: string;
};

/** What the bank's word, a user or the passing of time comes to. */
export type FinalPayoutStatus = 'PAID' | 'FAILED' | 'CANCELLED';

/** What came back of it after it had arrived, by the bank's id of the return. */
export type PayoutReturn = { readonly id: string; readonly amount: Cents };

/** Where a payout stands. */
export type PayoutState = {
  readonly status: PayoutStatus;
  readonly version: number;
  /** Of the last event; the events of a payout are numbered from 1 without a gap. */
  readonly sequence: number;
  readonly work: TransferWork;
  /** When the present owner took it up, by the database's clock; null before anybody did. */
  readonly claimedAt: Date | null;
  readonly decision: ApprovalDecision | null;
  /** When it was let go to its bank; null before: nothing of it was ever sent. */
  readonly releasedAt: Date | null;
  /** The night, other than that of its claim, whose limit it has a share of, see `claimNight`. */
  readonly night: string | null;
  /**
   * How it ends. Written before its hold is ended, so that nobody ends it otherwise or sends it again.
   */
  readonly finalStatus: FinalPayoutStatus | null;
  readonly failureCode: string | null;
  readonly endToEndId: EndToEndId | null;
  readonly paidAt: Date | null;
  readonly returns: readonly PayoutReturn[];
  /** When it turned out that it had arrived after all. */
  readonly lostAt: Date | null;
  /** Trace of the bank's callback that last made it worth a look. */
  readonly cause: string | null;
};

/** A payout: its terms, and where it stands. */
export type Payout = PayoutTerms & PayoutState;
/** All of a payout that may be shown. */
export type PlainPayout = PlainTerms &
  PayoutState & {
    /** The key of what it says of its payee is lost: it is not sent, and what needs no payee goes on. */
    readonly isUnreadable?: true;
  };
/** As it is stored: without secrets once its end stands and they cannot be read any more. */
export type StoredPayout = PlainPayout & { readonly secrets: PayoutSecrets | null };

export const isOpened = (payout: StoredPayout): payout is Payout => payout.secrets !== null;

export type PayoutEventType = 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.lost';
/** What happened, numbered; the store encodes it beside the change. */
export type PayoutEvent = {
  readonly type: PayoutEventType;
  readonly sequence: number;
  readonly occurredAt: Date;
  /** Before it; null for the first one. */
  readonly previousStatus: PayoutStatus | null;
};

/** What a decision says to the store: write this, or leave all as it is because it stands already. */
export type PayoutUpdate<P extends PlainPayout = Payout> =
  | {
      readonly kind: 'change';
      readonly payout: P;
      readonly events: readonly PayoutEvent[];
      readonly next: NextLook;
      /** Of who brought it about, for the audit log. */
      readonly act?: ServiceAct;
    }
  | { readonly kind: 'keep' };

export const KEEP = { kind: 'keep' } as const satisfies PayoutUpdate;

/** A change without an event. */
export const changed = <P extends PlainPayout>(payout: P, next: NextLook, act?: ServiceAct): PayoutUpdate<P> => ({
  kind: 'change',
  payout,
  events: [],
  next,
  ...(act === undefined ? {} : { act }),
});

/** As it is created: nothing is promised yet. `owner` has the lease. */
export const initiated = (terms: PayoutTerms, owner: string): Payout => ({
  ...terms,
  status: 'INITIATED',
  version: 1,
  sequence: 0,
  work: { owner, attempts: 0, acknowledged: false, declines: 0, polls: 0, followUps: 0 },
  claimedAt: null,
  decision: null,
  releasedAt: null,
  night: null,
  finalStatus: null,
  failureCode: null,
  endToEndId: null,
  paidAt: null,
  returns: [],
  lostAt: null,
  cause: null,
});

/** What the bank has returned of it so far. */
export const returnedOf = ({ returns }: Pick<PayoutState, 'returns'>): number =>
  returns.reduce((sum, { amount }) => sum + amount, 0);
