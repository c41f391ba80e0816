import type { ChargeEvent } from '@gx/contracts/charge';
import type { EndToEndId } from '@gx/core';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import type { DueStore } from '../store/due-refunds.ts';

export type OnProviderCallbackReceivedDeps = {
  readonly due: DueStore;
  /** Wakes the job that asks the bank. */
  readonly trigger: (bankProfileId: string) => void;
};

/**
 * A bank spoke of a devolution, a Pix-out or a refund of an order. What it said is not believed: ours of it
 * are asked for, at the bank, soon.
 */
export async function onProviderCallbackReceived(
  { due, trigger }: OnProviderCallbackReceivedDeps,
  { providerCallbackReceived }: ChargeEvent,
  received: Pick<ReceivedEvent<ChargeEvent>, 'traceparent'>,
): Promise<string | undefined> {
  if (!providerCallbackReceived || providerCallbackReceived.bankProfileId === '') return 'a callback of no bank';
  const { bankProfileId, endToEndId, pixOutId, orderRefundId } = providerCallbackReceived;
  const bankId = pixOutId ?? orderRefundId;
  const trace = received.traceparent ?? null;
  const known = [
    endToEndId === undefined ? 0 : await due.trigger(bankProfileId, { endToEndId: endToEndId as EndToEndId }, trace),
    bankId === undefined ? 0 : await due.trigger(bankProfileId, { bankId }, trace),
  ];
  if (known.some((count) => count > 0)) trigger(bankProfileId);
  return undefined;
}
