import { newId, Refusal, type Tenant } from '@gx/core';
import type { Random } from '@gx/testkit/faults';
import { age } from '../world/age.ts';
import type { Worker } from '../world/worker.ts';
import type { Story, StoryMerchant } from './story.ts';

/** What a flow plays with. */
export type FaultStage = { readonly worker: Worker; readonly merchant: StoryMerchant; readonly random: Random };

export const CALL = { requestId: 'faults' };
const ATTEMPTS_MAX = 12;
/** Above the longest lease that a request can meet: its owner has lost it by then. */
const BETWEEN_ATTEMPTS_MS = 25_000;

/** The names that a delivery can have; aliases would only say the same again. */
export const EVENT_NAMES = [
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

/** Longer than between two sweeps: the next one is due. */
export const SWEPT_AGO_MS = 120_000;

export const closeDue = ({ worker }: FaultStage): Promise<void> => worker.runJob('charge', 'work on charges');

/**
 * How long the faster side of a race may wait: cancelling takes the whole product, and so does a payment at a
 * bank.
 */
export const HEAD_START_MS = 150;

export const atSomeTime = ({ random }: FaultStage, msMax = HEAD_START_MS): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, random.below(msMax)));

/** What every merchant here agreed on: 1 % for the platform, credits at once. */
const SETTINGS = {
  platformFeeBasisPoints: 100,
  platformFeeFixed: 0,
  defaultExpiresInSeconds: 3_600,
  settlementDelaySeconds: 0,
} as const;
/** More than the bank takes: of the fee of a payout both get a share. */
const PAYOUT_FEE = 40;

/**
 * A merchant of its own, with one endpoint. The account is written as `keys` would: hashing its password
 * alone would cost more than a schedule.
 */
export async function openMerchant(
  worker: Worker,
  subscribed: readonly string[] = EVENT_NAMES,
): Promise<StoryMerchant> {
  const tenant: Tenant = { accountId: newId('account'), livemode: false };
  await worker
    .database('keys')
    .collection('accounts')
    .insertOne({
      _id: tenant.accountId as never,
      name: 'Loja de Teste',
      settings: SETTINGS,
      own: { test: { payoutFee: PAYOUT_FEE } },
      createdAt: new Date(),
    });
  const sinkPath = `/${tenant.accountId}`;
  const url = worker.environment.doors.sinkUrl(sinkPath);
  const { secret } = await worker.gateway.webhooks.registerEndpoint(CALL, { tenant, url, events: [...subscribed] });
  return {
    tenant,
    sinkPath,
    webhookSecret: secret,
    subscribed,
    creations: [],
    cancels: [],
    refunds: [],
    payouts: [],
    rotations: [],
    approvals: [],
    losses: [],
  };
}

export const openStory = async (worker: Worker, merchants: number, subscribed?: readonly string[]): Promise<Story> => ({
  startedAt: new Date(),
  merchants: await Promise.all(Array.from({ length: merchants }, () => openMerchant(worker, subscribed))),
});

const RETRYABLE: ReadonlySet<string> = new Set(['service_unavailable', 'internal_error']);
export const isFinal = (error: unknown): error is Refusal => error instanceof Refusal && !RETRYABLE.has(error.code);

/**
 * Asks until there is an answer, as a client with an idempotency key does: what may be repeated is asked
 * again, at once or after time has passed. Only a final refusal is thrown.
 */
export async function insist<T>({ worker, random }: FaultStage, ask: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await ask();
    } catch (error) {
      if (isFinal(error)) throw error;
      if (attempts === ATTEMPTS_MAX) throw new Error('a client was never answered', { cause: error });
    }
    await worker.revive();
    if (attempts <= 2 && random.chance(0.3)) continue;
    await age(worker, BETWEEN_ATTEMPTS_MS);
    await worker.freeLocks();
  }
}
