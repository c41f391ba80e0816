import { randomBytes } from 'node:crypto';
import { type Cents, type EndToEndId, isoMillis } from '@gx/core';
import { strangers } from '../domain/callback.ts';
import { type Cob, receivePix } from '../domain/cob.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { type Judgement, judge, judgeKeyPayment, REJECTIONS, type RejectionReason } from '../domain/payer-bank.ts';
import type { Payer, Pix, ReportPayer } from '../domain/pix.ts';
import type { BooksStore } from '../store/books.ts';
import type { NewCallback } from '../store/callbacks.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { pixJson } from '../wire/pix-json.ts';
import type { FindReceiver, Receiver, WhomToPay } from './find-receiver.ts';

type Deps = {
  readonly findReceiver: FindReceiver;
  readonly books: BooksStore;
  readonly webhooks: WebhookStore;
  readonly scenarios: ScenarioStore;
  readonly nudge: () => void;
};

/** How the receiver is told: not at all, or after `delayMs`, in `copies` at once, perhaps batched with strangers. */
export type NoticePlan = { readonly delayMs: number | 'never'; readonly copies: number; readonly strangers: boolean };
export type PayOrder = WhomToPay & {
  readonly amount?: Cents;
  readonly payer: Payer;
  readonly at: Date;
  readonly force: boolean;
  readonly reportPayer: ReportPayer;
  readonly indexLagMs: number;
  readonly infoPagador?: string;
  readonly notice: Partial<NoticePlan>;
};
export type PayAnswer =
  | { readonly accepted: true; readonly endToEndId: EndToEndId; readonly noticed: boolean }
  | { readonly accepted: false; readonly reason: RejectionReason };

/** Pays like a payer's bank: reads the code, asks the location, refuses what it may not pay, else the money is booked. */
export const pay =
  ({ findReceiver, books, webhooks, scenarios, nudge }: Deps) =>
  async (order: PayOrder, now: Date): Promise<PayAnswer> => {
    const receiver = await findReceiver(order);
    if ('reason' in receiver) return { accepted: false, reason: receiver.reason };
    const { clientId, pixKey } = receiver.client;
    const early = judgementOf(receiver, receiver.cob, order);
    if (!early.accepted) return early;
    const webhook = receiver.txid === undefined ? undefined : await webhooks.get(clientId, pixKey);
    const plan = webhook && (await planNotice(scenarios, order.notice, { clientId, txid: receiver.txid }));
    const id = endToEndId(order.at, randomBytes(11));
    const answer = await books.receive<PayAnswer>(clientId, receiver.cob?.txid, (cob) => {
      const judgement = judgementOf(receiver, cob, order);
      if (!judgement.accepted) return { result: judgement };
      const pix = arrived(receiver, order, { id, amount: judgement.amount, now });
      const notice = plan && noticeOf(pix, plan, now);
      return {
        result: { accepted: true, endToEndId: id, noticed: notice !== undefined },
        arrival: { pix, ...(cob && { cob: receivePix(cob) }), ...(notice && { notice }) },
      };
    });
    if (answer.accepted && answer.noticed) nudge();
    return answer;
  };

/** A rejection as the payer's side reports it: the SPI code, a sentence, and which rule it was. */
export const rejectionOf = (reason: RejectionReason) => ({ ...REJECTIONS[reason], reason });

const judgementOf = (receiver: Receiver, cob: Cob | undefined, order: PayOrder): Judgement =>
  cob === undefined ? judgeKeyPayment(receiver.codeAmount, order) : judge(cob, order);

/** What the order says about the notice wins over a scenario, and a scenario over the rule: once, at once. */
async function planNotice(
  scenarios: ScenarioStore,
  asked: Partial<NoticePlan>,
  whom: { readonly clientId: string; readonly txid: string | undefined },
): Promise<NoticePlan> {
  const scenario = await scenarios.take({ operation: 'callback', ...whom });
  const scripted: Partial<NoticePlan> = {
    ...(scenario?.kind === 'never' ? { delayMs: 'never' as const } : {}),
    ...(scenario?.kind === 'delay' ? { delayMs: scenario.ms ?? 1_000 } : {}),
    ...(scenario?.kind === 'copies' ? { copies: scenario.copies ?? 2 } : {}),
    ...(scenario?.kind === 'strangers' ? { strangers: true } : {}),
  };
  return { delayMs: 0, copies: 1, strangers: false, ...scripted, ...asked };
}

function arrived(
  receiver: Receiver,
  order: PayOrder,
  { id, amount, now }: { readonly id: EndToEndId; readonly amount: Cents; readonly now: Date },
): Pix {
  return {
    clientId: receiver.client.clientId,
    endToEndId: id,
    ...(receiver.txid === undefined ? {} : { txid: receiver.txid }),
    amount,
    chave: receiver.client.pixKey,
    settledAt: order.at,
    receivedAt: now,
    payer: order.payer,
    reportPayer: order.reportPayer,
    filterableFrom: new Date(now.getTime() + order.indexLagMs),
    ...(order.infoPagador === undefined ? {} : { infoPagador: order.infoPagador }),
    devolutions: [],
  };
}

function noticeOf(pix: Pix, plan: NoticePlan, now: Date): NewCallback | undefined {
  if (plan.delayMs === 'never') return undefined;
  const others = plan.strangers
    ? strangers(randomBytes(16).toString('hex'), endToEndId(now, randomBytes(11)), isoMillis(now))
    : [];
  const [unknown, ...rest] = others;
  const elements = [...(unknown === undefined ? [] : [unknown]), pixJson(pix), ...rest];
  const { clientId, chave } = pix;
  return { clientId, chave, body: JSON.stringify({ pix: elements }), copies: plan.copies, delayMs: plan.delayMs, now };
}
