import { newId, Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { ledgerService, newHold, newTenant, payment, paymentEvent } from './rig.ts';

const ROUNDS = 1_000;
const AT_ONCE = 50;
/** Each side wins at least so many of the rounds, else it was no race. */
const WON_AT_LEAST = ROUNDS / 20;
const NET = 980;
const CALL = { requestId: 'test' };

/** The hold's state, or why there is none. */
const placed = (placing: Promise<{ state: string }>): Promise<string | undefined> =>
  placing.then(
    ({ state }) => state,
    (error: unknown) => {
      if (error instanceof Refusal) return error.more.reason;
      throw error;
    },
  );

test('a payout and a refund for the last centavo of a wallet, on two replicas: exactly one has it, 1,000 times', async (t) => {
  t.timeout(600_000);
  const ledger = await ledgerService(t, 2);
  const tenants = Array.from({ length: ROUNDS }, () => newTenant());
  await ledger.send(tenants.map((tenant) => paymentEvent(payment(tenant))));
  await until('all are credited', () => ledger.announced().length === ROUNDS, { timeoutMs: 120_000 });
  const race = async (tenant: (typeof tenants)[number], nth: number) => {
    const [one, other] = nth % 2 === 0 ? ledger.replicas : ledger.replicas.toReversed();
    if (one === undefined || other === undefined) throw new Error('there are two replicas');
    const named = { tenant, currency: 'BRL', feePayer: 'MERCHANT' } as const;
    // Together a centavo more than is there.
    const payout = { ...named, reference: `payout:${newId('payout')}`, amount: 900, fee: 80 };
    const refund = { ...named, reference: newHold(), amount: 1 };
    const acts = [() => placed(one.rpc.placeHold(CALL, payout)), () => placed(other.rpc.placeHold(CALL, refund))];
    const isRefundFirst = (nth >> 1) % 2 === 0;
    const outcomes = await Promise.all((isRefundFirst ? acts.toReversed() : acts).map((act) => act()));
    if (isRefundFirst) outcomes.reverse();
    const [wallet] = (await other.rpc.listWallets(CALL, { tenant })).wallets;
    return { outcomes, balance: [wallet?.available, wallet?.retained] };
  };
  let payouts = 0;
  for (let from = 0; from < ROUNDS; from += AT_ONCE) {
    const raced = await Promise.all(tenants.slice(from, from + AT_ONCE).map((tenant, nth) => race(tenant, nth)));
    for (const { outcomes, balance } of raced) {
      const isPayout = outcomes[0] === 'HELD';
      t.deepEqual(outcomes, isPayout ? ['HELD', 'insufficient_balance'] : ['insufficient_balance', 'HELD']);
      t.deepEqual(balance, isPayout ? [0, NET] : [NET - 1, 1]);
      payouts += isPayout ? 1 : 0;
    }
  }
  t.log(`${payouts} times the payout, ${ROUNDS - payouts} times the refund`);
  t.true(Math.min(payouts, ROUNDS - payouts) >= WON_AT_LEAST, `${payouts} payouts`);
  t.like(await ledger.rpc.verifyLedger(CALL, {}), { wallets: ROUNDS, entries: 2 * ROUNDS, problemCount: 0 });
});
