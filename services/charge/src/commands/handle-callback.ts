import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import { callbackEventIdOf, PLATFORM_ACCOUNT, type TaxDocument } from '@gx/core';
import { type Cipher, contextFrom } from '@gx/runtime';
import { type Producer, toMessage } from '@gx/runtime/kafka';
import type { Bank } from '../banks/bank-directory.ts';
import type { Callback, CallbackStore } from '../store/callbacks.ts';
import { applyInfractionCallback } from './apply-infraction-callback.ts';
import { applyOrderCallback } from './apply-order-callback.ts';
import { type DecideForCallbackDeps, decideForCallback, type HandlingResult } from './decide-for-callback.ts';
import { isNamedByWaitingCallback } from './named-by-waiting-callback.ts';
import { peersOf } from './payment-owner.ts';

export type CallbackDeps = DecideForCallbackDeps & {
  readonly cipher: Cipher;
  readonly callbacks: CallbackStore;
  readonly producer: Pick<Producer, 'send'>;
  /** Of this service's events. */
  readonly topic: string;
};

/**
 * Acts on one stored element of a bank's callback: money that arrived is decided about, and word of a
 * devolution or a Pix-out is passed on to the refund service. `mayQueryPayer`: see NamedPix.
 */
export async function handleCallback(
  deps: CallbackDeps,
  bank: Bank,
  callback: Callback,
  mayQueryPayer: () => boolean,
): Promise<HandlingResult | 'forwarded'> {
  const { endToEndId, txid, pixOutId, devolved, traceparent, orderReference, infractionId } = callback;
  if (typeof infractionId === 'string') return applyInfractionCallback(deps, bank, { traceparent, infractionId });
  if (typeof orderReference === 'string')
    return applyOrderCallback(deps, bank, { ...callback, orderReference }, (about) =>
      forward(deps, bank, callback, about),
    );
  if (
    endToEndId !== null &&
    txid === null &&
    (await isNamedByWaitingCallback(deps, await peersOf(deps, bank), endToEndId))
  )
    return 'later';
  const named = { txid, payer: () => payerOf(deps, bank, callback), mayQueryPayer };
  const outcome =
    endToEndId === null
      ? 'forwarded'
      : await decideForCallback(deps, bank, { ...named, endToEndId }, contextFrom(traceparent ?? undefined));
  if (devolved === true || typeof pixOutId === 'string')
    await forward(deps, bank, callback, {
      ...(typeof pixOutId === 'string' ? { pixOutId } : {}),
      ...(endToEndId === null ? {} : { endToEndId }),
    });
  return outcome;
}

/** Who paid, as the element says: it came through the address that only the bank was given. Personal data. */
function payerOf({ cipher, log }: CallbackDeps, bank: Bank, { encrypted }: Callback): TaxDocument | null {
  if (encrypted === null) return null;
  try {
    const [element] = bank.provider.parseCallback(`{"pix":[${cipher.decrypt(encrypted)}]}`);
    return element?.kind === 'payment' ? element.payment.payer : null;
  } catch {
    // The key that encrypted it is gone: the callback names nobody, and the bank is asked.
    log.warn({ bank_profile: bank.id }, 'a stored callback cannot be opened');
    return null;
  }
}

/** Money on its way back that a bank spoke of. */
type ReturnReference =
  | { readonly pixOutId?: string; readonly endToEndId?: string }
  | { readonly orderRefundId: string };

/**
 * Resolves when the broker has it. The event's id derives from the element, so that told again it is the
 * same.
 */
async function forward(
  { producer, topic, now }: CallbackDeps,
  bank: Bank,
  callback: Callback,
  about: ReturnReference,
): Promise<void> {
  const type = 'charge.provider_callback_received';
  const tenant = { accountId: PLATFORM_ACCOUNT, livemode: bank.livemode };
  const element = [callback.elementKey, ...('orderRefundId' in about ? [about.orderRefundId] : [])].join(':');
  const attributes = { eventId: callbackEventIdOf(bank.id, element), type, sequence: 1, tenant };
  const value = chargeEventCodec.encode({
    ...attributes,
    chargeId: '',
    occurredAtMs: now().getTime(),
    providerCallbackReceived: { bankProfileId: bank.id, ...about },
  });
  const traceparent = callback.traceparent ?? undefined;
  await producer.send({ topic, acks: -1, messages: [toMessage(encodedEvent({ ...attributes, traceparent }, value))] });
}
