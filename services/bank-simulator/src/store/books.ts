import { invariant } from '@gx/core';
import type { Connection } from 'mongoose';
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
  readonly arrival?: { readonly cob?: Cob; readonly pix: Pix; readonly callback?: NewCallback };
};
/** What becomes of a Pix that is here; without `pix` nothing is written. */
export type BookChange<T> = { readonly result: T; readonly pix?: Pix; readonly callback?: NewCallback | undefined };
export type Move = { readonly pixOut: PixOut; readonly callback: NewCallback | undefined };

const UNSEEN = 'a transaction wrote over a change it had not seen';

/** Every movement of money and the callback of it stand together or not at all. */
export function booksStore(
  connection: Connection,
  stores: { cobs: CobStore; pix: PixStore; pixOut: PixOutStore; callbacks: CallbackStore },
) {
  return {
    /**
     * Books a payment: the cob's new status, the Pix, its callback. `decide` sees the charge as it is inside
     * the transaction, so of two payers at once only one finds it active.
     */
    receive<T>(
      clientId: string,
      txid: string | undefined,
      decide: (cob: Cob | undefined) => BookPosting<T>,
    ): Promise<T> {
      return connection.transaction(async (session) => {
        const found = txid === undefined ? undefined : await stores.cobs.inTransaction(clientId, txid, session);
        const { result, arrival } = decide(found?.cob);
        if (arrival === undefined) return result;
        const { cob, pix, callback } = arrival;
        if (found && cob) invariant(await found.replace(cob), UNSEEN);
        await stores.pix.insert(pix, session);
        if (callback) await stores.callbacks.enqueue(callback, session);
        return result;
      });
    },

    /** Books what becomes of a Pix that arrived; undefined when the client has none of that id. */
    change<T>(clientId: string, endToEndId: string, decide: (pix: Pix) => BookChange<T>): Promise<T | undefined> {
      return connection.transaction(async (session) => {
        const found = await stores.pix.inTransaction(clientId, endToEndId, session);
        if (found === undefined) return undefined;
        const { result, pix, callback } = decide(found.pix);
        if (pix === undefined) return result;
        invariant(await found.replace(pix), UNSEEN);
        if (callback) await stores.callbacks.enqueue(callback, session);
        return result;
      });
    },

    /**
     * Books what becomes of a Pix that was sent; undefined when there is none, or when `decide` leaves it
     * where it is.
     */
    move(clientId: string, idEnvio: string, decide: (pixOut: PixOut) => Move | undefined): Promise<PixOut | undefined> {
      return connection.transaction(async (session) => {
        const found = await stores.pixOut.inTransaction(clientId, idEnvio, session);
        const moved = found && decide(found.pixOut);
        if (found === undefined || moved === undefined) return undefined;
        invariant(await found.replace(moved.pixOut), UNSEEN);
        if (moved.callback) await stores.callbacks.enqueue(moved.callback, session);
        return moved.pixOut;
      });
    },
  };
}

export type BooksStore = ReturnType<typeof booksStore>;
