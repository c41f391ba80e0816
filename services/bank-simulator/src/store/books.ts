import { invariant } from '@gx/core';
import type { Cob } from '../domain/cob.ts';
import type { Pix } from '../domain/pix.ts';
import type { PixOut } from '../domain/pix-out.ts';
import type { CallbackStore, NewCallback } from './callbacks.ts';
import type { CobStore } from './cobs.ts';
import type { PixStore } from './pix.ts';
import type { PixOutStore } from './pix-out.ts';

/** What a payment does to the books; without `arrival` nothing is written. */
export type BookPosting<T> = {
  readonly result: T;
  readonly arrival?: { readonly pix: Pix; readonly callback: NewCallback | undefined };
};
/** What becomes of a Pix that is here; without `pix` nothing is written. */
export type BookChange<T> = { readonly result: T; readonly pix?: Pix; readonly callback?: NewCallback | undefined };
export type Move = { readonly pixOut: PixOut; readonly callback: NewCallback | undefined };

type Stores = {
  readonly cobs: CobStore;
  readonly pix: PixStore;
  readonly pixOut: PixOutStore;
  readonly callbacks: CallbackStore;
};

const UNSEEN = 'a transaction wrote over a change it had not seen';

/** Every movement of money and the callback of it stand together or not at all. */
export function booksStore({ cobs, pix: arrived, pixOut: sent, callbacks }: Stores) {
  return {
    /**
     * Books a payment: the cob at the location is concluded, if there is one and it is active, the Pix and
     * its callback are there. `decide` sees the cob as it was before that, inside the transaction, so of two
     * payers at once only one finds it active.
     */
    receive<T>(location: string | undefined, decide: (cob: Cob | undefined) => Promise<BookPosting<T>>): Promise<T> {
      return callbacks.transaction(async (session, queue) => {
        const { result, arrival } = await decide(
          location === undefined ? undefined : await cobs.conclude(location, session),
        );
        if (arrival === undefined) {
          await session.abortTransaction();
          return result;
        }
        await arrived.insert(arrival.pix, session);
        await queue(arrival.callback);
        return result;
      });
    },

    /** Books what becomes of a Pix that arrived; undefined when the client has none of that id. */
    change<T>(clientId: string, endToEndId: string, decide: (pix: Pix) => BookChange<T>): Promise<T | undefined> {
      return callbacks.transaction(async (session, queue) => {
        const found = await arrived.inTransaction(clientId, endToEndId, session);
        if (found === undefined) return undefined;
        const { result, pix, callback } = decide(found.pix);
        if (pix === undefined) return result;
        invariant(await found.replace(pix), UNSEEN);
        await queue(callback);
        return result;
      });
    },

    /**
     * Books what becomes of a Pix that was sent; undefined when there is none, or when `decide` leaves it
     * where it is.
     */
    move(clientId: string, idEnvio: string, decide: (pixOut: PixOut) => Move | undefined): Promise<PixOut | undefined> {
      return callbacks.transaction(async (session, queue) => {
        const found = await sent.inTransaction(clientId, idEnvio, session);
        const moved = found && decide(found.pixOut);
        if (found === undefined || moved === undefined) return undefined;
        invariant(await found.replace(moved.pixOut), UNSEEN);
        await queue(moved.callback);
        return moved.pixOut;
      });
    },
  };
}

export type BooksStore = ReturnType<typeof booksStore>;
