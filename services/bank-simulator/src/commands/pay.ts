import { randomBytes } from 'node:crypto';
import type { Cents, EndToEndId } from '@gx/core';
import { plannedReturn } from '../domain/bank-return.ts';
import { type Cob, receivePix } from '../domain/cob.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { type Judgement, judge, judgeKeyPayment, REJECTIONS, type RejectionReason } from '../domain/payer-bank.ts';
import type { Payer, Pix, ReportPayer } from '../domain/pix.ts';
import type { BooksStore } from '../store/books.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { pixJson } from '../wire/pix-json.ts';
import type { FindReceiver, Receiver, WhomToPay } from './find-receiver.ts';
import { type CallbackPlan, callbackOf, planCallback } from './plan-callback.ts';

type Deps = {
  readonly findReceiver: FindReceiver;
  readonly books: BooksStore;
  readonly webhooks: WebhookStore;
  readonly scenarios: ScenarioStore;
  readonly trigger: () => void;
};

export type SimulatedPayOrder = WhomToPay & {
  readonly amount?: Cents;
  readonly payer: Payer;
  readonly at: Date;
  readonly force: boolean;
  readonly reportPayer: ReportPayer;
  readonly indexLagMs: number;
  readonly listLagMs: number;
  readonly infoPagador?: string;
  readonly callback: Partial<CallbackPlan>;
};
export type PayAnswer =
  | { readonly accepted: true; readonly endToEndId: EndToEndId; readonly calledBack: boolean }
  | { readonly accepted: false; readonly reason: RejectionReason };

/**
 * Pays like a payer's bank: reads the code, asks the location, refuses what it may not pay, else the money is
 * booked.
 */
export const pay =
  (deps: Deps) =>
  async (order: SimulatedPayOrder, now: Date): Promise<PayAnswer> => {
    const { findReceiver, books, trigger } = deps;
    const receiver = await findReceiver(order);
    if ('reason' in receiver) return { accepted: false, reason: receiver.reason };
    const { clientId, pixKey } = receiver.client;
    const early = judgementOf(receiver, receiver.cob, order);
    if (!early.accepted) return early;
    const { txid } = receiver;
    const about = { operation: 'callback', txid, asked: order.callback } as const;
    const plan = txid === undefined ? undefined : await planCallback(deps, { clientId, chave: pixKey }, about);
    const scenario = await deps.scenarios.take({ operation: 'payment', clientId, txid, decides: 'money' });
    const id = endToEndId(order.at, randomBytes(11));
    const answer = await books.receive<PayAnswer>(clientId, receiver.cob?.txid, (cob) => {
      const judgement = judgementOf(receiver, cob, order);
      if (!judgement.accepted) return { result: judgement };
      const planned = plannedReturn(scenario, now);
      const pix = {
        ...arrived(receiver, order, { id, amount: judgement.amount, now }),
        ...(planned && { plannedReturn: planned }),
      };
      const callback = callbackOf(pix, pixJson(pix), { plan, now });
      return {
        result: { accepted: true, endToEndId: id, calledBack: callback !== undefined },
        arrival: { pix, ...(cob && { cob: receivePix(cob) }), ...(callback && { callback }) },
      };
    });
    if (answer.accepted && answer.calledBack) trigger();
    return answer;
  };

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
