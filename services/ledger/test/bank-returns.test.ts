import type { MessageInit } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { type Id, newId, type Tenant } from '@gx/core';
import { startTelemetry } from '@gx/runtime';
import { until } from '@gx/testkit';
import test from 'ava';
import { gaugeMoney } from '../src/jobs/gauge-money.ts';
import { addressCheckpoints } from '../src/store/address-checkpoints.ts';
import { ledgerModels } from '../src/store/models.ts';
import { chargeEvent, ledgerService, newHold, newTenant, payment, paymentEvent } from './rig.ts';

// What a bank takes back of credited money, in the wallet (decisions, section 9), and what is lent for a
// refund (A24).
const CALL = { requestId: 'test' };
const HOUR = 3_600;
type CreditedPayment = ReturnType<typeof payment>;

const returned = (
  { accountId, livemode, chargeId, endToEndId, currency }: CreditedPayment,
  change: NonNullable<MessageInit<ChargeEvent>['returnedByBank']> & { readonly amount: number },
) =>
  chargeEvent(
    'charge.returned_by_bank',
    { accountId: accountId as Id<'account'>, livemode },
    {
      chargeId,
      returnedByBank: {
        endToEndId,
        currency,
        devolutionId: 'MED1',
        status: 'REFUNDED',
        reason: 'MED_FRAUD',
        bankProfileId: 'efi',
        ...change,
      },
    },
  );
let payments = 0;
const paid = (tenant: Tenant, change: Partial<CreditedPayment> = {}): CreditedPayment => {
  payments += 1;
  return payment(tenant, { endToEndId: `E${String(payments).padStart(31, '0')}`, bankProfileId: 'efi', ...change });
};

type Balances = Partial<Record<'available' | 'pending' | 'retained', number>>;
async function started(t: Parameters<typeof ledgerService>[0], replicas = 1) {
  const ledger = await ledgerService(t, replicas);
  const wallet = async (tenant: Tenant) => (await ledger.rpc.listWallets(CALL, { tenant })).wallets[0];
  const becomes = (tenant: Tenant, balances: Balances) =>
    until(`the wallet is ${JSON.stringify(balances)}`, async () => {
      const { available = 0, pending = 0, retained = 0 } = (await wallet(tenant)) ?? {};
      const is = { available, pending, retained };
      return Object.entries(balances).every(([name, amount]) => is[name as keyof typeof is] === amount);
    });
  const booked = async (tenant: Tenant, references: readonly string[]) =>
    (await ledger.rpc.listPostedEntries(CALL, { tenant, references: [...references] })).references;
  const owed = async (tenant: Tenant) =>
    (await ledger.database.connection.collection('wallets').findOne({ accountId: tenant.accountId }))?.['receivable'];
  const alarms = () => ledger.replicas.flatMap(({ host }) => host.lines.filter((line) => line.includes('"alarm"')));
  return { ...ledger, wallet, becomes, booked, owed, alarms };
}

test('each state of a bank return is booked once, whatever comes twice: held, gone, or back', async (t) => {
  const ledger = await started(t);
  const tenant = newTenant();
  const credit = paid(tenant);
  const name = `bank_return:${credit.endToEndId}:MED1`;
  await ledger.send([paymentEvent(credit)]);
  const begun = returned(credit, { amount: 400, status: 'IN_PROGRESS' });
  await ledger.send([begun, begun]);
  await ledger.becomes(tenant, { available: 580, retained: 400 });
  t.deepEqual(await ledger.booked(tenant, [`${name}:hold`, `${name}:confirm`]), [`${name}:hold`]);
  const failed = returned(credit, { amount: 400, status: 'FAILED' });
  await ledger.send([failed, begun, failed]);
  await ledger.becomes(tenant, { available: 980, retained: 0 });
  const done = returned(credit, { amount: 400 });
  await ledger.send([done, done, begun, failed]);
  const last = paid(tenant);
  await ledger.send([paymentEvent(last)]);
  await ledger.becomes(tenant, { available: 580 + 980, retained: 0 });
  t.deepEqual(ledger.alarms(), [], 'what comes again after a later state is no contradiction');
  t.deepEqual(await ledger.booked(tenant, [`${name}:confirm`]), [`${name}:confirm`]);
  const report = await ledger.rpc.verifyLedger(CALL, {});
  t.like(report, { problemCount: 0 });
  t.like(
    report.addresses.find(({ address }) => address === 'provider:clearing'),
    { bankProfileId: 'efi', balance: 1_600 },
  );
});

