import { randomBytes } from 'node:crypto';
import type { Cents, EndToEndId } from '@gx/core';
import type { SimulatedBank } from '../bank.ts';
import type { Cob } from '../domain/cob.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { type Judgement, judge, judgeKeyPayment, REJECTIONS, type RejectionReason } from '../domain/payer-bank.ts';
import type { Payer, ReportPayer } from '../domain/pix.ts';
import { receivePix } from '../store/books.ts';
import { arrive, type Consequences, consequencesOf } from './arrive.ts';
import { type AddresseeRefusal, findAddressee, type Receiver, type WhomToPay } from './find-addressee.ts';
import type { CallbackPlan } from './plan-callback.ts';

export type SimulatedPayOrder = WhomToPay & {
  readonly amount: Cents | undefined;
  readonly payer: Payer;
  readonly at: Date;
  readonly force: boolean;
  readonly reportPayer: ReportPayer;
  readonly indexLagMs: number;
  readonly listLagMs: number;
  readonly infoPagador: string | undefined;
  readonly callback: Partial<CallbackPlan>;
};
export type PayAnswer =
  | { readonly accepted: true; readonly endToEndId: EndToEndId; readonly calledBack: boolean }
  | { readonly accepted: false; readonly reason: RejectionReason };

/**
 * Pays like a payer's bank: reads the code, asks the location, refuses what it may not pay, else the money is
 * booked.
 */
export async function pay(bank: SimulatedBank, order: SimulatedPayOrder, now: Date): Promise<PayAnswer> {
  const addressee = await findAddressee(bank, order);
  if ('reason' in addressee) return { accepted: false, reason: addressee.reason };
  const id = endToEndId(order.at, randomBytes(11));
  let consequences: Promise<Consequences> | undefined;
  return receivePix<PayAnswer>(bank, 'token' in addressee ? addressee.token : undefined, async (cob) => {
    const receiver = 'token' in addressee ? await receiverOf(bank, cob) : addressee;
    if ('reason' in receiver) return { result: { accepted: false, reason: receiver.reason } };
    const judgement = judgementOf(receiver, cob, order);
    if (!judgement.accepted) return { result: judgement };
    // Once, however often the transaction is tried: a scenario may be used up by it.
    consequences ??= consequencesOf(bank, receiver, order.callback);
    const remittance = { ...order, endToEndId: id, amount: judgement.amount };
    const arrival = arrive(receiver, remittance, await consequences, now);
    const result = { accepted: true, endToEndId: id, calledBack: arrival.callback !== undefined } as const;
    return { result, arrival };
  });
}

/** Whose account a charge is paid into. */
export async function receiverOf(
  { clients }: Pick<SimulatedBank, 'clients'>,
  cob: Cob | undefined,
): Promise<Receiver | AddresseeRefusal> {
  if (cob === undefined) return { reason: 'unknown_location' };
  const client = await clients.get(cob.clientId);
  return client === undefined ? { reason: 'unknown_key' } : { client, txid: cob.txid };
}

/** A rejection as the payer's side reports it: the SPI code, a sentence, and which rule it was. */
export const rejectionOf = (reason: RejectionReason) => ({ ...REJECTIONS[reason], reason });

const judgementOf = (receiver: Receiver, cob: Cob | undefined, order: SimulatedPayOrder): Judgement =>
  cob === undefined ? judgeKeyPayment(receiver.codeAmount, order) : judge(cob, order);
