import { chargeEventCodec, payoutEventCodec, refundEventCodec, TOPICS } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { RefundEvent } from '@gx/contracts/refund';
import { PLATFORM_ACCOUNT } from '@gx/core';
import type { BusRecord } from '@gx/testkit/faults';
import type { Story } from '../play/story.ts';
import type { SinkRequest } from '../world/doors.ts';
import type { Worker } from '../world/worker.ts';
import { announcements, type EventPublications } from './announced.ts';
import { readUnconfirmed } from './confirmed.ts';
import type { WalletLists } from './lists.ts';
import type { LimitClaimRecord, LimitTotalRecord, PayoutEvents, PayoutRecord, PixOutRecord } from './payout-records.ts';
import type {
  CellRecord,
  CobRecord,
  DeliveryRecord,
  InfractionRecord,
  KeptEventRecord,
  KeySlotRecord,
  Outbox,
  Owner,
  PixRecord,
  UnmatchedPaymentRecord,
} from './records.ts';

export type ChargeRecord = Owner &
  Outbox & {
    readonly _id: string;
    readonly idempotencyKey: string;
    readonly amount: number;
    readonly currency: string;
    readonly status: string;
    readonly firstStatus: string | null;
    readonly createdAt: Date;
    readonly livemode: boolean;
    readonly fees: { readonly provider: number; readonly platform: number };
    readonly sequence: number;
    /** Of the option that it stands for. */
    readonly method: string;
    readonly paymentOptions: readonly {
      readonly method: string;
      readonly txid: string;
      readonly pix?: { readonly expiresAt: Date };
      readonly state: 'waiting' | 'requested' | 'open' | 'over';
    }[];
    readonly settlement: { readonly endToEndId: string; readonly paidAt: Date; readonly postedAt: Date | null } | null;
    readonly disputes?: readonly {
      readonly id: string;
      readonly providerId: string;
      readonly kind: string;
      readonly status: string;
      readonly amount: number;
      /** Of a case about a Pix. */
      readonly endToEndId?: string;
      /** What its bank is to be told by us. */
      readonly answer?: { readonly state: string };
    }[];
    readonly payments: readonly {
      readonly endToEndId: string;
      readonly amount: number;
      readonly decision: string;
      readonly reason: string | null;
      readonly returnedAt: Date | null;
    }[];
    readonly refunds: readonly { readonly id: string; readonly status: string; readonly amount: number }[];
    readonly due: Readonly<Record<string, Date>>;
    readonly closing: object | null;
  };
export type EntryRecord = Owner & {
  readonly _id: string;
  readonly currency: string;
  readonly seq: number;
  readonly chargeId: string | null;
  readonly endToEndId: string | null;
  readonly postings: readonly { readonly address: string; readonly amount: number }[];
  readonly outbox?: readonly object[];
  /** When it came into the list of its wallet. */
  readonly listing?: { readonly at: Date };
};
export type WalletRecord = Owner & {
  readonly currency: string;
  readonly available: number;
  readonly pending: number;
  readonly retained: number;
  readonly receivable?: number;
  readonly seq: number;
};
export type RefundRecord = Owner &
  Outbox & {
    readonly _id: string;
    /** Of a BANK_RETURN the id at the bank is `<payment>:<devolution>`. */
    readonly kind: 'REFUND' | 'RETURN' | 'BANK_RETURN';
    readonly chargeId: string | null;
    readonly idempotencyKey: string | null;
    readonly amount: number | null;
    readonly currency: string;
    readonly status: string;
    readonly strategy: string;
    readonly endToEndId: string;
    /** Of a return of a part: all of the payment. */
    readonly payment?: number;
    readonly bankId: string;
    readonly sequence: number;
    readonly dueAt: Date | null;
    readonly due?: Readonly<Record<string, Date>>;
    /** An operator has sent it back. */
    readonly byHand?: object | null;
  };