test('a bank return of pending money lets its tranche fall, and the release and the balance follow', async (t) => {
  const ledger = await started(t);
  const tenant = newTenant();
  const paidAt = new Date();
  const held = { settlementDelaySeconds: HOUR, paidAt };
  const [own, later] = [paid(tenant, held), paid(tenant, { ...held, settlementDelaySeconds: 2 * HOUR })];
  await ledger.send([own, later].map((details) => paymentEvent(details)));
  await ledger.send([returned(own, { amount: 500 })]);
  await ledger.becomes(tenant, { pending: 2 * 980 - 500 });
  t.like(await ledger.wallet(tenant), { nextReleaseAmount: 480 });
  await ledger.send([returned(own, { amount: 500, devolutionId: 'MED2', status: 'IN_PROGRESS' })]);
  await ledger.becomes(tenant, { pending: 960, retained: 500 });
  t.like(await ledger.wallet(tenant), { nextReleaseAmount: 960 });
  await ledger.send([returned(own, { amount: 500, devolutionId: 'MED2', status: 'FAILED' })]);
  await ledger.becomes(tenant, { pending: 1_460, retained: 0 });
  t.like(await ledger.wallet(tenant), { nextReleaseAmount: 480 });
  await ledger.database.connection
    .collection('tranches')
    .updateMany({ accountId: tenant.accountId }, { $set: { releaseAt: new Date(Date.now() - 1_000) } });
  await ledger.becomes(tenant, { available: 1_460, pending: 0 });
  t.is((await ledger.rpc.verifyLedger(CALL, {})).problems.filter(({ kind }) => kind !== 'tranche_mismatch').length, 0);
});

test('two replicas that release and take back at once: each centavo is released, held or gone once', async (t) => {
  const ledger = await started(t, 2);
  const tenant = newTenant();
  const CREDITS = 40;
  // Their times come one after the other while the bank takes from each of them.
  const credits = Array.from({ length: CREDITS }, (_, nth) => {
    const paidAt = new Date(Date.now() - HOUR * 1_000 + 1_000 + nth * 100);
    return paid(tenant, { settlementDelaySeconds: HOUR, paidAt });
  });
  await ledger.send(credits.map((details) => paymentEvent(details)));
  const ends = ['REFUNDED', 'FAILED'] as const;
  for (const [nth, credit] of credits.entries()) {
    const one = { amount: 300, devolutionId: `MED${nth}` };
    await ledger.send([returned(credit, { ...one, status: 'IN_PROGRESS' })]);
    await ledger.send([returned(credit, { ...one, status: ends[nth % 2] ?? 'FAILED' })]);
  }
  await ledger.becomes(tenant, { available: CREDITS * 980 - (CREDITS / 2) * 300, pending: 0, retained: 0 });
  t.is(await ledger.database.connection.collection('tranches').countDocuments(), 0);
  t.like(await ledger.rpc.verifyLedger(CALL, {}), { problemCount: 0 });
});

test('the list names a bank return by its row among the refunds, and shows all of it beside what was lent', async (t) => {
  const ledger = await started(t);
  const tenant = newTenant();
  const credit = paid(tenant, { settlementDelaySeconds: HOUR, paidAt: new Date() });
  const refundId = newId('refund');
  await ledger.send([paymentEvent(credit)]);
  await ledger.send([returned(credit, { amount: 400, status: 'IN_PROGRESS', refundId })]);
  await ledger.becomes(tenant, { pending: 580, retained: 400 });
  await ledger.send([returned(credit, { amount: 400, status: 'FAILED', refundId })]);
  await ledger.becomes(tenant, { pending: 980, retained: 0 });
  await ledger.send([returned(credit, { amount: 1_000, devolutionId: 'MED2', refundId: '' })]);
  await ledger.becomes(tenant, { pending: 0 });
  const { transactions } = await ledger.rpc.listTransactions(CALL, { tenant, limit: 100 });
  t.deepEqual(
    transactions.map(({ type, amount, net, source }) => [type, amount, net, source?.type, source?.id]),
    [
      // Without a row it names the charge that it took from.
      ['BANK_RETURN', -1_000, -1_000, 'CHARGE', credit.chargeId],
      ['RECEIVABLE_LENT', 20, 20, 'CHARGE', credit.chargeId],
      ['RELEASE', 400, 0, 'RETURN', refundId],
      ['HOLD', 400, 0, 'RETURN', refundId],
      ['CHARGE', 1_000, 980, 'CHARGE', credit.chargeId],
    ],
  );
  const back = transactions[2];
  t.is(back?.availableAtMs, transactions[4]?.availableAtMs, 'pending again, until it would have been released');
  const own = await ledger.rpc.listTransactions(CALL, {
    tenant,
    limit: 100,
    sources: [{ type: 'RETURN', id: refundId }],
  });
  t.deepEqual(own.transactions, transactions.slice(2, 4));
  t.deepEqual((await ledger.rpc.verifyLedger(CALL, {})).problems, []);
});

test('what the wallet cannot pay is owed, never below zero, and is taken first from later credits', async (t) => {
  const ledger = await started(t);
  const tenant = newTenant();
  const credit = paid(tenant);
  await ledger.send([paymentEvent(credit), returned(credit, { amount: 1_000 })]);
  await until('it is owed', async () => (await ledger.owed(tenant)) === 20);
  await until('nothing is available', async () => (await ledger.wallet(tenant))?.available === 0);
  await ledger.send([paymentEvent(paid(tenant))]);
  await ledger.becomes(tenant, { available: 960 });
  t.is(await ledger.owed(tenant), 0);
  t.like(await ledger.rpc.verifyLedger(CALL, {}), { problemCount: 0 });
});

