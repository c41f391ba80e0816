import type { Txid } from '@gx/core';
import { contextFrom, inSpan, SpanKind } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { Callback } from '../store/callbacks.ts';
import { applyProviderOrder } from './apply-provider-order.ts';
import { type ChargeAtBank, chargeAtBank } from './charge-at-bank.ts';
import { orderAdapterOf } from './creation-adapter.ts';
import type { DecidePaymentsDeps, HandlingResult } from './decide-payments.ts';

type OrderCallback = Pick<Callback, 'traceparent'> & { readonly orderReference: string };
/** Tells the refund service that a refund of the order may have moved. */
type PassOn = (about: { readonly orderRefundId: string }) => Promise<void>;

/**
 * A callback that names an order: the acquirer is asked, and the charge follows what it shows. The work runs
 * in the callback's trace.
 */
export async function applyOrderCallback(
  deps: DecidePaymentsDeps,
  bank: Bank,
  { orderReference, traceparent }: OrderCallback,
  passOn: PassOn,
): Promise<HandlingResult> {
  const found = await chargeAtBank(deps, bank, orderReference as Txid);
  const options = {
    kind: SpanKind.CONSUMER,
    parent: contextFrom(traceparent ?? undefined),
    attributes: {
      'gx.bank.profile': bank.id,
      ...(found === undefined ? {} : { 'gx.charge.id': found.charge.id }),
    },
    links: [found?.charge.traceparent ?? undefined],
  } as const;
  return inSpan('follow order', options, () =>
    found === undefined
      ? unknownOrder(deps, bank, orderReference)
      : follow(deps, { ...found, reference: orderReference }, passOn),
  );
}

async function follow(
  deps: DecidePaymentsDeps,
  { bank, charge, reference }: ChargeAtBank & { readonly reference: string },
  passOn: PassOn,
): Promise<HandlingResult> {
  const shown = await orderAdapterOf(bank).provider.getOrder(reference);
  if (shown.kind !== 'done' && shown.kind !== 'pending') return 'later';
  if (shown.value === null) return 'denied';
  const { outcome } = await applyProviderOrder(deps, bank, charge, shown.value);
  for (const { id } of shown.value.refunds) await passOn({ orderRefundId: id });
  return outcome === 'complete' ? 'decided' : 'later';
}

/** An order at our acquirer that is no charge: nobody but us can make one there, so a person has to look. */
async function unknownOrder({ log }: DecidePaymentsDeps, bank: Bank, reference: string): Promise<HandlingResult> {
  const shown = await orderAdapterOf(bank).provider.getOrder(reference);
  if (shown.kind !== 'done' && shown.kind !== 'pending') return 'later';
  if (shown.value === null) return 'denied';
  log.error(
    { alarm: 'order_unknown', bank_profile: bank.id, payments: shown.value.payments.length },
    'the acquirer shows an order of no charge',
  );
  return 'unmatched';
}
