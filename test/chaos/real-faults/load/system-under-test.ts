import { randomUUID } from 'node:crypto';
import { SERVICES } from '@gx/contracts';
import type { Id } from '@gx/core';
import type { Client } from '@gx/runtime';
import { localClient } from '@gx/testkit';
import { type Random, random } from '@gx/testkit/faults';
import { type Doors, openDoors } from '../../faults/world/doors.ts';
import type { Stage } from '../stage/stage.ts';
import { type History, history } from './history.ts';
import { type PayerBank, payerBank } from './payer-bank.ts';
import { becomes, create, type Merchant, pay, type Scene } from './scene.ts';
import { shop, type Temper } from './shop.ts';

/**
 * Everybody around the product: merchants with their servers, payers, an operator. One for the life of a
 * stage.
 */
export type SystemUnderTest = {
  readonly history: History;
  readonly bank: PayerBank;
  readonly doors: Doors;
  readonly merchants: readonly Merchant[];
  readonly temper: Temper;
  readonly startedAt: Date;
  readonly sceneOf: (merchant: Merchant, random: Random) => Scene;
  readonly close: () => Promise<void>;
};

/** Every name that a delivery can have, each under its own name. */
export const EVENTS = [
  'charge.created',
  'charge.paid',
  'charge.failed',
  'charge.expired',
  'payment.created',
  'payment.completed',
  'payment.failed',
  'payment.expired',
  'payment.refunded',
  'payout.created',
  'payout.paid',
  'payout.failed',
  'withdrawal.created',
  'withdrawal.completed',
  'withdrawal.failed',
] as const;
/** Of ten posts a merchant's server refuses one, and it breaks the connection on one in twenty. */
const SINK = { cut: 0.05, refuse: 0.1 } as const;
/** What a merchant has before the first refund: fees never come back (decisions A24). */
const SAVINGS = 5_000_000;
const OPERATOR_DEADLINE_MS = 12_000;

export async function openSystemUnderTest(stage: Stage, seed: string): Promise<SystemUnderTest> {
  const log = history();
  const throws = random(seed);
  const temper: Temper = { patient: false };
  const startedAt = new Date();
  const doors = await openDoors();
  const bank = payerBank(stage.services.simulator, stage.bankClient.pixKey);
  const operator = localClient(SERVICES.charge, stage.services.operators.charge, {
    idempotent: ['DecideReview'],
    deadlineMs: OPERATOR_DEADLINE_MS,
  });
  const sceneOf = (merchant: Merchant, own: Random): Scene => ({
    merchant,
    bank,
    operator: operator as Client<typeof SERVICES.charge>,
    pixKey: stage.bankClient.pixKey,
    history: log,
    random: own,
  });
  const merchants = await Promise.all(
    stage.accounts.map((_, index) =>
      openMerchant(stage, { doors, index, log, temper, random: throws.for(`merchant ${index}`) }),
    ),
  );
  await Promise.all(merchants.map((merchant) => save(sceneOf(merchant, throws.for('savings')))));
  const close = async (): Promise<void> => {
    operator.close();
    await doors.stop();
  };
  return { history: log, bank, doors, merchants, temper, startedAt, sceneOf, close };
}

type EnvironmentSpec = {
  readonly doors: Doors;
  readonly index: number;
  readonly log: History;
  readonly temper: Temper;
  readonly random: Random;
};

/** One of the demo merchants, with one endpoint that takes every event. */
async function openMerchant(
  stage: Stage,
  { doors, index, log, temper, random: throws }: EnvironmentSpec,
): Promise<Merchant> {
  const account = stage.accounts[index];
  if (account === undefined) throw new Error('no such account');
  const own = shop({ gateways: stage.gateways, temper, apiKey: account.testKey, random: throws, history: log });
  const sinkPath = `/${randomUUID()}`;
  const url = doors.sinkUrl(sinkPath);
  doors.answerAt(sinkPath, () => {
    const fate = throws.throw();
    if (fate < SINK.cut) return 'cut';
    if (fate < SINK.cut + SINK.refuse) return 'refuse';
    log.note('deliver', performance.now());
    return 'ok';
  });
  const { body } = await own.post('/v1/webhooks/endpoints', { url, events: EVENTS });
  return {
    shop: own,
    tenant: { accountId: account.accountId as Id<'account'>, livemode: false },
    sinkPath,
    webhookSecret: String(body['secret']),
    creations: [],
    cancels: [],
    refunds: [],
    payouts: [],
  };
}

async function save(scene: Scene): Promise<void> {
  const charge = await create(scene, { amount: SAVINGS });
  await pay(scene, charge);
  await becomes(scene, charge, ['paid']);
}
