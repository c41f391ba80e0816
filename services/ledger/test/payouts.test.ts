import { deadLetterTopic, topicName } from '@gx/contracts';
import { newId, Refusal } from '@gx/core';
import { readTopic, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { chargeEvent, ledgerService, newTenant, payment, paymentEvent, payoutEvent } from './rig.ts';

const call = { requestId: 'test' };
const BRL = 'BRL';
const BANK = 'bank-a';

/** Two replicas and a merchant with so many times 9.80. */
async function funded(t: ExecutionContext, payments = 1) {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  await ledger.send(Array.from({ length: payments }, () => paymentEvent(payment(tenant, { bankProfileId: BANK }))));
  await until('it is credited', () => ledger.announced().length === payments, { timeoutMs: 60_000 });
  const [one, other] = ledger.replicas;
  if (one === undefined || other === undefined) throw new Error('two replicas');
  const balance = async (): Promise<readonly number[]> => {
    const { wallets } = await other.rpc.listWallets(call, { tenant });
    return wallets.flatMap(({ available, pending, retained }) => [available, pending, retained]);
  };
  const sums = async () =>
    Object.fromEntries(
      (await one.rpc.verifyLedger(call, {})).addresses.map(({ address, bankProfileId, balance: sum }) => [
        bankProfileId === '' ? address : `${address} ${bankProfileId}`,
        sum,
      ]),
    );
  const problems = async () => (await one.rpc.verifyLedger(call, {})).problems;
  const reference = `payout:${newId('payout')}`;
  const named = { tenant, reference, currency: BRL };
  const terms = { ...named, fee: 80, feePayer: 'MERCHANT', bankProfileId: BANK, providerFee: 50 } as const;
  const sent = async (amount: number) => {
    await one.rpc.placeHold(call, { ...terms, amount });
    await one.rpc.commitHold(call, named);
  };
  const back = (returnId: string, amount: number) =>
    ({ tenant, holdReference: reference, returnId, currency: BRL, amount, bankProfileId: BANK }) as const;
  return {
    ledger,
    tenant,
    one: one.rpc,
    other: other.rpc,
    hosts: ledger.replicas,
    balance,
    sums,
    problems,
    named,
    terms,
    sent,
    back,
  };
}

const reasonOf = async (t: ExecutionContext, refused: Promise<unknown>) => {
  const refusal = await t.throwsAsync(refused, { instanceOf: Refusal });
  return [refusal?.code, refusal?.more.reason];
};
const alarmsOf = ({ hosts }: Awaited<ReturnType<typeof funded>>) =>
  hosts.flatMap(({ host }) =>
    host.lines.flatMap((line) =>
      line.includes('"alarm":"hold_conflict"') ? [/"reason":"(\w+)"/.exec(line)?.[1]] : [],
    ),
  );

test('a payout that is paid takes amount and fee: the bank its share of the fee, the platform the rest', async (t) => {
  const { one, other, named, terms, balance, sums, problems } = await funded(t);
  const placed = await Promise.all([one, other, one].map((rpc) => rpc.placeHold(call, { ...terms, amount: 500 })));
  t.deepEqual(placed, Array(3).fill({ reference: named.reference, state: 'HELD', held: 580 }));
  t.deepEqual(await balance(), [400, 0, 580]);
  const ends = await Promise.all([other, one, other].map((rpc) => rpc.commitHold(call, named)));
  t.deepEqual(ends, Array(3).fill({ reference: named.reference, state: 'COMMITTED', held: 580 }));
  t.deepEqual(await balance(), [400, 0, 0]);
  t.like(await sums(), {
    'merchant:available': -400,
    'platform:fees': -10 - 30,
    'provider:fees_payable': -10 - 50,
    [`provider:clearing ${BANK}`]: 1_000 - 500,
  });
  t.deepEqual((await one.listPostedHolds(call, { references: [named.reference] })).holds, [
    { reference: named.reference, state: 'COMMITTED', amount: 500 },
  ]);
  t.deepEqual(await problems(), []);
});

test("what a bank takes beyond the fee is the platform's cost; without a share all of the fee is the bank's", async (t) => {
  const { one, named, terms, tenant, sums, problems } = await funded(t);
  await one.placeHold(call, { ...terms, amount: 500, providerFee: 120 });
  await one.commitHold(call, named);
  t.like(await sums(), { 'platform:costs': 40, 'platform:fees': -10, 'provider:fees_payable': -130 });
  const whole = { tenant, reference: `payout:${newId('payout')}`, currency: BRL };
  const { providerFee: _, ...unshared } = terms;
  await one.placeHold(call, { ...unshared, ...whole, amount: 300 });
  t.is(
    (await one.placeHold(call, { ...terms, ...whole, amount: 300, providerFee: 80 })).state,
    'HELD',
    'the same in other words',
  );
  await one.commitHold(call, whole);
  t.like(await sums(), { 'platform:costs': 40, 'platform:fees': -10, 'provider:fees_payable': -210 });
  t.deepEqual(await problems(), []);
});

test('a payout that fails or is cancelled costs nothing', async (t) => {
  const { one, other, named, terms, balance, sums } = await funded(t);
  await one.placeHold(call, { ...terms, amount: 900 });
  t.deepEqual(await balance(), [0, 0, 980]);
  await Promise.all([one, other].map((rpc) => rpc.voidHold(call, named)));
  t.deepEqual(await balance(), [980, 0, 0]);
  t.like(await sums(), { 'platform:fees': -10, 'provider:fees_payable': -10 });
  t.deepEqual(
    (
      await one.listPostedEntries(call, {
        tenant: named.tenant,
        references: [`${named.reference}:void`, `${named.reference}:returned:D1`],
      })
    ).references,
    [`${named.reference}:void`],
  );
});

test('a wallet that is short of amount and fee refuses a payout and says what is needed', async (t) => {
  const { one, terms } = await funded(t);
  const refusal = await t.throwsAsync(one.placeHold(call, { ...terms, amount: 901 }), { instanceOf: Refusal });
  t.is(refusal?.more.reason, 'insufficient_balance');
  t.regex(refusal?.message ?? '', /980 centavos available, 981 required. The fee of a payout comes on top/);
});

test('a payout has no charge, no credit and pays its own fee; a refund has no share of a fee', async (t) => {
  const { one, terms, tenant, balance } = await funded(t);
  const bugs = [
    { ...terms, chargeId: newId('charge') },
    { ...terms, creditMax: 100 },
    { ...terms, feePayer: 'PLATFORM' as const },
    { ...terms, providerFee: -1 },
    { ...terms, reference: `refund:${newId('refund')}` },
    { ...terms, reference: 'payout:1' },
  ];
  for (const bug of bugs)
    await t.throwsAsync(one.placeHold(call, { ...bug, tenant, amount: 100 }), { message: /our side/ });
  t.deepEqual(await balance(), [980, 0, 0]);
});

test('what comes back of a payout is credited once for each return, however often it is posted; the fee stays', async (t) => {
  const { one, other, sent, back, balance, sums, problems, named } = await funded(t);
  await sent(600);
  t.deepEqual(await balance(), [300, 0, 0]);
  await Promise.all([one, other, one, other].map((rpc) => rpc.postPayoutReturn(call, back('D:1', 200))));
  t.deepEqual(await balance(), [500, 0, 0]);
  await Promise.all([one, other].map((rpc) => rpc.postPayoutReturn(call, back('D2', 400))));
  await one.postPayoutReturn(call, back('D:1', 200));
  t.deepEqual(await balance(), [900, 0, 0]);
  t.like(await sums(), { [`provider:clearing ${BANK}`]: 1_000, 'platform:fees': -40, 'provider:fees_payable': -60 });
  t.is((await one.commitHold(call, named)).state, 'COMMITTED');
  const references = ['D:1', 'D2', 'D3'].map((id) => `${named.reference}:returned:${id}`);
  const posted = await one.listPostedEntries(call, { tenant: named.tenant, references });
  t.deepEqual(posted.references, references.slice(0, 2));
  t.deepEqual(await problems(), []);
});

test('a return of what was not sent, of more than was sent, or that says otherwise is refused with an alarm and changes nothing', async (t) => {
  const world = await funded(t);
  const { one, other, sent, back, terms, balance, problems } = world;
  await t.throwsAsync(one.postPayoutReturn(call, back('D1', 100)), { message: /our side/ });
  await one.placeHold(call, { ...terms, amount: 600 });
  t.deepEqual(await reasonOf(t, one.postPayoutReturn(call, back('D1', 100))), [
    'unprocessable_entity',
    'hold_not_committed',
  ]);
  await sent(600);
  await one.postPayoutReturn(call, back('D1', 400));
  t.deepEqual(await reasonOf(t, other.postPayoutReturn(call, back('D1', 401))), [
    'idempotency_key_reused',
    'return_says_otherwise',
  ]);
  t.deepEqual(await reasonOf(t, other.postPayoutReturn(call, { ...back('D1', 400), tenant: newTenant() })), [
    'idempotency_key_reused',
    'return_says_otherwise',
  ]);
  t.deepEqual(await reasonOf(t, other.postPayoutReturn(call, { ...back('D1', 400), chargeId: newId('charge') })), [
    'idempotency_key_reused',
    'return_says_otherwise',
  ]);
  t.deepEqual(await reasonOf(t, other.postPayoutReturn(call, back('D2', 201))), [
    'unprocessable_entity',
    'returns_exceed_hold',
  ]);
  t.deepEqual(await balance(), [700, 0, 0]);
  t.deepEqual(alarmsOf(world).toSorted(), [
    'hold_not_committed',
    'hold_unknown',
    'return_says_otherwise',
    'return_says_otherwise',
    'return_says_otherwise',
    'returns_exceed_hold',
  ]);
  for (const bug of [{ amount: 0 }, { returnId: '' }, { bankProfileId: '' }, { holdReference: 'dispute:1' }])
    await t.throwsAsync(one.postPayoutReturn(call, { ...back('D9', 1), ...bug }), { message: /our side/ });
  t.deepEqual(await problems(), []);
});

test('returns that race on two replicas never exceed what was sent', async (t) => {
  const { one, other, sent, back, balance, problems } = await funded(t);
  await sent(600);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, nth) => (nth % 2 ? one : other).postPayoutReturn(call, back(`D${nth}`, 100))),
  );
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 6);
  t.deepEqual(await balance(), [900, 0, 0]);
  t.deepEqual(await problems(), []);
});

