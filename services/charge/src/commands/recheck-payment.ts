import { type EndToEndId, Refusal, sha256Hex } from '@gx/core';
import type { CallbackStore } from '../store/callbacks.ts';
import { callbackFromSweep } from './callback-from-sweep.ts';

export type RecheckPaymentDeps = {
  readonly callbacks: Pick<CallbackStore, 'reopen' | 'now'>;
  /** Wakes the job that handles callbacks. */
  readonly trigger: () => void;
};
/** A Pix, or an order of the acquirer. */
export type SeenAgain = { readonly bankProfileId: string } & (
  | { readonly endToEndId: string; readonly orderReference?: never }
  | { readonly orderReference: string; readonly endToEndId?: never }
);

/**
 * Somebody of ours saw at the bank that a payment changed: it is asked for again, as if the bank had spoken
 * of it. Asked twice, it is one question.
 */
export async function recheckPayment(
  { callbacks, trigger }: RecheckPaymentDeps,
  { bankProfileId, endToEndId, orderReference }: SeenAgain,
): Promise<void> {
  if (bankProfileId === '')
    throw new Refusal('invalid_request', 'A bank profile is needed.', { param: 'bank_profile_id' });
  if (endToEndId === '') throw new Refusal('invalid_request', 'A payment is needed.', { param: 'end_to_end_id' });
  const about =
    orderReference === undefined
      ? { elementKey: `recheck:${sha256Hex(endToEndId)}`, endToEndId: endToEndId as EndToEndId }
      : { elementKey: `recheck:order:${sha256Hex(orderReference)}`, orderReference };
  const receivedAt = await callbacks.now();
  await callbacks.reopen([callbackFromSweep({ bankProfileId, receivedAt, ...about })]);
  trigger();
}
