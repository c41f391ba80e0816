import type { ChargeEvent } from '@gx/contracts/charge';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import type { DueStore } from '../store/due-payouts.ts';

export type OnProviderCallbackReceivedDeps = {
  readonly due: Pick<DueStore, 'trigger'>;
  /** Wakes the job that asks the bank. */
  readonly trigger: (bankProfileId: string) => void;
};

/**
 * A bank spoke of money that it sent. What it said is not believed: ours of it is asked for, at the bank, soon.
 */
export async function onProviderCallbackReceived(
  { due, trigger }: OnProviderCallbackReceivedDeps,
  { providerCallbackReceived }: ChargeEvent,
  { traceparent }: Pick<ReceivedEvent<ChargeEvent>, 'traceparent'>,
): Promise<string | undefined> {
  if (!providerCallbackReceived || providerCallbackReceived.bankProfileId === '') return 'a callback of no bank';
  const { bankProfileId, pixOutId } = providerCallbackReceived;
  if (pixOutId === undefined) return undefined;
  if ((await due.trigger(bankProfileId, pixOutId, traceparent ?? null)) > 0) trigger(bankProfileId);
  return undefined;
}
