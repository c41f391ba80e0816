import { type EndToEndId, invariant, type Txid } from '@gx/core';
import { type Change, type Charge, type Decision, KEEP, methodOf, type PaymentMethod, type Way } from './charge.ts';
import { type OrderCode, orderPaymentId } from './order.ts';

/** The other ways of a charge; none where one method was asked for. */
export const waysOf = ({ ways }: Pick<Charge, 'ways'>): readonly Way[] => ways ?? [];

/** Whether the payer may still choose: then what was not opened is opened, else what is open is closed. */
export const mayChoose = (charge: Charge): boolean =>
  (charge.status === 'WAITING_PAYMENT' || charge.status === 'PROCESSING') &&
  charge.closing === null &&
  charge.settlement === null;

/** The ways that somebody has to open or to close; none before the charge itself is created. */
export function untended(charge: Charge): readonly Way[] {
  if (charge.status === 'PENDING') return [];
  const mayStay = mayChoose(charge);
  return waysOf(charge).filter(({ state }) => state !== 'over' && !(mayStay && state === 'open'));
}

/** The ways that are not over: money may come by them. */
export const waysLeft = (charge: Charge): readonly Way[] => waysOf(charge).filter(({ state }) => state !== 'over');

/**
 * The first way that can take the place of the one that failed: its provider has it, so its payer has been shown
 * it.
 */
export const nextWay = (charge: Charge): Way | undefined =>
  mayChoose(charge) ? waysOf(charge).find(({ state }) => state === 'open') : undefined;

/**
 * Whether some way is still being opened: what the charge comes to when another one fails is not known before
 * that.
 */
export const isOpening = (charge: Charge): boolean =>
  mayChoose(charge) && waysOf(charge).some(({ state }) => state === 'waiting' || state === 'asked');

/**
 * The charge as one of its ways sees it: its own fields tell of the way that `txid` names, and what they told
 * of before is a way in `state`.
 */
export function seenBy(charge: Charge, txid: Txid, state: Way['state'] = 'open'): Charge {
  if (charge.bank.txid === txid) return charge;
  const way = waysOf(charge).find((one) => one.txid === txid);
  invariant(way !== undefined, 'a way that is none of the charge');
  const { order, ...rest } = charge;
  const before: Way = {
    method: methodOf(charge),
    txid: charge.bank.txid,
    body: charge.bank.body,
    state,
    pix: charge.pix,
    ...(order === undefined ? {} : { order }),
  };
  return {
    ...rest,
    method: way.method,
    bank: { ...charge.bank, txid: way.txid, body: way.body },
    pix: way.pix,
    ...(way.order === undefined ? {} : { order: way.order }),
    ways: waysOf(charge).map((one) => (one === way ? before : one)),
  };
}

/**
 * A decision about money of one way. If it pays the charge, the charge is of that way from then on: its
 * fields, its refunds and its disputes are. Else only what became of the money is written.
 */
export function through(charge: Charge, txid: Txid, decide: (seen: Charge) => Decision): Decision {
  const way = waysOf(charge).find((one) => one.txid === txid);
  if (way === undefined) return decide(charge);
  const decision = decide(seenBy(charge, txid));
  if (decision.kind === 'keep' || decision.charge.settlement !== charge.settlement) return decision;
  return { ...decision, charge: seenBy(decision.charge, charge.bank.txid, way.state) };
}

/** The charge with one of its ways changed; the same charge if nothing is. */
export function withWay(charge: Charge, txid: Txid, change: Partial<Pick<Way, 'state' | 'order'>>): Charge {
  const ways = waysOf(charge);
  const way = ways.find((one) => one.txid === txid);
  if (way === undefined || Object.entries(change).every(([field, value]) => way[field as keyof Way] === value))
    return charge;
  return { ...charge, ways: ways.map((one) => (one === way ? { ...way, ...change } : one)) };
}

/**
 * Writes down, before its provider is asked for it, that a way may be there from now on; only while the payer may
 * choose.
 */
export const askForWay = (charge: Charge, txid: Txid): Decision =>
  mayChoose(charge) && waysOf(charge).some((way) => way.txid === txid && way.state === 'waiting')
    ? changed(charge, withWay(charge, txid, { state: 'asked' }))
    : KEEP;

/** Nobody can pay this way any more, as its provider has said. */
export const endWay = (charge: Charge, txid: Txid): Decision =>
  changed(charge, withWay(charge, txid, { state: 'over' }));

const changed = (before: Charge, charge: Charge): Decision =>
  charge === before ? KEEP : { kind: 'change', charge, events: [] };

/** A way by Pix is the charge's own, or one of the others; undefined where Pix was not asked for. */
export function pixWayOf(charge: Charge): Pick<Way, 'txid' | 'pix'> | undefined {
  if (methodOf(charge) === 'PIX') return { txid: charge.bank.txid, pix: charge.pix };
  return waysOf(charge).find(({ method }) => method === 'PIX');
}

export type OrderWay = { readonly method: PaymentMethod; readonly txid: Txid; readonly order?: OrderCode };

/** The ways by the acquirer, the charge's own first. */
export function orderWaysOf(charge: Charge): readonly OrderWay[] {
  const { bank, order } = charge;
  const own = { method: methodOf(charge), txid: bank.txid, ...(order === undefined ? {} : { order }) };
  return [own, ...waysOf(charge)].filter(({ method }) => method !== 'PIX');
}

/** By which way a payment of the charge came: its name says it, since no Pix has one like an order's. */
export const orderWayOf = (charge: Charge, endToEndId: EndToEndId): OrderWay | undefined =>
  orderWaysOf(charge).find(({ txid }) => endToEndId.startsWith(orderPaymentId(txid, '')));

/** The charge goes on by another of its ways, since its own has failed. */
export const goOnBy = (change: Change, way: Way): Change => ({
  ...change,
  charge: seenBy(change.charge, way.txid, 'over'),
});
