import type { Txid } from '@gx/core';
import { type ProviderOrder, responseOf } from '@gx/providers';
import { contextFrom, inSpan, SpanKind } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { Callback } from '../store/callbacks.ts';
import { applyProviderOrder } from './apply-provider-order.ts';
import { callFor } from './budget.ts';
import { chargeAtBank } from './charge-at-bank.ts';
import type { DecideForCallbackDeps, HandlingResult } from './decide-for-callback.ts';
import { orderAdapterOf } from './provider-adapter.ts';

type OrderCallback = Pick<Callback, 'traceparent'> & { readonly orderReference: string };
/** Tells the refund service that a refund of the order may have moved. */
type PassOn = (about: { readonly orderRefundId: string }) => Promise<void>;

/**
 * A callback that names an order: the acquirer is asked, and the charge follows what it shows. The work runs
 * in the callback's trace.
 */
export async function applyOrderCallback(
  deps: DecideForCallbackDeps,
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
  return inSpan('follow order', options, async () => {
    const { provider } = orderAdapterOf(found?.bank ?? bank);
    const order = responseOf(await provider.getOrder(orderReference, found && callFor(found.charge)));
    if (order === undefined) return 'later';
    if (order === null) return 'denied';
    if (found === undefined) return unknownOrder(deps, bank, order);
    const { outcome } = await applyProviderOrder(deps, found.bank, found.charge, order);
    for (const { id } of order.refunds) await passOn({ orderRefundId: id });
    return outcome === 'complete' ? 'decided' : 'later';
  });
}

/** An order at our acquirer that is no charge: nobody but us can make one there, so a person has to look. */
function unknownOrder({ log }: DecideForCallbackDeps, bank: Bank, { payments }: ProviderOrder): HandlingResult {
  log.error(
    { alarm: 'order_unknown', bank_profile: bank.id, payments: payments.length },
    'the acquirer shows an order of no charge',
  );
  return 'unmatched';
}
