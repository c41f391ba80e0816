type CatalogRow = {
  readonly description: string;
  /** A deprecated family (specification, Versioning): sent in the `{event, data}` envelope. */
  readonly legacy?: true;
  /** An alias or wildcard stands for these names; it is subscribed to, never delivered (decisions A5). */
  readonly covers?: readonly string[];
};

const PAYMENTS = [
  'payment.created',
  'payment.completed',
  'payment.failed',
  'payment.expired',
  'payment.refunded',
] as const;
const WITHDRAWALS = ['withdrawal.created', 'withdrawal.completed', 'withdrawal.failed'] as const;

/**
 * Every name an endpoint may subscribe to (specification, Events). The route, registration and dispatch read
 * only this.
 */
// biome-ignore format: one row per name, read as a table
export const EVENT_CATALOG = {
  'charge.created':            { description: 'Charge created, awaiting payment.' },
  'charge.paid':               { description: 'Charge paid and confirmed.' },
  'charge.failed':             { description: 'Charge failed or was cancelled.' },
  'charge.expired':            { description: 'Charge expired unpaid.' },
  'payout.created':            { description: 'Withdrawal requested.' },
  'payout.paid':               { description: 'Withdrawal settled.' },
  'payout.failed':             { description: 'Withdrawal failed or was rejected.' },
  'payment.created':           { description: 'Deprecated: use charge.created.', legacy: true },
  'payment.completed':         { description: 'Deprecated: use charge.paid.', legacy: true },
  'payment.failed':            { description: 'Deprecated: use charge.failed and charge.expired.', legacy: true },
  'payment.expired':           { description: 'Deprecated: use charge.expired.', legacy: true },
  'payment.refunded':          { description: 'Deprecated: reports the progress of refunds.', legacy: true },
  'withdrawal.created':        { description: 'Deprecated: use payout.created.', legacy: true },
  'withdrawal.completed':      { description: 'Deprecated: use payout.paid.', legacy: true },
  'withdrawal.failed':         { description: 'Deprecated: use payout.failed.', legacy: true },
  'payment.status_changed':    { description: 'Deprecated alias: every payment.* event, under its own name.', legacy: true, covers: PAYMENTS },
  'withdrawal.status_changed': { description: 'Deprecated alias: every withdrawal.* event, under its own name.', legacy: true, covers: WITHDRAWALS },
  'withdrawal.*':              { description: 'Deprecated wildcard: every withdrawal.* event, under its own name.', legacy: true, covers: WITHDRAWALS },
} as const satisfies Record<string, CatalogRow>;

/** A name that can be subscribed to. */
export type SubscribableName = keyof typeof EVENT_CATALOG;
type Row = (typeof EVENT_CATALOG)[SubscribableName];
/** A name that can be delivered: no alias, no wildcard. */
export type EventName = {
  [N in SubscribableName]: (typeof EVENT_CATALOG)[N] extends { covers: readonly string[] } ? never : N;
}[SubscribableName];

/**
 * Which names each of the charge's public events is delivered under, in this order (specification, "Which
 * transition emits which event"; decisions A3, A6, A62). The seven canonical names have none for money that
 * goes back.
 */
// biome-ignore format: one row per event, read as a table
export const CHARGE_DELIVERED_AS = {
  'charge.created':           ['charge.created', 'payment.created'],
  'charge.paid':              ['charge.paid', 'payment.completed'],
  'charge.expired':           ['charge.expired', 'payment.failed', 'payment.expired'],
  'charge.failed':            ['charge.failed', 'payment.failed'],
  'charge.refund_progressed': ['payment.refunded'],
} as const satisfies Record<string, readonly EventName[]>;

/** The same of a payout (decisions, section 7): one that is cancelled has failed, too. */
// biome-ignore format: one row per event, read as a table
export const PAYOUT_DELIVERED_AS = {
  'payout.created': ['payout.created', 'withdrawal.created'],
  'payout.paid':    ['payout.paid', 'withdrawal.completed'],
  'payout.failed':  ['payout.failed', 'withdrawal.failed'],
} as const satisfies Record<string, readonly EventName[]>;

/** Every public event; every other type on the topics is internal and not for merchants. */
export const DELIVERED_AS = { ...CHARGE_DELIVERED_AS, ...PAYOUT_DELIVERED_AS } as const;
export type ChargeEventType = keyof typeof CHARGE_DELIVERED_AS;
export type PayoutEventType = keyof typeof PAYOUT_DELIVERED_AS;
export const isChargeEvent = (type: string): type is ChargeEventType => Object.hasOwn(CHARGE_DELIVERED_AS, type);
export const isPayoutEvent = (type: string): type is PayoutEventType => Object.hasOwn(PAYOUT_DELIVERED_AS, type);

/** A name whose envelope is versioned and has an id of its own. */
export type CanonicalName = Extract<EventName, `charge.${string}` | `payout.${string}`>;
export const isCanonical = (name: EventName): name is CanonicalName => !isLegacy(name);

export const isSubscribable = (name: string): name is SubscribableName => Object.hasOwn(EVENT_CATALOG, name);
/** Since the first version of the contract (API_VERSION), N21. An end is announced a year ahead; none is. */
export const LEGACY_DEPRECATED_AT_MS = Date.UTC(2026, 10, 1);
export const isLegacy = (name: EventName): boolean => 'legacy' in EVENT_CATALOG[name];

/** What a transaction's own URL is told (decisions A20). */
export const LEGACY_OF_TRANSACTIONS: readonly EventName[] = PAYMENTS;

const covers = (row: CatalogRow, name: string): boolean => row.covers?.includes(name) ?? false;
const ROWS = Object.entries(EVENT_CATALOG) as [SubscribableName, Row][];
const TAKING: ReadonlyMap<string, readonly SubscribableName[]> = new Map(
  ROWS.map(([name]) => [name, ROWS.filter(([key, row]) => key === name || covers(row, name)).map(([key]) => key)]),
);

/** The subscriptions that take `name`: itself and every alias or wildcard over it. */
export const subscriptionsTaking = (name: EventName): readonly SubscribableName[] => TAKING.get(name) ?? [];

const isDelivered = (name: SubscribableName): name is EventName => !('covers' in EVENT_CATALOG[name]);
/** The names that a subscription stands for: itself, or those of its family. */
const deliveredUnder = (name: SubscribableName): readonly EventName[] =>
  isDelivered(name) ? [name] : (EVENT_CATALOG[name] as { covers: readonly EventName[] }).covers;

/** Every name that subscriptions take, each once, those that were subscribed to by themselves first. */
export const namesTakenBy = (events: readonly SubscribableName[]): EventName[] => [
  ...new Set([...events.filter(isDelivered), ...events.flatMap(deliveredUnder)]),
];
