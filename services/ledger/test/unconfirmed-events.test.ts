import { topicName } from '@gx/contracts';
import { newId, type Tenant } from '@gx/core';
import { readDeadLetter, sendUnconfirmed, until } from '@gx/testkit';
import test from 'ava';
import { chargeEvent, ledgerService, newTenant, payment, paymentEvent } from './rig.ts';

const call = { requestId: 'test' };
const PATIENT = { timeoutMs: 60_000 };
type Ledger = Awaited<ReturnType<typeof ledgerService>>;

const entriesOf = ({ database }: Ledger) => database.connection.collection('journal_entries');
/** Waits until an RPC shows it: the tests' own connection sees what no majority has yet. */
const isBooked = (ledger: Ledger, tenant: Tenant, reference: string) =>
  until(
    `${reference} stands`,
    async () => (await ledger.rpc.listPostedEntries(call, { tenant, references: [reference] })).references.length > 0,
    PATIENT,
  );
async function walletOf({ rpc }: Ledger, tenant: Tenant) {
  const { wallets } = await rpc.listWallets(call, { tenant });
  return wallets.map(({ currency, available, pending, retained }) => [currency, available, pending, retained]);
}

test('a payment that charge has signed and not written down credits nobody, whatever is different; the one that it has is credited', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant(true);
  const details = payment(tenant);
  ledger.write([paymentEvent(details)]);
  const other = (change: Parameters<typeof payment>[1]) => paymentEvent({ ...details, ...change });
  const events = new Map([
    ['of a charge that nobody knows', paymentEvent(payment(tenant))],
    ['of another amount', other({ amount: 500_000_000 })],
    ['of another account', other({ accountId: newTenant(true).accountId })],
    ['of the other mode', other({ livemode: false })],
    ['of another currency', other({ currency: 'EUR' })],
    ['of a smaller fee', other({ platformFee: 0 })],
    ['of another payment', other({ endToEndId: 'E0000000020261121120000000000002' })],
    ['that is available sooner', other({ settlementDelaySeconds: 1 })],
    ['that was held', other({ wasHeld: true })],
    ['at another bank', other({ bankProfileId: 'another' })],
  ]);
  const topic = topicName(ledger.topicPrefix, 'chargeMoney');
  const count = await sendUnconfirmed({ topic, events }, `${ledger.topicPrefix}ledger`, () => ledger.host.lines);
  t.is(await entriesOf(ledger).countDocuments(), 0);
  t.deepEqual(await walletOf(ledger, tenant), []);
  await ledger.send([paymentEvent(details)]);
  await isBooked(ledger, tenant, `paid:${details.chargeId}`);
  t.deepEqual(await walletOf(ledger, tenant), [['BRL', 980, 0, 0]]);
  t.log(`${count} signed payments of nobody, 0 credits`);
});

test('what gives a hold back is queried too, and what only takes from a merchant is not', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant(true);
  const credit = payment(tenant);
  await ledger.send([paymentEvent(credit)]);
  await isBooked(ledger, tenant, `paid:${credit.chargeId}`);
  const [disputeId, caseId] = [newId('dispute'), newId('dispute')];
  const of = (body: object, type: string) => chargeEvent(type, tenant, { chargeId: credit.chargeId, ...body });
  const money = { amount: 200, currency: 'BRL', bankProfileId: 'sim' };
  const bankReturn = { ...money, endToEndId: credit.endToEndId, devolutionId: 'MED1', refundId: newId('refund') };
  const queries = ledger.records.questions.length;
  // Not written down anywhere: nobody is queried.
  await ledger.sendUnwritten([
    of({ disputeOpened: { ...money, disputeId } }, 'charge.dispute_opened'),
    of({ disputeOpened: { ...money, disputeId: caseId } }, 'charge.dispute_opened'),
    of({ returnedByBank: { ...bankReturn, status: 'IN_PROGRESS', reason: 'MED_FRAUD' } }, 'charge.returned_by_bank'),
  ]);
  await isBooked(ledger, tenant, `bank_return:${credit.endToEndId}:MED1:hold`);
  t.is(ledger.records.questions.length, queries);
  t.deepEqual(await walletOf(ledger, tenant), [['BRL', 380, 0, 600]]);
  const events = new Map([
    ['that gives a dispute back', of({ disputeClosed: { ...money, disputeId, won: true } }, 'charge.dispute_closed')],
    [
      'that releases a case',
      of({ disputeClosed: { ...money, disputeId: caseId, won: false, paid: 0 } }, 'charge.dispute_closed'),
    ],
    [
      'that gives a bank return back',
      of({ returnedByBank: { ...bankReturn, status: 'FAILED', reason: 'MED_FRAUD' } }, 'charge.returned_by_bank'),
    ],
  ]);
  const topic = topicName(ledger.topicPrefix, 'chargeMoney');
  await sendUnconfirmed({ topic, events }, `${ledger.topicPrefix}ledger`, () => ledger.host.lines);
  t.deepEqual(await walletOf(ledger, tenant), [['BRL', 380, 0, 600]]);
  await ledger.send([...events.values()]);
  await isBooked(ledger, tenant, `bank_return:${credit.endToEndId}:MED1:void`);
  t.deepEqual(await walletOf(ledger, tenant), [['BRL', 980, 0, 0]]);
  t.like(await ledger.rpc.verifyLedger(call, {}), { problemCount: 0 });
});

test('of a batch only what charge does not confirm is left out, and the batch is one question', async (t) => {
  const ledger = await ledgerService(t);
  const deadLetters = await readDeadLetter(topicName(ledger.topicPrefix, 'chargeMoney'));
  t.teardown(deadLetters.stop);
  const tenant = newTenant();
  ledger.records.down = true;
  const good = Array.from({ length: 9 }, () => payment(tenant));
  ledger.write(good.map((details) => paymentEvent(details)));
  const bad = paymentEvent(payment(tenant, { amount: 900_000 }));
  // Held up together, so that they are one batch when charge is back.
  await ledger.sendUnwritten([...good.map((details) => paymentEvent(details)), bad]);
  await until('charge is queried', () => ledger.records.refused > 0, PATIENT);
  t.deepEqual(await walletOf(ledger, tenant), []);
  ledger.records.down = false;
  for (const { chargeId } of good) await isBooked(ledger, tenant, `paid:${chargeId}`);
  await until('the other one is dead', () => deadLetters.messages.length === 1, PATIENT);
  t.is(deadLetters.messages[0]?.headers['dlq-reason'], 'not confirmed by charge: charge_id');
  t.deepEqual(await walletOf(ledger, tenant), [['BRL', 9 * 980, 0, 0]]);
  t.deepEqual(ledger.records.questions, [10]);
});

test('while charge is away a credit waits, nothing is dead-lettered, and it comes once', async (t) => {
  const ledger = await ledgerService(t, 2);
  const deadLetters = await readDeadLetter(topicName(ledger.topicPrefix, 'chargeMoney'));
  t.teardown(deadLetters.stop);
  const tenant = newTenant(true);
  const details = payment(tenant);
  ledger.records.down = true;
  await ledger.send([paymentEvent(details)]);
  await until('it is queried again and again', () => ledger.records.refused > 4, PATIENT);
  t.is(await entriesOf(ledger).countDocuments(), 0);
  ledger.records.down = false;
  await isBooked(ledger, tenant, `paid:${details.chargeId}`);
  t.deepEqual(await walletOf(ledger, tenant), [['BRL', 980, 0, 0]]);
  t.is(deadLetters.messages.length, 0);
  t.is(await entriesOf(ledger).countDocuments(), 1);
});
