import { notFound, sha256Hex } from '@gx/core';
import type { OrderElement } from '@gx/providers';
import { type CallContext, type Cipher, traceparent } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { Callback, CallbackStore, NewCallback } from '../store/callbacks.ts';
import { type CallbackDetails, NO_DETAILS, newCallback, storedWith } from './new-callback.ts';

export type ProviderCallback = { readonly bankProfileId: string; readonly token: string; readonly body: string };
export type ReceiveProviderCallbackDeps = {
  readonly banks: BankDirectory;
  readonly callbacks: CallbackStore;
  readonly cipher: Cipher;
  readonly newOwner: () => string;
  readonly handler: Handler;
};
/** Who handles callbacks in this process: what it stored itself, or by the job what waits for anybody. */
type Handler = {
  readonly hasRoom: (bankProfileId: string) => boolean;
  readonly handle: (claimed: readonly Callback[]) => void;
  readonly trigger: () => void;
};

/**
 * Stores every element before it is answered, readable or not; what they mean is found out after that, by
 * asking the bank. A wrong token and an unknown profile are one answer.
 */
export async function receiveProviderCallback(
  { banks, callbacks, cipher, newOwner, handler }: ReceiveProviderCallbackDeps,
  ctx: CallContext,
  { bankProfileId, token, body }: ProviderCallback,
): Promise<{ stored: number }> {
  const bank = await banks.byId(bankProfileId);
  const elements = bank === undefined ? undefined : elementsOf(bank, token, body);
  if (bank === undefined || elements === undefined) throw notFound('bank profile');
  const origin = { bank, cipher, receivedAt: ctx.now, traceparent: traceparent() ?? null };
  const found = elements.map((read) => read(origin));
  const hasRoom = handler.hasRoom(bankProfileId);
  const { stored, claimed } = hasRoom
    ? await callbacks.addClaimed(found, newOwner)
    : { stored: await callbacks.add(found), claimed: [] };
  const unreadable = found.filter(({ problems }) => problems !== null).length;
  if (unreadable > 0 && stored > 0) {
    ctx.log.error(
      { alarm: 'callback_unreadable', bank_profile: bankProfileId, unreadable },
      'a bank sent elements that cannot be read',
    );
  }
  if (hasRoom) handler.handle(claimed);
  else handler.trigger();
  return { stored };
}

/** An element as it is to be stored. */
type Element = (origin: Parameters<typeof newCallback>[0]) => NewCallback;

/** The token says who speaks, the bank or its acquirer; undefined: neither. */
function elementsOf({ provider, orders }: Bank, token: string, body: string): readonly Element[] | undefined {
  if (provider.verifyCallback({ token }) === 'trusted')
    return provider.parseCallback(body).map((element) => (origin) => newCallback(origin, element));
  if (orders?.provider.verifyCallback({ token }) !== 'trusted') return undefined;
  // The same order is named each time it changes: what tells one callback from another is its text.
  const callback = sha256Hex(body);
  const named = orders.provider.parseCallback(body);
  return named.map((element) => (origin) => storedWith(origin, orderDetails(callback, element), element.raw));
}

const orderDetails = (callback: string, element: OrderElement): CallbackDetails =>
  element.kind === 'order'
    ? { ...NO_DETAILS, elementKey: `order:${callback}:${element.reference}`, orderReference: element.reference }
    : { ...NO_DETAILS, elementKey: element.key, problems: [...element.problems], isOfAcquirer: true };
