import { invariant } from '@gx/core';
import { type Client, kindOf } from '../domain/client.ts';
import type { Cob } from '../domain/cob.ts';
import { TEST_ISPB } from '../domain/end-to-end-id.ts';
import { judge, REJECTIONS } from '../domain/payer-bank.ts';
import { arrives, failForGood, hasProgressed, type PixOut } from '../domain/pix-out.ts';
import type { NewCallback, Transaction } from '../store/callbacks.ts';
import type { BankStores } from '../store/open-stores.ts';
import { arrive, type Consequences, consequencesOf, type Remittance } from './arrive.ts';
import type { PixOutMove } from './end-pix-out.ts';
import { receiverOf } from './pay.ts';

type CobPayment = Pick<PixOut, 'clientId' | 'idEnvio'> & { readonly token: string };
type Move = PixOutMove & { readonly report: (pixOut: PixOut) => NewCallback | undefined };

/**
 * Moves a sent Pix on that pays a charge of this bank, as a payer's bank would: when it arrives the charge is
 * concluded and its receiver has the Pix, with its own callback, in the transaction of the debit. A charge that
 * may not be paid then, or not with this amount, makes the Pix fail.
 */
export async function payCob(
  stores: BankStores,
  { token, ...which }: CobPayment,
  { decide, now, report }: Move,
): Promise<PixOut | undefined> {
  const sender = await stores.clients.get(which.clientId);
  invariant(sender !== undefined, 'a client that sent a Pix is gone');
  let consequences: Promise<Consequences> | undefined;

  return stores.callbacks.transaction(async (transaction) => {
    const cob = await stores.cobs.byLocation(token, transaction.session);
    const receiver = await receiverOf(stores, cob);
    return stores.pixOut.changeIn(transaction, which, (pixOut) => {
      const wanted = decide(pixOut);
      const isArriving = wanted !== undefined && arrives(pixOut, wanted);
      const rejection = isArriving ? rejectionOf(cob, pixOut, now) : undefined;
      const after = rejection === undefined ? wanted : failForGood(pixOut, rejection, now);
      const callback = after && hasProgressed(pixOut, after) ? report(after) : undefined;
      const change = { result: after, value: after, callback };
      if (!isArriving || rejection !== undefined) return change;
      invariant('client' in receiver, 'a charge that may be paid has no receiver');
      // Once, however often the transaction is tried: a scenario may be used up by it.
      consequences ??= consequencesOf(stores, receiver, {});
      const arrival = consequences.then((known) => arrive(receiver, remittanceOf(pixOut, sender, now), known, now));
      return { ...change, along: async (inside) => conclude(stores, inside, { token, ...(await arrival) }) };
    });
  });
}

/** Why a payer's bank does not pay a charge, as the end of the Pix that was to pay it. */
function rejectionOf(cob: Cob | undefined, { amount }: PixOut, now: Date) {
  const judgement = cob && judge(cob, { amount, at: now, force: false });
  if (judgement?.accepted === true) return undefined;
  const { code, message: motivo } = REJECTIONS[judgement?.reason ?? 'unknown_location'];
  return { status: 'NAO_REALIZADO', code, motivo } as const;
}

const remittanceOf = (
  { clientId, idEnvio, endToEndId, amount, infoPagador }: PixOut,
  sender: Client,
  at: Date,
): Remittance => ({
  endToEndId,
  amount,
  payer: { kind: kindOf(sender), taxId: sender.taxId, name: sender.name, ispb: TEST_ISPB },
  at,
  reportPayer: 'query',
  indexLagMs: 0,
  listLagMs: 0,
  infoPagador,
  sentAs: { clientId, idEnvio },
});

type Arrival = ReturnType<typeof arrive> & { readonly token: string };

/** The receiver's side of it: the charge is paid and the Pix is there, or the whole transaction is not. */
async function conclude(
  { cobs, pix }: BankStores,
  { session, queue }: Transaction,
  { token, pix: arrived, callback }: Arrival,
): Promise<void> {
  const before = await cobs.conclude(token, session);
  invariant(before?.status === 'ATIVA', 'a charge was paid that was not active');
  invariant(await pix.insert(arrived, session), 'an end-to-end id was drawn twice');
  await queue(callback);
}
