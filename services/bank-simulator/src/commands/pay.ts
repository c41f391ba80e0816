import { randomBytes } from 'node:crypto';
import type { Cents, EndToEndId } from '@gx/core';
import type { SimulatedBank } from '../bank.ts';
import { plannedReturn } from '../domain/bank-return.ts';
import type { Cob } from '../domain/cob.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { type Judgement, judge, judgeKeyPayment, REJECTIONS, type RejectionReason } from '../domain/payer-bank.ts';
import type { Payer, Pix, ReportPayer } from '../domain/pix.ts';
import type { BankScenario } from '../domain/scenarios.ts';
import { receivePix } from '../store/books.ts';
import { pixJson } from '../wire/pix-json.ts';
import { type AddresseeRefusal, findAddressee, type Receiver, type WhomToPay } from './find-addressee.ts';
import { type CallbackPlan, callbackOf, planCallback } from './plan-callback.ts';

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
    consequences ??= consequencesOf(bank, receiver, order);
    const { plan, scenario } = await consequences;
    const planned = plannedReturn(scenario, now);
    const pix = {
      ...arrived(receiver, order, { id, amount: judgement.amount, now }),
      ...(planned && { plannedReturn: planned }),
    };
    const callback = callbackOf(pix, pixJson(pix), { plan, now });
    const result = { accepted: true, endToEndId: id, calledBack: callback !== undefined } as const;
    return { result, arrival: { pix, callback } };
  });
}

type Consequences = { readonly plan: CallbackPlan | undefined; readonly scenario: BankScenario | undefined };

/** How the receiver is told of accepted money, and what its bank will do with it later. */
async function consequencesOf(
  bank: SimulatedBank,
  { client: { clientId, pixKey }, txid }: Receiver,
  { callback: requested }: SimulatedPayOrder,
): Promise<Consequences> {
  const about = { operation: 'callback', txid, requested } as const;
  return {
    plan: txid === undefined ? undefined : await planCallback(bank, { clientId, chave: pixKey }, about),
    scenario: await bank.scenarios.claim({ operation: 'payment', clientId, txid, decides: 'money' }),
  };
}

async function receiverOf({ clients }: SimulatedBank, cob: Cob | undefined): Promise<Receiver | AddresseeRefusal> {
  if (cob === undefined) return { reason: 'unknown_location' };
  const client = await clients.get(cob.clientId);
  return client === undefined ? { reason: 'unknown_key' } : { client, txid: cob.txid };
}

/** A rejection as the payer's side reports it: the SPI code, a sentence, and which rule it was. */
export const rejectionOf = (reason: RejectionReason) => ({ ...REJECTIONS[reason], reason });

const judgementOf = (receiver: Receiver, cob: Cob | undefined, order: SimulatedPayOrder): Judgement =>
  cob === undefined ? judgeKeyPayment(receiver.codeAmount, order) : judge(cob, order);

function arrived(
  receiver: Receiver,
  order: SimulatedPayOrder,
  { id, amount, now }: { readonly id: EndToEndId; readonly amount: Cents; readonly now: Date },
): Pix {
  return {
    clientId: receiver.client.clientId,
    endToEndId: id,
    ...(receiver.txid === undefined ? {} : { txid: receiver.txid }),
    amount,
    chave: receiver.client.pixKey,
    paidAt: order.at,
    receivedAt: now,
    payer: order.payer,
    reportPayer: order.reportPayer,
    filterableFrom: new Date(now.getTime() + order.indexLagMs),
    listedFrom: new Date(now.getTime() + order.listLagMs),
    ...(order.infoPagador === undefined ? {} : { infoPagador: order.infoPagador }),
    devolutions: [],
  };
}