/** An order of the acquirer, with all that happened to it there. */
export type OrderRecord = {
  readonly reference: string;
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly expiresAt: Date;
  readonly payments: readonly { readonly id: string; readonly amount: number; readonly at: Date }[];
  readonly disputes: readonly { readonly id: string; readonly kind: string; readonly status: string }[];
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
};
/** Everything there is to know about a schedule once it is over, from every book that was kept. */
export type RunEvidence = {
  readonly story: Story;
  readonly charges: readonly ChargeRecord[];
  readonly unmatchedPayments: readonly UnmatchedPaymentRecord[];
  readonly statisticsCells: readonly CellRecord[];
  readonly waitingCallbacks: number;
  readonly entries: readonly EntryRecord[];
  readonly wallets: readonly WalletRecord[];
  readonly refunds: readonly RefundRecord[];
  readonly payouts: readonly PayoutRecord[];
  readonly limitClaims: readonly LimitClaimRecord[];
  readonly limitTotals: readonly LimitTotalRecord[];
  readonly deliveries: readonly DeliveryRecord[];
  readonly keptEvents: readonly KeptEventRecord[];
  readonly openReplays: number;
  readonly keySlots: readonly KeySlotRecord[];
  /** The bank's books: what it was told to charge, what payers sent, what went back. */
  readonly cobs: readonly CobRecord[];
  readonly pix: readonly PixRecord[];
  readonly pixOuts: readonly PixOutRecord[];
  readonly infractions: readonly InfractionRecord[];
  /** The acquirer's. */
  readonly orders: readonly OrderRecord[];
  /** What was published, by event id, in the order of first publication on its topic. */
  readonly chargeEvents: ReadonlyMap<string, EventPublications<ChargeEvent>>;
  readonly refundEvents: ReadonlyMap<string, EventPublications<RefundEvent>>;
  readonly payoutEvents: PayoutEvents;
  /** What was published of money and is not what charge has written down. */
  readonly unconfirmed: readonly string[];
  readonly deadLetters: readonly BusRecord[];
  readonly sink: ReadonlyMap<string, readonly SinkRequest[]>;
  /** What merchants read of their wallets; absent while something still moves. */
  readonly lists?: WalletLists;
};

/** Money that came, by the id that its payment has. */
export type Arrival = { readonly id: string; readonly amount: number; readonly currency: string };
export const paymentIdOf = ({ reference }: OrderRecord, { id }: { readonly id: string }): string =>
  `ord_${reference}_${id}`;
export const arrivals = ({ pix, orders }: Pick<RunEvidence, 'pix' | 'orders'>): Arrival[] => [
  ...pix.map(({ _id: id, amount }) => ({ id, amount, currency: 'BRL' })),
  ...orders.flatMap((order) =>
    order.payments.map((payment) => ({
      id: paymentIdOf(order, payment),
      amount: payment.amount,
      currency: order.currency,
    })),
  ),
];

type Books = Pick<
  RunEvidence,
  | 'charges'
  | 'unmatchedPayments'
  | 'statisticsCells'
  | 'entries'
  | 'wallets'
  | 'refunds'
  | 'payouts'
  | 'limitClaims'
  | 'limitTotals'
  | 'deliveries'
  | 'keptEvents'
  | 'keySlots'
  | 'cobs'
  | 'pix'
  | 'pixOuts'
  | 'infractions'
  | 'orders'
> & {
  readonly callbacks: readonly object[];
  readonly replays: readonly object[];
};
type Source = { readonly as: keyof Books; readonly from: string; readonly match: object };

/**
 * Reads several collections of a database in one go: there are many schedules, and each is looked at more
 * than once.
 */
async function read(worker: Worker, service: Parameters<Worker['database']>[0], sources: readonly Source[]) {
  const part = ({ as, match }: Source) => [
    { $match: match },
    { $project: { _id: 0, as: { $literal: as }, of: '$$ROOT' } },
  ];
  const [first, ...others] = sources;
  if (first === undefined) throw new Error('nothing to read');
  const unions = others.map((source) => ({ $unionWith: { coll: source.from, pipeline: part(source) } }));
  const rows = worker
    .database(service)
    .collection(first.from)
    .aggregate([...part(first), ...unions]);
  return (await rows.toArray()) as unknown as { readonly as: keyof Books; readonly of: object }[];
}

