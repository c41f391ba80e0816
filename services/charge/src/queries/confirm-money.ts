import { chargeEventCodec } from '@gx/contracts';
import type {
  ChargeEvent,
  DisputeClosed,
  MoneyConfirmation,
  PaymentAccepted,
  ReturnedByBank,
  ReturnOrdered,
} from '@gx/contracts/charge';
import { type Id, parseId, Refusal } from '@gx/core';
import type { PublicAddresses } from '../domain/charge-view.ts';
import { type NamedMoney, publishedFact } from '../domain/published-money.ts';
import { bytesOf, encodeEvent, encodeUnmatchedPayment } from '../store/encode-event.ts';
import type { MoneyNames, MoneyRecordStore, MoneyRecords } from '../store/money-records.ts';

export type ConfirmMoneyDeps = { readonly moneyRecords: MoneyRecordStore; readonly addresses: PublicAddresses };

const EVENTS_MAX = 1_000;

/**
 * Which of these events the records of charge say, as if each were made from them now (ADR 117). One that
 * they do not is looked up once more, where nothing can be missing that was ever published.
 */
export async function confirmMoney(
  { moneyRecords, addresses }: ConfirmMoneyDeps,
  values: readonly Buffer[],
): Promise<MoneyConfirmation[]> {
  if (values.length > EVENTS_MAX)
    throw new Refusal('invalid_request', `At most ${EVENTS_MAX} events.`, { param: 'events' });
  const events = values.map((value) => chargeEventCodec.decode(value));
  const compare = async (some: readonly ChargeEvent[], level: 'majority' | 'linearizable') => {
    const records = await moneyRecords.read(namesIn(some), level);
    return new Map(some.map((event) => [event, differenceOf(records, event, addresses)]));
  };
  const first = await compare(events, 'majority');
  const doubtful = events.filter((event) => first.get(event) !== undefined);
  const second = doubtful.length === 0 ? first : await compare(doubtful, 'linearizable');
  return events.map((event) => {
    const difference = first.get(event) === undefined ? undefined : second.get(event);
    return { confirmed: difference === undefined, difference: difference ?? '' };
  });
}

function namesIn(events: readonly ChargeEvent[]): MoneyNames {
  const ofCharges = events.map(({ chargeId }) => parseId('charge', chargeId));
  const ofNone = events.map(({ chargeId, returnOrdered }) =>
    chargeId === '' ? parseId('refund', returnOrdered?.returnId ?? '') : undefined,
  );
  return { chargeIds: distinct<Id<'charge'>>(ofCharges), returnIds: distinct<Id<'refund'>>(ofNone) };
}

const distinct = <T>(ids: readonly (T | undefined)[]): T[] => [...new Set(ids.filter((id) => id !== undefined))];

/** The first thing that the records have not, or have otherwise; undefined: they say all of it. */
function differenceOf(records: MoneyRecords, event: ChargeEvent, addresses: PublicAddresses): string | undefined {
  const named = nameOf(event);
  if (named === undefined) return 'type';
  const own = event.chargeId === '' ? ofNoCharge(records, event) : ofCharge(records, { event, named }, addresses);
  if (typeof own === 'string') return own;
  if (own.tenant?.accountId !== event.tenant?.accountId) return 'account_id';
  if (own.tenant?.livemode !== event.tenant?.livemode) return 'livemode';
  return DIFFERENCES[named.type](own, event);
}

function nameOf({ type, ...event }: ChargeEvent): NamedMoney | undefined {
  const { paymentAccepted, returnOrdered, disputeClosed, returnedByBank } = event;
  if (type === 'charge.payment_accepted' && paymentAccepted) return { type };
  if (type === 'charge.return_ordered' && returnOrdered) return { type, endToEndId: returnOrdered.endToEndId };
  if (type === 'charge.dispute_closed' && disputeClosed)
    return { type, disputeId: disputeClosed.disputeId, won: disputeClosed.won };
  if (type === 'charge.returned_by_bank' && returnedByBank)
    return { type, endToEndId: returnedByBank.endToEndId, devolutionId: returnedByBank.devolutionId };
  return undefined;
}

type Named = { readonly event: ChargeEvent; readonly named: NamedMoney };

/** The event as its charge would publish it now, or what there is not. */
function ofCharge(
  { charges }: MoneyRecords,
  { event, named }: Named,
  addresses: PublicAddresses,
): ChargeEvent | 'charge_id' | 'type' {
  const charge = charges.get(event.chargeId);
  if (charge === undefined) return 'charge_id';
  const fact = publishedFact(charge, named);
  if (fact === undefined) return 'type';
  const occurrence = { sequence: 0, occurredAt: new Date(0), previousStatus: charge.status };
  return chargeEventCodec.decode(bytesOf(encodeEvent(charge, { ...fact, ...occurrence }, addresses).value));
}

/** The order to return an unmatched payment, once it is given. */
function ofNoCharge({ unmatched }: MoneyRecords, { type, returnOrdered }: ChargeEvent): ChargeEvent | 'return_id' {
  const payment = type === 'charge.return_ordered' ? unmatched.get(returnOrdered?.returnId ?? '') : undefined;
  if (payment === undefined || payment.noted === true) return 'return_id';
  return chargeEventCodec.decode(bytesOf(encodeUnmatchedPayment(payment, payment.storedAt).value));
}

/** Compares one body of both events by these of its fields. */
const by =
  <T>(bodyOf: (event: ChargeEvent) => T | null | undefined, fields: readonly (keyof T & string)[]) =>
  (own: ChargeEvent, read: ChargeEvent): string | undefined =>
    fields.find((field) => bodyOf(own)?.[field] !== bodyOf(read)?.[field]);

/** By type, what decides how much is posted or sent, where to, and under which name. */
const DIFFERENCES: Readonly<Record<NamedMoney['type'], ReturnType<typeof by>>> = {
  'charge.payment_accepted': by<PaymentAccepted>(
    ({ paymentAccepted }) => paymentAccepted,
    [
      'endToEndId',
      'amount',
      'currency',
      'providerFee',
      'platformFee',
      'settlementDelaySeconds',
      'paidAtMs',
      'wasHeld',
      'bankProfileId',
    ],
  ),
  'charge.return_ordered': by<ReturnOrdered>(
    ({ returnOrdered }) => returnOrdered,
    [
      'returnId',
      'bankProfileId',
      'endToEndId',
      'amount',
      'currency',
      'reason',
      'returnedByBank',
      'orderReference',
      'paymentMethod',
    ],
  ),
  'charge.dispute_closed': by<DisputeClosed>(
    ({ disputeClosed }) => disputeClosed,
    ['disputeId', 'amount', 'currency', 'won', 'bankProfileId', 'paid'],
  ),
  'charge.returned_by_bank': by<ReturnedByBank>(
    ({ returnedByBank }) => returnedByBank,
    ['refundId', 'endToEndId', 'devolutionId', 'amount', 'currency', 'status', 'bankProfileId', 'fromDispute'],
  ),
};
