import { type EndToEndId, invariant, type Txid } from '@gx/core';
import { type Change, type Charge, type Decision, KEEP, type PaymentMethod, type PaymentOption } from './charge.ts';
import { orderPaymentId } from './order.ts';

type Options = Pick<Charge, 'method' | 'paymentOptions'>;

/** The option that the charge stands for. */
export function optionOf({ method, paymentOptions }: Options): PaymentOption {
  const option = paymentOptions.find((one) => one.method === method);
  invariant(option !== undefined, 'a charge stands for none of its options');
  return option;
}

/** Those beside it; none where one method was asked for. */
export const otherOptionsOf = ({ method, paymentOptions }: Options): readonly PaymentOption[] =>
  paymentOptions.filter((one) => one.method !== method);

/** Whether the payer may still choose: then what was not opened is opened, else what is open is closed. */
export const mayChoose = (charge: Charge): boolean =>
  (charge.status === 'WAITING_PAYMENT' || charge.status === 'PROCESSING') &&
  charge.closing === null &&
  charge.settlement === null;

/** The options that somebody has to open or to close; none before the charge itself is created. */
export function optionsToSync(charge: Charge): readonly PaymentOption[] {
  if (charge.status === 'PENDING') return [];
  const mayStay = mayChoose(charge);
  return otherOptionsOf(charge).filter(({ state }) => state !== 'over' && !(mayStay && state === 'open'));
}

/** The options that are not over: money may come by them. */
export const paymentOptionsLeft = (charge: Charge): readonly PaymentOption[] =>
  otherOptionsOf(charge).filter(({ state }) => state !== 'over');

/**
 * The first option that can take the place of the one that failed: its provider has it, so its payer has been
 * shown it.
 */
export const nextOption = (charge: Charge): PaymentOption | undefined =>
  mayChoose(charge) ? otherOptionsOf(charge).find(({ state }) => state === 'open') : undefined;

/**
 * Whether some option is still being opened: what the charge comes to when another one fails is not known
 * before that.
 */
export const isOpening = (charge: Charge): boolean =>
  mayChoose(charge) && otherOptionsOf(charge).some(({ state }) => state === 'waiting' || state === 'requested');

/** The charge as it would be if it stood for one of its other options. */
export const seenBy = (charge: Charge, method: PaymentMethod): Charge =>
  charge.method === method ? charge : { ...charge, method };

/**
 * A decision about money of one option. If it pays the charge, the charge stands for that option from then
 * on, and so do its refunds and disputes. Else only what became of the money is written.
 */
export function through(charge: Charge, { method }: PaymentOption, decide: (seen: Charge) => Decision): Decision {
  const decision = decide(seenBy(charge, method));
  if (decision.kind === 'keep' || decision.charge.settlement !== charge.settlement) return decision;
  return { ...decision, charge: seenBy(decision.charge, charge.method) };
}

type OptionChange = Partial<Pick<PaymentOption, 'state' | 'pix' | 'order'>>;

/** The charge with one of its options changed; the same charge if nothing is. */
export const withOption = (charge: Charge, option: PaymentOption, change: OptionChange): Charge =>
  Object.entries(change).every(([field, value]) => option[field as keyof OptionChange] === value)
    ? charge
    : { ...charge, paymentOptions: charge.paymentOptions.map((one) => (one === option ? { ...one, ...change } : one)) };

/** One of the options, by its name at its provider. */
export const optionNamed = ({ paymentOptions }: Options, txid: string): PaymentOption | undefined =>
  paymentOptions.find((option) => option.txid === txid);

/**
 * Writes down, before its provider is asked for it, that it may have an option from now on; only while the
 * payer may choose.
 */
export function requestOption(charge: Charge, txid: Txid): Decision {
  const option = optionNamed(charge, txid);
  return mayChoose(charge) && option?.state === 'waiting' ? changed(charge, option, { state: 'requested' }) : KEEP;
}

/** Nobody can pay by this option any more, as its provider has said. */
export function endOption(charge: Charge, txid: Txid): Decision {
  const option = optionNamed(charge, txid);
  return option === undefined ? KEEP : changed(charge, option, { state: 'over' });
}

function changed(before: Charge, option: PaymentOption, change: OptionChange): Decision {
  const charge = withOption(before, option, change);
  return charge === before ? KEEP : { kind: 'change', charge, events: [] };
}

/** Undefined where Pix was not asked for. */
export const pixOptionOf = ({ paymentOptions }: Options): PaymentOption | undefined =>
  paymentOptions.find(({ method }) => method === 'PIX');

/** The options by the acquirer, the one that the charge stands for first. */
export const orderOptionsOf = (charge: Charge): readonly PaymentOption[] =>
  [optionOf(charge), ...otherOptionsOf(charge)].filter(({ method }) => method !== 'PIX');

/** By which option a payment of the charge came: its name says it, since no Pix has one like an order's. */
export const orderOptionOf = (charge: Charge, endToEndId: EndToEndId): PaymentOption | undefined =>
  orderOptionsOf(charge).find(({ txid }) => endToEndId.startsWith(orderPaymentId(txid, '')));

/** The charge goes on by another of its options, since the one that it stood for has failed. */
export const goOnBy = (change: Change, { method }: PaymentOption): Change => ({
  ...change,
  charge: seenBy(withOption(change.charge, optionOf(change.charge), { state: 'over' }), method),
});
