import { notFound, sha256Hex, unreachable } from '@gx/core';
import type { OrderElement, PixElement } from '@gx/providers';
import { type CallContext, type Cipher, traceparent } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { Callback, CallbackStore, NewCallback } from '../store/callbacks.ts';

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

/** More than any bank keeps in one element; beyond it the rest is of no use to anybody who reads it. */
const RAW_MAX = 16_384;

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
  const trace = traceparent() ?? null;
  const found = elements.map(
    (element): NewCallback => ({
      ...element.details,
      bankProfileId,
      livemode: bank.livemode,
      traceparent: trace,
      receivedAt: ctx.now,
      encrypted: cipher.encrypt(rawOf(element.raw)),
    }),
  );
  const hasRoom = handler.hasRoom(bankProfileId);
  const { stored, claimed } = hasRoom
    ? await callbacks.addClaimed(found, newOwner)
    : { stored: await callbacks.add(found), claimed: [] };
  const unreadable = elements.filter(({ details }) => details.problems !== null).length;
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

type CallbackDetails = Pick<
  NewCallback,
  'elementKey' | 'endToEndId' | 'txid' | 'problems' | 'pixOutId' | 'devolved' | 'orderReference' | 'infractionId'
>;
type Element = { readonly raw: unknown; readonly details: CallbackDetails };

/** The token says who speaks, the bank or its acquirer; undefined: neither. */
function elementsOf({ provider, orders }: Bank, token: string, body: string): readonly Element[] | undefined {
  if (provider.verifyCallback({ token }) === 'trusted')
    return provider.parseCallback(body).map((element) => ({ raw: element.raw, details: detailsOf(element) }));
  if (orders?.provider.verifyCallback({ token }) !== 'trusted') return undefined;
  // The same order is named each time it changes: what tells one callback from another is its text.
  const callback = sha256Hex(body);
  const named = orders.provider.parseCallback(body);
  return named.map((element) => ({ raw: element.raw, details: orderDetails(callback, element) }));
}

const NOTHING = { endToEndId: null, txid: null, problems: null, pixOutId: null, devolved: false } as const;

function detailsOf(element: PixElement): CallbackDetails {
  const { key: elementKey, kind } = element;
  switch (kind) {
    case 'payment': {
      const { endToEndId, txid, devolutions } = element.payment;
      return { ...NOTHING, elementKey, endToEndId, txid, devolved: devolutions.length > 0 };
    }
    case 'pix_out':
      return { ...NOTHING, elementKey, pixOutId: element.pixOut.id };
    case 'infraction':
      return { ...NOTHING, elementKey, infractionId: element.infractionId };
    case 'unreadable':
      return { ...NOTHING, elementKey, problems: [...element.problems] };
    default:
      return unreachable(kind);
  }
}

const orderDetails = (callback: string, element: OrderElement): CallbackDetails =>
  element.kind === 'order'
    ? { ...NOTHING, elementKey: `order:${callback}:${element.reference}`, orderReference: element.reference }
    : { ...NOTHING, elementKey: element.key, problems: [...element.problems] };

const rawOf = (raw: unknown): string => (typeof raw === 'string' ? raw : JSON.stringify(raw)).slice(0, RAW_MAX);
