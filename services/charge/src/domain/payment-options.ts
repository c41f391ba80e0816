import { type EndToEndId, invariant, type Txid } from '@gx/core';
import { type Change, type Charge, type Decision, KEEP, methodOf, type Option, type PaymentMethod } from './charge.ts';
import { type OrderCode, orderPaymentId } from './order.ts';

/** The other options of a charge; none where one method was asked for. */
export const paymentOptionsOf = ({ paymentOptions }: Pick<Charge, 'paymentOptions'>): readonly Option[] =>
  paymentOptions ?? [];

/** Whether the payer may still choose: then what was not opened is opened, else what is open is closed. */
export const mayChoose = (charge: Charge): boolean =>
  (charge.status === 'WAITING_PAYMENT' || charge.status === 'PROCESSING') &&
  charge.closing === null &&
  charge.settlement === null;

/** The options that somebody has to open or to close; none before the charge itself is created. */
export function untended(charge: Charge): readonly Option[] {
  if (charge.status === 'PENDING') return [];
  const mayStay = mayChoose(charge);
  return paymentOptionsOf(charge).filter(({ state }) => state !== 'over' && !(mayStay && state === 'open'));
}

/** The options that are not over: money may come by them. */
export const paymentOptionsLeft = (charge: Charge): readonly Option[] =>
  paymentOptionsOf(charge).filter(({ state }) => state !== 'over');

/**
 * The first way that can take the place of the one that failed: its provider has it, so its payer has been
 * shown it.
 */
export const nextOption = (charge: Charge): Option | undefined =>
  mayChoose(charge) ? paymentOptionsOf(charge).find(({ state }) => state === 'open') : undefined;

/**
 * Whether some way is still being opened: what the charge comes to when another one fails is not known before
 * that.
 */
export const isOpening = (charge: Charge): boolean =>
  mayChoose(charge) && paymentOptionsOf(charge).some(({ state }) => state === 'waiting' || state === 'asked');

/**
 * The charge as one of its options sees it: its own fields tell of the way that `txid` names, and what they
 * told of before is a way in `state`.
 */
export function seenBy(charge: Charge, txid: Txid, state: Option['state'] = 'open'): Charge {
  if (charge.bank.txid === txid) return charge;
  const option = paymentOptionsOf(charge).find((one) => one.txid === txid);
  invariant(option !== undefined, 'a way that is none of the charge');
  const { order, ...rest } = charge;
  const before: Option = {
    method: methodOf(charge),
    txid: charge.bank.txid,
    body: charge.bank.body,
    state,
    pix: charge.pix,
    ...(order === undefined ? {} : { order }),
  };
  return {
    ...rest,
    method: option.method,
    bank: { ...charge.bank, txid: option.txid, body: option.body },
    pix: option.pix,
    ...(option.order === undefined ? {} : { order: option.order }),
    paymentOptions: paymentOptionsOf(charge).map((one) => (one === option ? before : one)),
  };
}

/**
 * A decision about money of one way. If it pays the charge, the charge is of that way from then on: its
 * fields, its refunds and its disputes are. Else only what became of the money is written.
 */
export function through(charge: Charge, txid: Txid, decide: (seen: Charge) => Decision): Decision {
  const option = paymentOptionsOf(charge).find((one) => one.txid === txid);
  if (option === undefined) return decide(charge);
  const decision = decide(seenBy(charge, txid));
  if (decision.kind === 'keep' || decision.charge.settlement !== charge.settlement) return decision;
  return { ...decision, charge: seenBy(decision.charge, charge.bank.txid, option.state) };
}

/** The charge with one of its options changed; the same charge if nothing is. */
export function withOption(charge: Charge, txid: Txid, change: Partial<Pick<Option, 'state' | 'order'>>): Charge {
  const paymentOptions = paymentOptionsOf(charge);
  const option = paymentOptions.find((one) => one.txid === txid);
  if (option === undefined || Object.entries(change).every(([field, value]) => option[field as keyof Option] === value))
    return charge;
  return { ...charge, paymentOptions: paymentOptions.map((one) => (one === option ? { ...option, ...change } : one)) };
}

/**
 * Writes down, before its provider is asked for it, that a way may be there from now on; only while the payer
 * may choose.
 */
export const askForOption = (charge: Charge, txid: Txid): Decision =>
  mayChoose(charge) && paymentOptionsOf(charge).some((option) => option.txid === txid && option.state === 'waiting')
    ? changed(charge, withOption(charge, txid, { state: 'asked' }))
    : KEEP;

/** Nobody can pay this way any more, as its provider has said. */
export const endOption = (charge: Charge, txid: Txid): Decision =>
  changed(charge, withOption(charge, txid, { state: 'over' }));

const changed = (before: Charge, charge: Charge): Decision =>
  charge === before ? KEEP : { kind: 'change', charge, events: [] };

/** A way by Pix is the charge's own, or one of the others; undefined where Pix was not asked for. */
export function pixOptionOf(charge: Charge): Pick<Option, 'txid' | 'pix'> | undefined {
  if (methodOf(charge) === 'PIX') return { txid: charge.bank.txid, pix: charge.pix };
  return paymentOptionsOf(charge).find(({ method }) => method === 'PIX');
}

export type OrderOption = { readonly method: PaymentMethod; readonly txid: Txid; readonly order?: OrderCode };

/** The options by the acquirer, the charge's own first. */
export function orderPaymentOptionsOf(charge: Charge): readonly OrderOption[] {
  const { bank, order } = charge;
  const own = { method: methodOf(charge), txid: bank.txid, ...(order === undefined ? {} : { order }) };
  return [own, ...paymentOptionsOf(charge)].filter(({ method }) => method !== 'PIX');
}

/** By which way a payment of the charge came: its name says it, since no Pix has one like an order's. */
export const orderOptionOf = (charge: Charge, endToEndId: EndToEndId): OrderOption | undefined =>
  orderPaymentOptionsOf(charge).find(({ txid }) => endToEndId.startsWith(orderPaymentId(txid, '')));

/** The charge goes on by another of its options, since its own has failed. */
export const goOnBy = (change: Change, option: Option): Change => ({
  ...change,
  charge: seenBy(change.charge, option.txid, 'over'),
});
