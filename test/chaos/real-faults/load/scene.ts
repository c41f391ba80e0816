import type { PublicCharge, PublicPayout, PublicRefund, PublicStatus, SERVICES } from '@gx/contracts';
import type { Tenant } from '@gx/core';
import type { Client } from '@gx/runtime';
import { until } from '@gx/testkit';
import type { Random } from '@gx/testkit/faults';
import type { History, Kind } from './history.ts';
import type { PayerBank, PaymentOrder } from './payer-bank.ts';
import { newKey, type Shop, type ShopResponse } from './shop.ts';

/** What a merchant asked for under one key, and everything that came back. */
export type Creation = { readonly key: string; readonly amount: number; readonly answers: PublicCharge[] };
/** A refund under one key, and everything that came back. */
export type RefundAsk = {
  readonly key: string;
  readonly chargeId: string;
  readonly amount: number | undefined;
  readonly answers: PublicRefund[];
};
/** A payout under one key, and everything that came back. */
export type PayoutAsk = {
  readonly key: string;
  readonly amount: number;
  readonly pixKey: string;
  readonly answers: PublicPayout[];
};
/** A merchant's own memory, with which everything else must agree. */
export type Merchant = {
  readonly shop: Shop;
  readonly tenant: Tenant;
  readonly sinkPath: string;
  readonly webhookSecret: string;
  readonly creations: Creation[];
  readonly cancels: { readonly chargeId: string; readonly outcome: 'cancelled' | 'refused' }[];
  readonly refunds: RefundAsk[];
  readonly payouts: PayoutAsk[];
};
/** What one deed is done with. */
export type Scene = {
  readonly merchant: Merchant;
  readonly bank: PayerBank;
  /** Who ends the reviews of money that is held. */
  readonly operator: Client<typeof SERVICES.charge>;
  readonly pixKey: string;
  readonly history: History;
  readonly random: Random;
};
/** How a charge or a payout must end, as the merchant sees it: one of these, whatever happened around it. */
export type ExpectedEnd = {
  readonly merchant: Merchant;
  readonly path: string;
  readonly expects: readonly PublicStatus[] | readonly PublicPayout['status'][];
};

const PATIENCE_MS = 180_000;
const LOOK_MS = { first: 100, max: 1_500 } as const;
const AMOUNTS = [1_000, 1_050, 2_590, 10_000] as const;

export type CreatedCharge = PublicCharge & {
  readonly pix: NonNullable<PublicCharge['pix']> & { readonly txid: string };
};

/**
 * Creates a charge; a merchant may send the same request again later and gets the same answer, byte for byte.
 */
export async function create(scene: Scene, more: object = {}): Promise<CreatedCharge> {
  const { merchant, random, history } = scene;
  const beganAt = performance.now();
  const creation: Creation = { key: newKey(), amount: random.pick(AMOUNTS), answers: [] };
  merchant.creations.push(creation);
  const body = { amount: creation.amount, payment_method: 'pix', ...more };
  const ask = () => merchant.shop.post('/v1/charges', body, creation.key);
  const first = await ask();
  if (first.status !== 201) throw new Error(`a create was answered ${first.status} ${JSON.stringify(first.body)}`);
  creation.answers.push(first.body as PublicCharge);
  history.note('create', beganAt);
  if (random.chance(0.2)) await askAgain(scene, creation, ask);
  return first.body as CreatedCharge;
}

/** The same request once more: the same answer, byte for byte, marked as a replay. */
async function askAgain(
  { history }: Scene,
  { key, answers }: Creation,
  ask: () => Promise<ShopResponse>,
): Promise<void> {
  const again = await ask();
  if (again.status !== 201)
    return history.problem(`a repeated create was answered ${again.status} ${JSON.stringify(again.body)}`);
  if (JSON.stringify(again.body) !== JSON.stringify(answers[0]))
    history.problem(`${key}, two answers: ${JSON.stringify(answers[0])} and ${JSON.stringify(again.body)}`);
  if (!again.replayed) history.problem(`a repeated create was not marked as replayed: ${key}`);
  answers.push(again.body as PublicCharge);
}

/** A payer pays; the end-to-end id, or null when the payer's bank would not. */
export const pay = (
  { bank, pixKey }: Scene,
  { pix }: CreatedCharge,
  order: PaymentOrder = {},
): Promise<string | null> => bank.pay({ txid: pix.txid, br_code: pix.br_code, pix_key: pixKey, ...order });

/** Waits until the charge reads one of these, and notes how long that took. */
export async function becomes(
  { merchant, history }: Scene,
  { id }: Pick<PublicCharge, 'id'>,
  statuses: readonly PublicStatus[],
  kind?: Kind,
): Promise<PublicStatus> {
  const beganAt = performance.now();
  const status = await looking(`${id} is ${statuses.join(' or ')}`, async () => {
    const { body } = await merchant.shop.get(`/v1/charges/${id}`);
    return statuses.find((wanted) => wanted === body['status']);
  });
  if (kind !== undefined) history.note(kind, beganAt);
  return status;
}

/** Waits until the bank has given back so many Pix of a txid. */
export async function comeBack({ bank, history }: Scene, txid: string, count = 1): Promise<void> {
  const beganAt = performance.now();
  await looking(`${count} Pix of ${txid} are back at their payers`, async () => {
    const { pix } = await bank.books(txid);
    return pix.filter(({ devolutions }) => devolutions.some(({ status }) => status === 'DEVOLVIDO')).length >= count;
  });
  history.note('return', beganAt);
}

/** Looks again and again, less often the longer it takes. */
export async function looking<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  let everyMs: number = LOOK_MS.first;
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await until(what, ask, { timeoutMs: 0, everyMs });
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    everyMs = Math.min(everyMs * 1.5, LOOK_MS.max);
  }
}