test('another amount is a dead letter and an alarm, a failure after the end is an earlier one: neither moves anything', async (t) => {
  const ledger = await started(t);
  const tenant = newTenant();
  const credit = paid(tenant);
  await ledger.send([paymentEvent(credit), returned(credit, { amount: 400 })]);
  await ledger.becomes(tenant, { available: 580 });
  await ledger.send([
    returned(credit, { amount: 400, status: 'FAILED' }),
    returned(credit, { amount: 401 }),
    returned(credit, { amount: 1, devolutionId: 'MED2' }),
  ]);
  await ledger.becomes(tenant, { available: 579 });
  t.is(ledger.host.lines.filter((line) => line.includes('hold_conflict')).length, 1);
});

test('a first full refund is lent the fees of its charge, over all its refunds, and pays them back from later credits (A24)', async (t) => {
  const ledger = await started(t);
  const tenant = newTenant();
  const credit = paid(tenant);
  await ledger.send([paymentEvent(credit)]);
  await ledger.becomes(tenant, { available: 980 });
  const place = (amount: number, creditMax = 20, chargeId = credit.chargeId) => {
    const terms = { tenant, reference: newHold(), currency: 'BRL', amount, fee: 0, chargeId, creditMax };
    return ledger.rpc.placeHold(CALL, { ...terms, bankProfileId: 'efi' });
  };
  t.like(await t.throwsAsync(place(1_000, 19)), { code: 'unprocessable_entity' });
  const first = await place(990);
  t.is(await ledger.owed(tenant), 10);
  t.like(await t.throwsAsync(place(11)), { code: 'unprocessable_entity' }, 'cumulative over its refunds');
  const second = await place(10);
  t.is(await ledger.owed(tenant), 20);
  await ledger.rpc.voidHold(CALL, { tenant, reference: second.reference, currency: 'BRL' });
  t.is(await ledger.owed(tenant), 10);
  const again = await place(10);
  for (const { reference } of [first, again]) await ledger.rpc.commitHold(CALL, { tenant, reference, currency: 'BRL' });
  await ledger.send([paymentEvent(paid(tenant))]);
  await ledger.becomes(tenant, { available: 960 });
  t.is(await ledger.owed(tenant), 0);
  t.like(await ledger.rpc.verifyLedger(CALL, {}), { problemCount: 0 });
});

test('no wallet is lent more than REFUND_CREDIT_MAX in all, whatever its charges allow', async (t) => {
  const ledger = await started(t);
  const tenant = newTenant();
  const charges = [0, 1, 2].map(() => paid(tenant, { amount: 100_000, providerFee: 3_000, platformFee: 3_000 }));
  await ledger.send(charges.map((details) => paymentEvent(details)));
  await ledger.becomes(tenant, { available: 282_000 });
  const place = (nth: number, amount: number) =>
    ledger.rpc.placeHold(CALL, {
      tenant,
      reference: newHold(),
      currency: 'BRL',
      amount,
      fee: 0,
      chargeId: charges[nth]?.chargeId ?? '',
      creditMax: 6_000,
    });
  await place(0, 282_000);
  await place(0, 6_000);
  t.like(await t.throwsAsync(place(1, 4_001)), { code: 'unprocessable_entity' });
  await place(1, 4_000);
  t.is(await ledger.owed(tenant), 10_000);
});

test('gauges say what is owed to merchants and by them, what is set aside, and what each bank should hold', async (t) => {
  const telemetry = await startTelemetry('ledger', undefined);
  t.teardown(() => telemetry.stop());
  const ledger = await started(t);
  const tenant = newTenant();
  const credit = paid(tenant);
  await ledger.send([
    paymentEvent(credit),
    returned(credit, { amount: 1_000 }),
    paymentEvent(paid(tenant, { bankProfileId: 'inter' })),
  ]);
  await ledger.becomes(tenant, { available: 960 });
  const gauge = gaugeMoney({ checkpoints: addressCheckpoints(ledgerModels(ledger.database.connection)) });
  await gauge();
  const shown = async (name: string, label: string) =>
    Number(new RegExp(`^${name}\\{[^}]*${label}[^}]*\\} (\\S+)`, 'm').exec(await telemetry.metrics())?.[1]);
  t.is(await shown('gx_ledger_balance', 'gx_address="available"'), 960);
  t.is(await shown('gx_ledger_balance', 'gx_address="receivable"'), 0);
  t.is(await shown('gx_ledger_clearing', 'gx_bank_profile="efi"'), 0);
  t.is(await shown('gx_ledger_clearing', 'gx_bank_profile="inter"'), 1_000);
  // What is older than the checkpoint counts once, now and from then on.
  await ledger.database.connection
    .collection('journal_entries')
    .updateMany({}, { $set: { at: new Date(Date.now() - 3_600_000) } });
  for (const _ of [1, 2]) await gauge();
  t.is(await shown('gx_ledger_clearing', 'gx_bank_profile="inter"'), 1_000);
});
