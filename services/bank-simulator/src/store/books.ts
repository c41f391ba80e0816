import { invariant } from '@gx/core';
import type { Connection } from 'mongoose';
import type { Cob } from '../domain/cob.ts';
import type { Pix } from '../domain/pix.ts';
import type { CallbackStore, NewCallback } from './callbacks.ts';
import type { CobStore } from './cobs.ts';
import type { PixStore } from './pix.ts';

/** What a payment does to the books; without `arrival` nothing is written. */
export type Posting<T> = {
  readonly result: T;
  readonly arrival?: { readonly cob?: Cob; readonly pix: Pix; readonly notice?: NewCallback };
};

/** Books a payment: the cob's new status, the Pix and its notice stand together or not at all. */
export function booksStore(
  connection: Connection,
  stores: { cobs: CobStore; pix: PixStore; callbacks: CallbackStore },
) {
  return {
    /** `decide` sees the charge as it is inside the transaction, so of two payers at once only one finds it active. */
    receive<T>(clientId: string, txid: string | undefined, decide: (cob: Cob | undefined) => Posting<T>): Promise<T> {
      return connection.transaction(async (session) => {
        const found = txid === undefined ? undefined : await stores.cobs.inTransaction(clientId, txid, session);
        const { result, arrival } = decide(found?.cob);
        if (arrival === undefined) return result;
        const { cob, pix, notice } = arrival;
        if (found && cob) invariant(await found.replace(cob), 'a transaction wrote over a change it had not seen');
        await stores.pix.insert(pix, session);
        if (notice) await stores.callbacks.enqueue(notice, session);
        return result;
      });
    },
  };
}

export type BooksStore = ReturnType<typeof booksStore>;
