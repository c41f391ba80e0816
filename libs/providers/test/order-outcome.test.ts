import { randomBytes } from 'node:crypto';
import { cents } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ORDER_OUTCOMES, testPayer } from '../src/test-payer.ts';
import { done } from './contract/rule.ts';
import { termsOf } from './order-contract/case.ts';
import { simulatedAcquirer } from './simulated-acquirer.ts';

const acquirer = await simulatedAcquirer();
const payer = testPayer({ url: acquirer.url, now: () => new Date() });
test.after.always('the acquirer closes', async () => {
  await payer.close();
  await acquirer.stop();
});

async function ordered(t: ExecutionContext, method: 'CREDIT_CARD' | 'MULTIBANCO') {
  const it = await acquirer.start();
  t.teardown(() => it.provider.close());
  const reference = acquirer.newReference();
  const body = it.provider.orderRequest(termsOf(method, 'EUR'));
  done(t, await it.provider.createOrder({ reference, body }));
  return { ...it, reference };
}

test('the payer’s side plays an order through, and the acquirer’s books show it', async (t) => {
  const { reference } = await ordered(t, 'CREDIT_CARD');
  t.like(done(t, await payer.orderBooks(reference)), { reference, status: 'awaiting_payer', payments: [] });
  for (const [outcome, status] of [
    ['authenticating', 'authenticating'],
    ['approved', 'approved'],
    ['dispute', 'approved'],
    ['dispute_won', 'approved'],
    ['chargeback', 'approved'],
    ['dispute_lost', 'approved'],
  ] as const) {
    const played = done(t, await payer.simulateOutcome(reference, { outcome }));
    t.deepEqual(played, { accepted: true, status, rejection: null }, outcome);
  }
  t.like(done(t, await payer.orderBooks(reference)), {
    payments: { length: 1 },
    disputes: { 0: { status: 'won' }, 1: { kind: 'chargeback', status: 'lost' } },
  });
});

test('what the payer’s side would refuse is refused with a reason, and forced it happens', async (t) => {
  const { reference } = await ordered(t, 'MULTIBANCO');
  const wrong = { outcome: 'approved', amount: cents(1) } as const;
  t.like(done(t, await payer.simulateOutcome(reference, wrong)), {
    accepted: false,
    rejection: { code: 'wrong_amount' },
  });
  t.like(done(t, await payer.simulateOutcome(reference, { ...wrong, force: true })), { accepted: true });
  const paidAt = new Date(Date.now() - 5_000);
  await payer.simulateOutcome(reference, { outcome: 'approved', paidAt });
  const books = done(t, await payer.orderBooks(reference));
  t.deepEqual(
    books?.payments.map(({ amount }) => Number(amount)),
    [1, 3_700],
  );
  t.deepEqual(books?.payments[1]?.paidAt, paidAt);
});

test('a callback is lost, late or doubled as it was ordered', async (t) => {
  const it = await ordered(t, 'CREDIT_CARD');
  done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
  await payer.simulateOutcome(it.reference, { outcome: 'authenticating', notify: 'never' });
  await payer.simulateOutcome(it.reference, { outcome: 'approved', notify: 100, times: 2 });
  await until('two callbacks', () => it.callbacks.length === 2);
  t.is(it.callbacks.length, 2);
});

test('an order that nobody made: no books, and no outcome, whatever it is', async (t) => {
  const reference = randomBytes(8).toString('hex');
  t.is(done(t, await payer.orderBooks(reference)), null);
  for (const outcome of ORDER_OUTCOMES)
    t.like(await payer.simulateOutcome(reference, { outcome }), { kind: 'declined', status: 404 });
});
