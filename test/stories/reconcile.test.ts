import { DATABASES } from '@gx/contracts';
import { newId } from '@gx/core';
import { connectMongo } from '@gx/runtime/mongo';
import { servers, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { operator } from './operator.ts';
import { createOrder, playOutcome } from './order.ts';
import { chargeOf } from './payment.ts';
import { type Stack, startStack } from './stack.ts';

type Difference = {
  readonly kind: string;
  readonly endToEndId: string;
  readonly bank: number | null;
  readonly ours: number | null;
};
type Side = { readonly count: number; readonly amount: number };
type Totals = Readonly<
  Record<
    'received' | 'accepted' | 'credited' | 'returned' | 'sent' | 'sentPosted' | 'orders' | 'ordersReturned',
    { bank: Side | null; ours: Side }
  >
>;
type Bank = { readonly profile: string; readonly totals: Totals; readonly differences: readonly Difference[] };
// biome-ignore lint/suspicious/noExplicitAny: documents of four services, as they are stored
type Any = any;

/** The day of an instant as Brazilian banks count it. */
const dayAt = (ms: number): string => new Date(ms - 3 * 3_600_000).toISOString().slice(0, 10);

/** What `ops reconcile` says of every day that the test has lived through: midnight may be in between. */
async function reconciled(stack: Stack, since: number): Promise<{ codes: (number | null)[]; banks: Bank[] }> {
  const days = [...new Set([dayAt(since), dayAt(Date.now())])];
  const outcomes = await Promise.all(days.map((date) => operator(stack, 'reconcile', '--date', date, '--json')));
  return {
    codes: outcomes.map(({ code }) => code),
    banks: outcomes.flatMap(({ out }) => JSON.parse(out).banks as Bank[]),
  };
}

async function databases(t: ExecutionContext, { namespace }: Stack) {
  const host = testHost('reconcile');
  t.teardown(host.stop);
  const open = async (name: string) => {
    const connection = await connectMongo({
      url: servers().mongoUrl,
      db: `${namespace}${name}`,
      log: host.log,
      name: 'test',
    });
    host.life.onStop(name, () => connection.close());
    return (collection: string) => connection.collection<Any>(collection);
  };
  return {
    charge: await open(DATABASES.charge),
    refund: await open(DATABASES.refund),
    ledger: await open(DATABASES.ledger),
  };
}

test('a clean day agrees, every planted difference is found and named, and nothing is changed by looking', async (t) => {
  // Nobody looks at the bank by himself meanwhile: what was planted would be mended.
  const stack = await startStack({
    overrides: { charge: { RECONCILE_EVERY_SECONDS: '3600', BANK_RETURNS_EVERY_SECONDS: '3600' } },
  });
  t.teardown(stack.stop);
  const { merchant } = stack;
  const since = Date.now();
  const paid = await Promise.all(
    [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000].map(async (amount) => {
      const { body } = await merchant.create({ amount });
      await merchant.pay(body.id);
      await merchant.untilStatus(body.id, 'paid', 30_000);
      return body.id.replace(/^ch_/, '');
    }),
  );
  const refunded = await merchant.refund(`ch_${paid[0]}`, { amount: 300 });
  await merchant.untilRefund(`ch_${paid[0]}`, refunded.body.id, 'REFUNDED');

  for (const [charge, amount] of [
    [`ch_${paid[5]}`, 500],
    [`ch_${paid[7]}`, 800],
  ] as const) {
    const sent = await merchant.refund(charge, { amount, strategy: 'cashout', destinationKey: 'ana@loja.example' });
    await merchant.untilRefund(charge, sent.body.id, 'REFUNDED');
  }
  const taken = { amount: 400, id: 'MEDofaday' };
  await merchant.send('POST', `/v1/test_helpers/charges/ch_${paid[6]}/simulate_bank_return`, { body: taken });
  await until('what the bank takes back is booked', async () => {
    const { body } = await merchant.send('GET', `/v1/payments/${paid[6]}/refunds`);
    return (body['data'] as { status: string }[]).some(({ status }) => status === 'REFUNDED');
  });

  const card = await createOrder(t, merchant, 'CREDIT_CARD', { currency: 'BRL' });
  await playOutcome(t, merchant, card.id, 'approved');
  await merchant.untilStatus(chargeOf(card.id), 'paid', 30_000);
  const ofCard = await merchant.refund(chargeOf(card.id), { amount: 600 });
  await merchant.untilRefund(chargeOf(card.id), ofCard.body.id, 'REFUNDED');

  const forgotten = await createOrder(t, merchant, 'CREDIT_CARD', { currency: 'BRL', amount: 2_500 });
  await playOutcome(t, merchant, forgotten.id, 'approved');
  await merchant.untilStatus(chargeOf(forgotten.id), 'paid', 30_000);

  const clean = await reconciled(stack, since);
  t.true(
    clean.codes.every((code) => code === 0),
    JSON.stringify(clean),
  );
  const sum = (name: keyof Totals, side: 'bank' | 'ours'): number[] => {
    const sides = clean.banks.map(({ totals }) => totals[name][side]);
    return [
      sides.reduce((all, one) => all + (one?.count ?? 0), 0),
      sides.reduce((all, one) => all + (one?.amount ?? 0), 0),
    ];
  };
  t.deepEqual(
    [sum('received', 'bank'), sum('received', 'ours')],
    [
      [8, 36_000],
      [8, 36_000],
    ],
  );
  t.deepEqual(
    [sum('accepted', 'ours'), sum('credited', 'ours')],
    [
      [8, 36_000],
      [8, 36_000],
    ],
  );
  t.deepEqual(
    [sum('returned', 'bank'), sum('returned', 'ours')],
    [
      [2, 700],
      [2, 700],
    ],
  );
  t.deepEqual(
    [sum('sent', 'bank'), sum('sent', 'ours'), sum('sentPosted', 'ours')],
    [
      [2, 1_300],
      [2, 1_300],
      [2, 1_300],
    ],
  );
  t.deepEqual(
    [sum('orders', 'bank'), sum('orders', 'ours'), sum('ordersReturned', 'bank'), sum('ordersReturned', 'ours')],
    [
      [2, 12_500],
      [2, 12_500],
      [1, 600],
      [1, 600],
    ],
  );
  const table = await operator(stack, 'reconcile', '--date', dayAt(since));
  t.regex(table.out, /^Bank \S+ \(test\), \d{4}-\d\d-\d\d\n +AT BANK +CENTAVOS +WITH US +CENTAVOS\nreceived /);
  t.regex(table.out, /The books agree\.\n/);

  const db = await databases(t, stack);
  const documents = await db
    .charge('charges')
    .find({ _id: { $in: paid } })
    .toArray();
  const pix = paid.map((id) => documents.find(({ _id }) => _id === id)?.payments[0].endToEndId as string);
  const [refundOf, lost, changed, uncredited, miscredited] = pix;
  const { bankProfileId, payments } = documents[0];
  // Each defect of a kind of its own.
  await db.charge('charges').updateOne({ _id: paid[1] }, { $set: { payments: [] } });
  await db
    .charge('charges')
    .updateOne({ _id: paid[2] }, { $set: { 'payments.0.amount': 2_999, 'payments.0.decision': 'held' } });
  await db.refund('refunds').updateOne({ chargeId: paid[0] }, { $set: { amount: 299 } });
  await db.refund('refunds').updateOne({ chargeId: paid[5] }, { $set: { status: 'FAILED' } });
  const sentAs = await db.refund('refunds').findOne({ chargeId: paid[5] });
  const unposted = await db.refund('refunds').findOne({ chargeId: paid[7] });
  await db.ledger('journal_entries').deleteOne({ _id: `refund:${unposted?.['_id']}:confirm` });
  const cardId = chargeOf(card.id).replace(/^ch_/, '');
  const order = await db.charge('charges').findOne({ _id: cardId });
  await db.charge('charges').updateOne({ _id: cardId }, { $set: { 'payments.0.amount': 9_999 } });
  const forgottenId = chargeOf(forgotten.id).replace(/^ch_/, '');
  const original = await db.charge('charges').findOne({ _id: forgottenId });
  const unknown = `unknown${'1'.repeat(20)}`;
  await db
    .charge('charges')
    .updateOne(
      { _id: forgottenId },
      { $set: { 'paymentOptions.0.txid': unknown, 'payments.0.endToEndId': `ord_${unknown}_1` } },
    );
  const invented = `E${'1'.repeat(31)}`;
  await db.charge('unmatched_payments').insertOne({
    ...{
      bankProfileId,
      livemode: false,
      endToEndId: invented,
      txid: null,
      amount: 700,
      paidAt: payments[0].paidAt,
    },
    reason: 'UNKNOWN_CHARGE',
    storedAt: new Date(),
    returnId: newId('refund'),
    returnedAt: null,
    outbox: [],
  });
  await db.ledger('journal_entries').deleteOne({ _id: `paid:${paid[3]}` });
  await db
    .ledger('journal_entries')
    .updateOne(
      { _id: `paid:${paid[4]}`, 'postings.address': 'provider:clearing' },
      { $set: { 'postings.$.amount': 5_001 } },
    );
  const entry = await db.ledger('journal_entries').findOne({ _id: `paid:${paid[0]}` });
  const conjured = `E${'2'.repeat(31)}`;
  const elsewhere = newId('charge');
  await db
    .ledger('journal_entries')
    .insertOne({ ...entry, _id: `paid:${elsewhere}`, chargeId: elsewhere, endToEndId: conjured, seq: 99 });

  const found = await reconciled(stack, since);
  t.true(found.codes.includes(1));
  const reported = found.banks
    .flatMap(({ differences }) => differences)
    .map(({ kind, endToEndId, bank, ours }) => [kind, endToEndId, bank, ours]);
  t.deepEqual(
    reported.toSorted(),
    [
      ['amount_differs', changed, 3_000, 2_999],
      ['at_bank_not_with_us', lost, 2_000, null],
      ['credit_differs', miscredited, 5_000, 5_001],
      ['credited_not_received', conjured, null, 1_000],
      ['order_credit_differs', order?.['paymentOptions'][0].txid, 10_000, 10_000],
      ['order_credit_differs', unknown, null, 0],
      ['order_not_at_acquirer', unknown, null, 2_500],
      ['order_not_with_us', original?.['paymentOptions'][0].txid, 2_500, null],
      ['order_paid_differs', order?.['paymentOptions'][0].txid, 10_000, 9_999],
      ['out_entry_differs', sentAs?.['bankId'], 500, 500],
      ['out_entry_differs', unposted?.['bankId'], 800, 0],
      ['out_status_differs', sentAs?.['bankId'], 500, 500],
      ['received_not_credited', uncredited, 4_000, null],
      ['returned_differs', refundOf, 300, 299],
      ['with_us_not_at_bank', invented, null, 700],
    ].toSorted(),
  );
  const text = await operator(stack, 'reconcile', '--date', dayAt(since), '--profile', bankProfileId);
  t.regex(text.out, new RegExp(`${lost} +at_bank_not_with_us +2000 +- +the bank has it`));
  t.deepEqual(await reconciled(stack, since), found, 'looking has changed nothing');

  const other = await operator(stack, 'reconcile', '--date', '2020-02-29');
  t.deepEqual([other.code, /The books agree/.test(other.out)], [0, true]);
  const yesterday = await operator(stack, 'reconcile', '--date', 'yesterday');
  t.true(yesterday.out.includes(`(test), ${dayAt(Date.now() - 86_400_000)}\n`), yesterday.out);
  t.like(await operator(stack, 'reconcile', '--date', '2021-02-29'), {
    code: 2,
    err: 'ops: This is no date: 2021-02-29. It is written YYYY-MM-DD, or yesterday.\n',
  });
  t.like(await operator(stack, 'reconcile', '--date', '2020-02-29', '--profile', 'nobody'), {
    code: 2,
    err: 'ops: There is no bank profile nobody.\n',
  });

  // The same bank, asked whether it does what its profile needs.
  const check = await operator(stack, 'bank-profile', 'check', bankProfileId);
  t.regex(check.out, /^CHECK +RESULT +DETAIL\ntoken +passed/);
  t.deepEqual([check.code, check.err], [0, ''], check.out);
});
