import { topicName } from '@gx/contracts';
import { readDeadLetter, until } from '@gx/testkit';
import test from 'ava';
import { ledgerService, newTenant, payment, paymentEvent } from './rig.ts';

const call = { requestId: 'test' };

test('a payment that arrives twenty times at two replicas is credited once and announced under one event id', async (t) => {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  const details = payment(tenant);
  const copies = Array.from({ length: 20 }, () => paymentEvent(details));
  await Promise.all(copies.map((copy) => ledger.send([copy])));
  const last = payment(tenant);
  await ledger.send([paymentEvent(last)]);
  await until('the last one is announced', () =>
    ledger.events().some(({ entryPosted }) => entryPosted?.chargeId === last.chargeId),
  );
  const { wallets } = await ledger.rpc.listWallets(call, { tenant });
  t.deepEqual(
    wallets.map(({ currency, available, pending, retained }) => ({ currency, available, pending, retained })),
    [{ currency: 'BRL', available: 1_960, pending: 0, retained: 0 }],
  );
  const mine = ledger.events().filter(({ entryPosted }) => entryPosted?.chargeId === details.chargeId);
  t.is(new Set(mine.map(({ eventId }) => eventId)).size, 1);
  t.is(mine[0]?.entryPosted?.reference, `paid:${details.chargeId}`);
  t.is(mine[0]?.entryPosted?.endToEndId, details.endToEndId);
  t.is(await ledger.database.connection.collection('journal_entries').countDocuments(), 2);
});

test('a reference that stands is announced again, the same bytes under the same id', async (t) => {
  const ledger = await ledgerService(t);
  const journal = ledger.database.connection.collection('journal_entries');
  const details = payment(newTenant());
  await ledger.send([paymentEvent(details)]);
  await until('it is announced', () => ledger.published.messages.length >= 1);
  // What was sent and still waits to be taken out of its entry does not go twice.
  await until(
    'nothing waits to be announced',
    async () => (await journal.countDocuments({ 'outbox.0': { $exists: true } })) === 0,
  );
  await ledger.send([paymentEvent(details)]);
  await until('it is announced again', () => ledger.published.messages.length >= 2);
  const [first, second] = ledger.published.messages;
  t.deepEqual(second?.value, first?.value);
  t.is(second?.headers['event-id'], first?.headers['event-id']);
  t.is(first?.key, details.accountId);
});

test('what can never be credited is dead-lettered with its reason, other types are left out and counted, later payments go on', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant();
  const deadLetters = await readDeadLetter(topicName(ledger.topicPrefix, 'chargeMoney'));
  t.teardown(deadLetters.stop);
  const good = payment(tenant);
  const poison = [
    { ...paymentEvent(payment(tenant)), value: Buffer.from([0xff, 0xff]) },
    paymentEvent(payment(tenant, { platformFee: 991 })),
    paymentEvent(payment(tenant), { paymentAccepted: undefined }),
    paymentEvent({ ...good, amount: 2_000 }),
  ];
  const foreign = paymentEvent(payment(tenant), { type: 'charge.created', paymentAccepted: undefined, created: {} });
  await ledger.send([paymentEvent(good), ...poison, foreign, paymentEvent(payment(tenant))]);
  await until('both good ones are announced', () => ledger.announced().length === 2);
  await until('four are dead-lettered', () => deadLetters.messages.length === 4);
  const reasons = deadLetters.messages.map(({ headers }) => headers['dlq-reason'] ?? '').sort();
  t.deepEqual(reasons.slice(0, 3), [
    'reference_says_otherwise',
    'the event does not carry a payment',
    'the fees exceed the amount',
  ]);
  t.regex(reasons[3] ?? '', /^undecodable/);
  const { wallets } = await ledger.rpc.listWallets(call, { tenant });
  t.is(wallets[0]?.available, 1_960);
  t.true(ledger.host.lines.some((line) => line.includes('"left_out":1')));
  t.is((await ledger.rpc.verifyLedger(call, {})).problemCount, 0);
});

test('live and test, and each currency, are wallets of their own; the primary currency is listed first', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant(false);
  const live = { ...tenant, livemode: true };
  await ledger.send([
    paymentEvent(payment(tenant, { currency: 'ARS' })),
    paymentEvent(payment(tenant, { amount: 500 })),
    paymentEvent(payment(live, { amount: 300 })),
  ]);
  await until('all are announced', () => ledger.announced().length === 3);
  const list = async (of: typeof tenant) =>
    (await ledger.rpc.listWallets(call, { tenant: of })).wallets.map(({ currency, available }) => [
      currency,
      available,
    ]);
  t.deepEqual(await list(tenant), [
    ['BRL', 480],
    ['ARS', 980],
  ]);
  t.deepEqual(await list(live), [['BRL', 280]]);
  t.deepEqual(await list(newTenant()), []);
});

test("an entry's event goes on in the trace of its payment, also out of a large batch", async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant();
  const traces = Array.from({ length: 5 }, (_, nth) => `${nth}`.repeat(32).replace(/^0+$/, 'a'.repeat(32)));
  const events = traces.map((trace) => {
    const event = paymentEvent(payment(tenant));
    return { ...event, headers: { ...event.headers, traceparent: `00-${trace}-00000000000000b7-01` } };
  });
  await ledger.send(events);
  await until('all are announced', () => ledger.announced().length === traces.length);
  const found = ledger.announced().map(({ headers }) => headers['traceparent']?.split('-')[1]);
  t.deepEqual(found.sort(), [...traces].sort());
});
