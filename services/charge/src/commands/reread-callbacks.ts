import type { PixElement, PixProvider } from '@gx/providers';
import type { Cipher, Logger } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { CallbackDocument, CallbackStore } from '../store/callbacks.ts';
import { newCallback } from './new-callback.ts';

export type RereadDeps = {
  readonly callbacks: Pick<CallbackStore, 'unreadable' | 'replaceUnreadable'>;
  readonly cipher: Cipher;
  readonly log: Logger;
};

/** Each may hold a body of 1 MiB. */
const PAGE = 10;

/**
 * Reads again what a bank wrote and we could not read, oldest first: what can be read now is handled like a
 * callback that has just come. What was stored twice, or by two replicas, is handled once.
 */
export async function rereadCallbacks(deps: RereadDeps, bank: Bank): Promise<void> {
  let count = 0;
  for (let after: CallbackDocument['_id'] | null = null; ; ) {
    const page: readonly CallbackDocument[] = await deps.callbacks.unreadable(bank.id, after, PAGE);
    for (const callback of page) count += await rereadOne(deps, bank, callback);
    after = page.at(-1)?._id ?? null;
    if (page.length < PAGE) break;
  }
  if (count > 0) deps.log.info({ bank_profile: bank.id, count }, 'callbacks that could not be read are read');
}

/** How many of its elements can be read now. */
async function rereadOne(
  { callbacks, cipher, log }: RereadDeps,
  bank: Bank,
  callback: CallbackDocument,
): Promise<number> {
  const { encrypted, receivedAt, traceparent } = callback;
  if (encrypted === null) return 0;
  let text: string;
  try {
    text = cipher.decrypt(encrypted);
  } catch (err) {
    // The key that encrypted it is gone; it may come back.
    log.warn({ bank_profile: bank.id, err }, 'a stored callback cannot be opened');
    return 0;
  }
  const elements = elementsOf(bank.provider, text);
  const count = elements.filter(({ kind }) => kind !== 'unreadable').length;
  if (count > 0)
    await callbacks.replaceUnreadable(
      callback,
      elements.map((element) => newCallback({ bank, cipher, receivedAt, traceparent }, element)),
    );
  return count;
}

/** Of a whole body, or of one element of a list, which is all that was unreadable in its body. */
function elementsOf(provider: PixProvider, text: string): readonly PixElement[] {
  const whole = provider.parseCallback(text);
  return whole.some(({ kind }) => kind !== 'unreadable') ? whole : provider.parseCallback(`{"pix":[${text}]}`);
}