test('a return pays what is owed first, as every credit does', async (t) => {
  const { ledger, tenant, sent, back, one, balance, problems } = await funded(t);
  await sent(880);
  const dispute = { disputeId: newId('dispute'), amount: 300, currency: BRL };
  await ledger.send([
    chargeEvent('charge.dispute_opened', tenant, { chargeId: newId('charge'), disputeOpened: dispute }),
  ]);
  await until('it is set aside', async () => (await balance())[2] === 300, { timeoutMs: 60_000 });
  await one.postPayoutReturn(call, back('D1', 500));
  t.deepEqual(await balance(), [220, 0, 300], '20 was there: 280 of the 500 were owed');
  t.deepEqual(await problems(), []);
});

test('the verifier finds a return that no hold knows, that the journal has not, and that is another', async (t) => {
  const { ledger, sent, back, one, named, problems } = await funded(t);
  await sent(600);
  await one.postPayoutReturn(call, back('D1', 200));
  const { connection } = ledger.database;
  const [holds, entries] = [connection.collection('holds'), connection.collection('journal_entries')];
  const [reference, entry] = [named.reference as never, `${named.reference}:returned:D1` as never];
  const kinds = async () => (await problems()).map(({ seq, kind }) => `${seq} ${kind}`);
  const returnOf = (amount: number) => ({ returnId: 'D1', amount, bankProfileId: BANK });
  const set = (returns: object[]) => holds.updateOne({ _id: reference }, { $set: { returns } });
  await set([returnOf(201)]);
  t.deepEqual(await kinds(), ['4 hold_mismatch']);
  await set([]);
  t.deepEqual(await kinds(), ['4 hold_mismatch']);
  await set([returnOf(200), { ...returnOf(100), returnId: 'D2' }]);
  t.deepEqual(await kinds(), ['4 hold_mismatch'], 'at the end of the wallet');
  await set([returnOf(601)]);
  t.deepEqual(await kinds(), ['4 hold_mismatch'], 'more than was sent');
  await set([returnOf(200)]);
  t.deepEqual(await kinds(), []);
  await entries.deleteOne({ _id: entry });
  t.true((await kinds()).includes('3 hold_mismatch'));
});

