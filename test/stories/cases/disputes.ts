import type { PublicStatus } from '@gx/contracts';
import type { ExecutionContext } from 'ava';
import { createOrder, playOutcome } from '../order.ts';
import { becomes, chargeOf, PAID } from '../payment.ts';
import { netOf, openShop, type Shop, type Wallet } from '../shop.ts';
import { test } from './one-product.ts';

const NET = netOf(10_000);
const wallet = (available: number, retained: number): Wallet => ({ available, pending: 0, retained });
/**
 * A dispute takes the whole payment: of its fees, which the wallet never had, the merchant owes what is not
 * there.
 */
const [IN_WALLET, SET_ASIDE, GONE] = [wallet(NET, 0), wallet(0, 10_000), wallet(0, 0)];
const [FAILED, AGAIN] = [
  ['charge.failed', 'payment.failed'],
  ['charge.paid', 'payment.completed'],
];

/**
 * What happens to a card that was paid, how it reads then, what the wallet has, and what the merchant hears
 * of it.
 */
type Step = readonly [
  outcome: string,
  status: string,
  shown: PublicStatus,
  wallet: Wallet,
  webhooks: readonly string[],
];
// biome-ignore format: one row per step, read as a table
const LIVES: Readonly<Record<string, readonly Step[]>> = {
  'a dispute that is won': [
    ['dispute',      'DISPUTE',    'disputed', SET_ASIDE, FAILED],
    ['dispute_won',  'APPROVED',   'paid',     IN_WALLET, AGAIN],
  ],
  'a dispute that is lost': [
    ['dispute',      'DISPUTE',    'disputed', SET_ASIDE, FAILED],
    ['dispute_lost', 'CHARGEBACK', 'disputed', GONE,      FAILED],
  ],
  'a chargeback that is won': [
    ['chargeback',   'CHARGEBACK', 'disputed', SET_ASIDE, FAILED],
    ['dispute_won',  'APPROVED',   'paid',     IN_WALLET, AGAIN],
  ],
  // Its end changes no status, so that there is nothing to tell (ADR 55).
  'a chargeback that is lost': [
    ['chargeback',   'CHARGEBACK', 'disputed', SET_ASIDE, FAILED],
    ['dispute_lost', 'CHARGEBACK', 'disputed', GONE,      []],
  ],
  'a dispute that is won, and a chargeback after it that is lost': [
    ['dispute',      'DISPUTE',    'disputed', SET_ASIDE, FAILED],
    ['dispute_won',  'APPROVED',   'paid',     IN_WALLET, AGAIN],
    ['chargeback',   'CHARGEBACK', 'disputed', SET_ASIDE, FAILED],
    ['dispute_lost', 'CHARGEBACK', 'disputed', GONE,      []],
  ],
  'a dispute that becomes a chargeback and is lost': [
    ['dispute',      'DISPUTE',    'disputed', SET_ASIDE, FAILED],
    ['chargeback',   'CHARGEBACK', 'disputed', SET_ASIDE, FAILED],
    ['dispute_lost', 'CHARGEBACK', 'disputed', GONE,      []],
  ],
};

/** What webhooks say of the dispute that made a status. */
const DISPUTE_AFTER: Readonly<Record<string, string>> = {
  dispute: 'needs_response',
  chargeback: 'needs_response',
  dispute_won: 'won',
  dispute_lost: 'lost',
};
const disputeIn = ({ data }: { readonly data: unknown }) =>
  (data as { readonly dispute?: { readonly id: string; readonly status: string } }).dispute;

/** A card's payment that is in the wallet, in the currency whose wallet shows what is set aside. */
async function paidCard(t: ExecutionContext, shop: Shop, amount: number): Promise<string> {
  const { id } = await createOrder(t, shop, 'CREDIT_CARD', { amount, currency: 'BRL' });
  await playOutcome(t, shop, id, 'approved');
  await becomes(shop, id, 'APPROVED');
  await shop.untilWebhooks(chargeOf(id), PAID);
  return id;
}

for (const [life, steps] of Object.entries(LIVES)) {
  const moves = steps.map(([outcome, status]) => `${outcome} ${status}`).join(', ');
  test.serial(`${life}: ${moves}, each with its wallet and its webhooks (A65)`, async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const id = await paidCard(t, shop, 10_000);
    await shop.untilWallet(IN_WALLET);
    const webhooks = [...PAID];
    const statuses: (string | undefined)[][] = [['WAITING_PAYMENT', 'APPROVED', undefined]];
    for (const [outcome, status, shown, left, news] of steps) {
      await playOutcome(t, shop, id, outcome);
      await shop.untilWallet(left);
      await becomes(shop, id, status);
      t.is((await shop.get(chargeOf(id))).body.status, shown);
      webhooks.push(...news);
      await shop.untilWebhooks(chargeOf(id), webhooks);
      if (news.length > 0) statuses.push([statuses.at(-1)?.[1], status, DISPUTE_AFTER[outcome]]);
      if (status === 'APPROVED') continue;
      const refund = await shop.refund(chargeOf(id), {});
      const reason = left.retained > 0 ? 'charge_disputed' : 'charge_not_refundable';
      t.deepEqual([refund.status, refund.body.error.reason], [422, reason]);
    }
    const legacy = shop.webhooks(chargeOf(id)).filter(({ name }) => /^payment\.(completed|failed)$/.test(name));
    t.deepEqual(
      legacy
        .toSorted((a, b) => String(a.body.data['occurredAt']).localeCompare(String(b.body.data['occurredAt'])))
        .map(({ body }) => [body.data['previousStatus'], body.data['status'], disputeIn(body)?.status]),
      statuses,
    );
    // Canonical events say the same: a sale that is paid again because a dispute was won is no new sale.
    const canonical = shop.webhooks(chargeOf(id)).filter(({ name }) => /^charge\.(paid|failed)$/.test(name));
    t.deepEqual(
      canonical
        .toSorted((a, b) => String(a.body.created_at).localeCompare(String(b.body.created_at)))
        .map(({ body }) => disputeIn(body)?.status),
      statuses.map(([, , dispute]) => dispute),
    );
    for (const { body } of [...legacy, ...canonical]) t.regex(disputeIn(body)?.id ?? 'dp_1', /^dp_/);
  });
}

test.serial('what a lost dispute took beyond the wallet is owed: later credits pay it first (A65)', async (t) => {
  const shop = await openShop(t.context.stack, t.context.sink);
  const id = await paidCard(t, shop, 10_000);
  await shop.untilWallet(IN_WALLET);
  await playOutcome(t, shop, id, 'dispute');
  const owed = 10_000 - NET;
  await shop.untilWallet(SET_ASIDE);
  await playOutcome(t, shop, id, 'dispute_lost');
  await becomes(shop, id, 'CHARGEBACK');
  await shop.untilWallet(GONE);

  // Less than what is owed: all of it is taken.
  const little = netOf(100);
  t.true(little < owed);
  await paidCard(t, shop, 100);
  await shop.untilWallet(GONE);
  // More than the rest: what is over is the merchant's.
  await paidCard(t, shop, 1_000);
  await shop.untilWallet(wallet(little + netOf(1_000) - owed, 0));
  // It is paid for good.
  await paidCard(t, shop, 1_000);
  await shop.untilWallet(wallet(little + 2 * netOf(1_000) - owed, 0));
});
