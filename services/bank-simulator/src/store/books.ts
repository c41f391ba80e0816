import { invariant } from '@gx/core';
import type { Cob } from '../domain/cob.ts';
import type { Pix } from '../domain/pix.ts';
import type { NewCallback } from './callbacks.ts';
import type { BankStores } from './open-stores.ts';

/** What a payment does to the books; without `arrival` nothing is written. */
export type BookPosting<T> = {
  readonly result: T;
  readonly arrival?: { readonly pix: Pix; readonly callback: NewCallback | undefined };
};

/**
 * Books a payment: the cob at the location is concluded, if there is one and it is active, the Pix and its
 * callback are there. `decide` sees the cob as it was before that, inside the transaction, so of two payers
 * at once only one finds it active.
 */
export const receivePix = <T>(
  { cobs, pix, callbacks }: BankStores,
  location: string | undefined,
  decide: (cob: Cob | undefined) => Promise<BookPosting<T>>,
): Promise<T> =>
  callbacks.transaction(async ({ session, queue }) => {
    const { result, arrival } = await decide(
      location === undefined ? undefined : await cobs.conclude(location, session),
    );
    if (arrival === undefined) {
      await session.abortTransaction();
      return result;
    }
    invariant(await pix.insert(arrival.pix, session), 'an end-to-end id was drawn twice');
    await queue(arrival.callback);
    return result;
  });