test('a cashout refund that comes back is credited under its hold', async (t) => {
  const { one, tenant, back, balance, problems } = await funded(t);
  const refund = { tenant, reference: `refund:${newId('refund')}`, currency: BRL };
  const chargeId = newId('charge');
  await one.placeHold(call, { ...refund, amount: 500, chargeId, bankProfileId: BANK });
  await one.commitHold(call, refund);
  await one.postPayoutReturn(call, { ...back('D1', 500), holdReference: refund.reference, chargeId });
  t.deepEqual(await balance(), [980, 0, 0]);
  t.deepEqual(await problems(), []);
});

test('a payout that arrives after it failed is a loss of the platform, once; no wallet is touched', async (t) => {
  const { ledger, tenant, balance, sums, one } = await funded(t);
  const payoutId = newId('payout');
  const dead = await readTopic(deadLetterTopic(topicName(ledger.topicPrefix, 'payout')));
  t.teardown(dead.stop);
  const lost = { amount: 500, currency: BRL, fee: 50, bankProfileId: BANK };
  const event = payoutEvent('payout.lost', tenant, { payoutId, lost });
  await ledger.send([event, event, payoutEvent('payout.lost', tenant, { payoutId: 'x', lost })], 'payout');
  await until('the malformed one is dead', () => dead.messages.length === 1, { timeoutMs: 60_000 });
  t.is(dead.messages[0]?.headers['dlq-reason'], 'the payout id is malformed');
  t.deepEqual((await one.listPostedEntries(call, { tenant, references: [`loss:${payoutId}`] })).references, [
    `loss:${payoutId}`,
  ]);
  t.deepEqual(await balance(), [980, 0, 0]);
  t.like(await sums(), { 'platform:losses': 500, 'platform:costs': 50, [`provider:clearing ${BANK}`]: 500 });
});
