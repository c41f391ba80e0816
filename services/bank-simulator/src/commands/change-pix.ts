import { randomBytes } from 'node:crypto';
import type { Devolution, Pix } from '../domain/pix.ts';
import { sendBack } from '../domain/pix-out.ts';
import type { Transaction } from '../store/callbacks.ts';
import type { DocumentChange } from '../store/documents.ts';
import type { BankStores } from '../store/open-stores.ts';
import { pixOutCallback } from '../wire/pix-out-json.ts';
import { type CallbackPlan, callbackOf } from './plan-callback.ts';

/**
 * Changes a Pix that arrived. Where a client of this bank sent it, what goes back of it is back with the sender in
 * the same transaction. Undefined: there is no such Pix.
 */
export const changePix = <R>(
  stores: Pick<BankStores, 'pix' | 'pixOut'>,
  which: Pick<Pix, 'clientId' | 'endToEndId'>,
  decide: (pix: Pix) => DocumentChange<Pix, R>,
  now: Date,
): Promise<R | undefined> =>
  stores.pix.change<R>(which, (pix) => {
    const change = decide(pix);
    const back = change.value === undefined ? [] : returnedBetween(pix, change.value);
    const { sentAs } = pix;
    if (sentAs === undefined || back.length === 0) return change;
    return { ...change, along: (transaction) => bringBack(stores, transaction, { sentAs, back, now }) };
  });

const isReturned = ({ status }: Devolution): boolean => status === 'DEVOLVIDO';

/** The devolutions that a change has brought to their good end. */
const returnedBetween = (before: Pix, after: Pix): readonly Devolution[] =>
  after.devolutions.filter(
    (one) => isReturned(one) && !before.devolutions.some(({ id, status }) => id === one.id && status === one.status),
  );

/** The sender is told once, at once; where nobody listens the callback ends by itself. */
const PLAN: CallbackPlan = { delayMs: 0, copies: 1, strangers: false };

type Back = {
  readonly sentAs: NonNullable<Pix['sentAs']>;
  readonly back: readonly Devolution[];
  readonly now: Date;
};

async function bringBack(
  { pixOut }: Pick<BankStores, 'pixOut'>,
  transaction: Transaction,
  { sentAs, back, now }: Back,
): Promise<void> {
  await pixOut.changeIn(transaction, sentAs, (sent) => {
    const after = back.reduce(
      (current, { rtrId, amount }) => sendBack(current, { id: returnId(), rtrId, amount }, now) ?? current,
      sent,
    );
    return { result: undefined, value: after, callback: callbackOf(after, pixOutCallback(after), { plan: PLAN, now }) };
  });
}

/** This bank's own id of a return; the receiver's id of the devolution is no business of the sender. */
const returnId = (): string => randomBytes(16).toString('hex');