export async function collectEvidence(worker: Worker, story: Story): Promise<RunEvidence> {
  const accounts = [...story.merchants.map(({ tenant }) => tenant.accountId), PLATFORM_ACCOUNT];
  const match = { accountId: { $in: accounts } };
  const { clientId } = worker.bankClient;
  const since = { $gte: story.startedAt };
  const rows = await Promise.all([
    read(worker, 'charge', [
      { as: 'charges', from: 'charges', match },
      { as: 'unmatchedPayments', from: 'unmatched_payments', match: {} },
      { as: 'statisticsCells', from: 'statistics_cells', match },
      { as: 'callbacks', from: 'provider_callbacks', match: { state: 'waiting' } },
    ]),
    read(worker, 'ledger', [
      { as: 'entries', from: 'journal_entries', match },
      { as: 'wallets', from: 'wallets', match },
    ]),
    read(worker, 'refund', [{ as: 'refunds', from: 'refunds', match }]),
    read(worker, 'payout', [
      { as: 'payouts', from: 'payouts', match },
      { as: 'limitClaims', from: 'limit_claims', match },
      { as: 'limitTotals', from: 'limit_totals', match },
    ]),
    read(worker, 'webhooks', [
      { as: 'deliveries', from: 'deliveries', match },
      { as: 'keptEvents', from: 'events', match },
      { as: 'keptEvents', from: 'legacy_events', match },
      { as: 'replays', from: 'replays', match: { ...match, openFor: { $exists: true } } },
    ]),
    ...(story.merchants.some(({ rotations }) => rotations.length > 0)
      ? [read(worker, 'keys', [{ as: 'keySlots' as const, from: 'api_keys', match: {} }])]
      : []),
    read(worker, 'bank', [
      { as: 'cobs', from: 'cobs', match: { clientId, criacao: since } },
      { as: 'pix', from: 'pix', match: { clientId, receivedAt: since } },
      { as: 'pixOuts', from: 'pix_out', match: { clientId, requestedAt: since } },
      { as: 'infractions', from: 'infractions', match: { clientId, openedAt: since } },
      { as: 'orders', from: 'orders', match: { clientId, createdAt: since } },
    ]),
  ]);
  const books = Map.groupBy(rows.flat(), ({ as }) => as);
  const of = <K extends keyof Books>(kind: K): Books[K] => (books.get(kind) ?? []).map((row) => row.of) as never;
  // The platform's account is everybody's: of what it has, only what is about this money belongs here.
  const arrived = new Set<string>(arrivals({ pix: of('pix'), orders: of('orders') }).map(({ id }) => id));
  const isOurs = ({ accountId = PLATFORM_ACCOUNT, endToEndId }: { accountId?: string; endToEndId: string }): boolean =>
    accountId !== PLATFORM_ACCOUNT || arrived.has(endToEndId);
  const records = (topic: string): BusRecord[] =>
    worker.bus.records(topic).filter(({ key }) => accounts.includes(key as (typeof accounts)[number]));
  const chargeEvents = announcements(
    [...records(TOPICS.charge.name), ...records(TOPICS.chargeMoney.name)],
    chargeEventCodec.decode,
  );
  return {
    story,
    charges: of('charges'),
    unmatchedPayments: of('unmatchedPayments').filter(isOurs),
    statisticsCells: of('statisticsCells'),
    waitingCallbacks: of('callbacks').length,
    entries: of('entries'),
    wallets: of('wallets'),
    refunds: of('refunds').filter(isOurs),
    payouts: of('payouts'),
    limitClaims: of('limitClaims'),
    limitTotals: of('limitTotals'),
    deliveries: of('deliveries'),
    keptEvents: of('keptEvents'),
    openReplays: of('replays').length,
    keySlots: of('keySlots'),
    cobs: of('cobs'),
    pix: of('pix'),
    pixOuts: of('pixOuts'),
    infractions: of('infractions'),
    orders: of('orders'),
    chargeEvents,
    unconfirmed: await readUnconfirmed(worker, chargeEvents),
    refundEvents: announcements(records(TOPICS.refund.name), refundEventCodec.decode),
    payoutEvents: announcements(records(TOPICS.payout.name), payoutEventCodec.decode),
    deadLetters: worker.bus.topics().flatMap((topic) => (topic.endsWith('.dlq') ? worker.bus.records(topic) : [])),
    sink: new Map(story.merchants.map(({ sinkPath }) => [sinkPath, [...worker.environment.doors.posted(sinkPath)]])),
  };
}
