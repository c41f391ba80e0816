import type { Brand } from './brand.ts';
import { sha256Hex } from './canonical.ts';
import { uuidV7 } from './uuid.ts';

/**
 * Every entity and the prefixes its id wears on the wire. Stored ids are raw UUIDv7; only the wire sees a
 * prefix.
 */
const PREFIXES = {
  account: ['acc_'],
  user: ['usr_'],
  apiKey: ['key_'],
  charge: ['ch_', 'tx_'],
  refund: ['re_'],
  payout: ['po_'],
  dispute: ['dp_'],
  endpoint: ['we_'],
  delivery: ['dlv_'],
  attempt: ['att_'],
  resend: ['rsd_'],
  replay: ['rpl_'],
  audit: ['aud_'],
  requestLog: ['log_'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type Entity = keyof typeof PREFIXES;
export type Id<E extends Entity> = Brand<string, E>;

/**
 * Stands where an endpoint's id stands for what has no endpoint: transactions with a URL of their own
 * (decisions A20).
 */
export const DEFAULT_ENDPOINT = 'default' as Id<'endpoint'>;

/** `evt_<32 hex>`, stable for one business event (specification, Canonical envelope). */
export type EventId = Brand<string, 'EventId'>;
/**
 * The central bank's end-to-end id of one Pix: 32 characters, case matters; accepted as the bank sends it.
 */
export type EndToEndId = Brand<string, 'EndToEndId'>;
/** The receiver's transaction id of one cob, `[a-zA-Z0-9]{26,35}`. */
export type Txid = Brand<string, 'Txid'>;

/** Owns what belongs to no merchant: money of unknown charges, suspense. Nobody can log in to it. */
export const PLATFORM_ACCOUNT = '00000000-0000-7000-8000-000000000000' as Id<'account'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Reads the id of an event, its digits in whichever case; undefined if it is none. */
export const parseEventId = (wire: string): EventId | undefined =>
  /^evt_[0-9a-fA-F]{32}$/.test(wire) ? (wire.toLowerCase() as EventId) : undefined;

/** A new raw id, ordered by time of creation. */
export const newId = <E extends Entity>(_entity: E): Id<E> => uuidV7() as Id<E>;

/** The id as a client sees it. A charge is `ch_` unless the payments surface asks for `tx_`. */
export function wireId<E extends Entity>(
  entity: E,
  id: Id<E>,
  prefix: (typeof PREFIXES)[E][number] = PREFIXES[entity][0],
): string {
  return `${prefix}${id}`;
}

/**
 * Reads any wire form of an id (decisions A1: every prefix of the entity, or raw), its digits in whichever
 * case (RFC 9562, section 4); undefined if it is none. What is stored and answered is in lower case.
 */
export function parseId<E extends Entity>(entity: E, wire: string): Id<E> | undefined {
  const prefix = PREFIXES[entity].find((known) => wire.startsWith(known)) ?? '';
  const raw = wire.slice(prefix.length).toLowerCase();
  return UUID.test(raw) ? (raw as Id<E>) : undefined;
}

/** An endpoint as it is named on the wire, `default` among them. */
export const wireEndpoint = (id: Id<'endpoint'>): string => (id === DEFAULT_ENDPOINT ? id : wireId('endpoint', id));

/** Reads what `wireEndpoint` writes, and raw ids. */
export const parseEndpoint = (wire: string): Id<'endpoint'> | undefined =>
  wire === DEFAULT_ENDPOINT ? DEFAULT_ENDPOINT : parseId('endpoint', wire);

/** The smallest id of its millisecond (RFC 9562, 5.7): ids are in the order of time. */
export const firstIdAt = <E extends Entity>(ms: number): Id<E> => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000` as Id<E>;
};

/** The id of the `sequence`-th event of a refund or return. */
export const refundEventIdOf = (refund: Id<'refund'>, sequence: number): EventId =>
  `evt_${sha256Hex(`event:refund:${refund}:${sequence}`).slice(0, 32)}` as EventId;

/** The id of the `sequence`-th event of a payout. */
export const payoutEventIdOf = (payout: Id<'payout'>, sequence: number): EventId =>
  `evt_${sha256Hex(`event:payout:${payout}:${sequence}`).slice(0, 32)}` as EventId;

/** The id of the `sequence`-th public event of a charge: derived, so a retry cannot make a second one. */
export const eventIdOf = (charge: Id<'charge'>, sequence: number): EventId =>
  `evt_${sha256Hex(`event:${charge}:${sequence}`).slice(0, 32)}` as EventId;

/** The id of the sample that a test delivery carries: no event of a charge has it. */
export const testEventIdOf = (delivery: Id<'delivery'>): EventId =>
  `evt_${sha256Hex(`event:test:${delivery}`).slice(0, 32)}` as EventId;

/** The id of the event that passes one element of a bank's callback on. */
export const callbackEventIdOf = (bankProfileId: string, elementKey: string): EventId =>
  `evt_${sha256Hex(`event:callback:${bankProfileId}:${elementKey}`).slice(0, 32)}` as EventId;

/** The id of the event that orders the return of money of no charge. */
export const unmatchedPaymentEventIdOf = (returnId: Id<'refund'>): EventId =>
  `evt_${sha256Hex(`event:unmatched_payment:${returnId}`).slice(0, 32)}` as EventId;

/** The id of a refund at the bank, the same at each attempt: 32 letters and digits. */
export const refundBankId = (refund: Id<'refund'>): string => refund.replaceAll('-', '');

/** The id of a payout at the bank, the same at each attempt: 32 letters and digits. */
export const payoutBankId = (payout: Id<'payout'>): string => payout.replaceAll('-', '');

/**
 * The bank's id of the `attemptNumber`-th attempt to return money: the caller that orders its return finds
 * the one that is under way.
 */
export const returnBankId = (endToEndId: EndToEndId, attemptNumber: number): string =>
  sha256Hex(`return:${endToEndId}:${attemptNumber}`).slice(0, 32);
