import type { ChargeEvent } from '@gx/contracts/charge';
import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { atBank, returnAtBank } from './at-bank.ts';
import { paidBy } from './locked.ts';
import { CALL, created, event, newTenant, PATIENT, pay, publishedEvents, type Rig, startRig, stored } from './rig.ts';

// Money that the bank takes back by itself (decisions, section 9).
const rig = await startRig();
test.after.always('everything stops', () => rig.stop());
test.afterEach.always('the bank behaves again', () => rig.behave());

type Paid = Awaited<ReturnType<typeof created>> & { readonly endToEndId: string };

/** A charge whose money is in the wallet. */
async function paid(on: Rig = rig): Promise<Paid> {
  const charge = await created(on, {}, newTenant());
  const endToEndId = await pay(on, charge);
  await on.ledger.credit(await event(on, charge.id, 'charge.payment_accepted'));
  await event(on, charge.id, 'charge.paid');
  return { ...charge, endToEndId };
}
const eventsOf = (on: Rig, id: string, type: string): readonly ChargeEvent[] => [
  ...new Map(
    on.ledger
      .events(id)
      .filter((one) => one.type === type)
      .map((one) => [one.eventId, one]),
  ).values(),
];
const recorded = ({ id }: { readonly id: string }, count: number, on: Rig = rig) =>
  until(
    `${count} bank returns are recorded`,
    () => {
      const all = eventsOf(on, id, 'charge.returned_by_bank');
      return all.length >= count ? all.map(({ returnedByBank }) => returnedByBank) : undefined;
    },
    PATIENT,
  );
/** What merchants hear, once there is as much of it as is expected: it travels on a topic of its own. */
const expectPublished = async (
  t: ExecutionContext,
  { id }: { readonly id: string },
  expected: readonly (readonly unknown[])[],
): Promise<void> => {
  const updates = () => eventsOf(rig, id, 'charge.refund_progressed');
  await until('it is published to the merchant', () => updates().length >= expected.length, PATIENT);
  const published = updates().map(({ refundProgressed: one }) => [
    one?.refundStatus,
    one?.amount,
    one?.initiator,
    one?.reason,
    one?.charge?.status,
  ]);
  t.deepEqual(published, expected as unknown[][]);
};
const alarms = (name: string, id: string, on: Rig = rig) =>
  on.lines().filter((line) => line.includes(`"alarm":"${name}"`) && line.includes(id));
const end = (on: Rig, endToEndId: string, id: string, status: string) =>
  on.simulator.control('POST', `/sim/devolutions/${endToEndId}/${id}`, { status });

test.serial(
  'a whole devolution by the bank is recorded once and published to everybody, and the charge is REFUNDED',
  async (t) => {
    const charge = await paid();
    t.is(await returnAtBank(rig, charge.endToEndId, '19.90'), 201);
    const [bankReturn] = await recorded(charge, 1);
    t.like(bankReturn, {
      bankProfileId: rig.profileId,
      endToEndId: charge.endToEndId,
      amount: 1_990,
      currency: 'BRL',
      status: 'REFUNDED',
      reason: 'BANK_RETURN',
    });
    await expectPublished(t, charge, [['REFUNDED', 1_990, 'bank', 'BANK_RETURN', 'REFUNDED']]);
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'REFUNDED');
    const { bankReturns } = await rig.rpc.getSettlement(CALL, { tenant: charge.tenant, chargeId: charge.id });
    t.like(bankReturns, [{ refundId: bankReturn?.refundId, amount: 1_990, status: 'REFUNDED' }]);
  },
);

test.serial('parts are recorded one by one, and only the total turns the charge REFUNDED', async (t) => {
  const charge = await paid();
  await returnAtBank(rig, charge.endToEndId, '9.90');
  await recorded(charge, 1);
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'PAID');
  await returnAtBank(rig, charge.endToEndId, '10.00');
  await recorded(charge, 2);
  await expectPublished(t, charge, [
    ['REFUNDED', 990, 'bank', 'BANK_RETURN', 'PAID'],
    ['REFUNDED', 1_000, 'bank', 'BANK_RETURN', 'REFUNDED'],
  ]);
});

test.serial('a devolution that is under way is recorded as such, then as it ends', async (t) => {
  for (const [status, ended] of [
    ['DEVOLVIDO', 'REFUNDED'],
    ['NAO_REALIZADO', 'FAILED'],
  ] as const) {
    const charge = await paid();
    await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
    t.is(await atBank(rig, 'PUT', `/pix/${charge.endToEndId}/devolucao/med1`, { valor: '4.00' }), 201);
    await rig.rpc.recheckPayment(CALL, { bankProfileId: rig.profileId, endToEndId: charge.endToEndId });
    await recorded(charge, 1);
    await end(rig, charge.endToEndId, 'med1', status);
    const states = (await recorded(charge, 2)).map((one) => [one?.refundId, one?.status]);
    t.deepEqual(states, [
      [states[0]?.[0], 'IN_PROGRESS'],
      [states[0]?.[0], ended],
    ]);
    await expectPublished(t, charge, [
      ['IN_PROGRESS', 400, 'bank', 'BANK_RETURN', 'PAID'],
      [ended, 400, 'bank', 'BANK_RETURN', 'PAID'],
    ]);
  }
});

test.serial(
  'a devolution that refund has ordered is no bank return, whether the charge has recorded it or not',
  async (t) => {
    const charge = await paid();
    const own = newId('refund').replaceAll('-', '');
    rig.rows.own.set(charge.endToEndId, [own]);
    t.is(await atBank(rig, 'PUT', `/pix/${charge.endToEndId}/devolucao/${own}`, { valor: '5.00' }), 201);
    await returnAtBank(rig, charge.endToEndId, '1.00');
    t.is((await recorded(charge, 1))[0]?.amount, 100);
    t.deepEqual((await stored(rig, charge.id))?.['bankReturns'].length, 1);
  },
);

test.serial('while refund does not answer what is ours nothing is recorded; afterwards it is, by itself', async (t) => {
  const charge = await paid();
  rig.rows.down = true;
  await returnAtBank(rig, charge.endToEndId, '19.90');
  await until('it was tried', () => rig.lines().some((line) => line.includes('which devolutions are ours')), PATIENT);
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'PAID');
  rig.rows.down = false;
  await recorded(charge, 1);
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'REFUNDED');
});

test.serial('money that the bank takes back before it is posted is recorded when it is', async (t) => {
  const charge = await created(rig);
  const endToEndId = await pay(rig, charge);
  const accepted = await event(rig, charge.id, 'charge.payment_accepted');
  await returnAtBank(rig, endToEndId, '19.90');
  await until('the bank was queried', async () => ((await rig.seen(charge.txid))['get'] ?? 0) > 1, PATIENT);
  t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.payment_accepted']);
  await rig.ledger.credit(accepted);
  await event(rig, charge.id, 'charge.refund_progressed');
  t.deepEqual(publishedEvents(rig, charge.id).slice(2), [
    '3 charge.paid',
    '4 charge.returned_by_bank',
    '5 charge.refund_progressed',
  ]);
});

test.serial('more than was paid goes back: all of it is recorded, with an alarm', async (t) => {
  const charge = await paid();
  const refundId = newId('refund');
  await rig.database.connection
    .collection('charges')
    .updateOne(
      { _id: charge.id as never },
      { $set: { refunds: [{ id: refundId, amount: 1_500, status: 'REFUNDED' }] } },
    );
  await returnAtBank(rig, charge.endToEndId, '10.00');
  await recorded(charge, 1);
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'REFUNDED');
  await until('the alarm', () => alarms('bank_return_exceeds', charge.id).length === 1, PATIENT);
});

test.serial(
  'the bank takes a part before anything is credited: undecided while it runs, then the rest is returned and the charge ends as if unpaid',
  async (t) => {
    const charge = await created(rig);
    const endToEndId = await paidBy(rig, charge, { notify: 'never' });
    await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
    await atBank(rig, 'PUT', `/pix/${endToEndId}/devolucao/med2`, { valor: '9.90' });
    await rig.rpc.recheckPayment(CALL, { bankProfileId: rig.profileId, endToEndId });
    await until('the alarm', () => alarms('payment_moving_at_bank', charge.id).length > 0, PATIENT);
    await t.throwsAsync(rig.rpc.cancelCharge(CALL, charge), { message: /did not confirm/ });
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'WAITING_PAYMENT');
    await end(rig, endToEndId, 'med2', 'DEVOLVIDO');
    const order = await event(rig, charge.id, 'charge.return_ordered');
    t.like(order.returnOrdered, { reason: 'RETURNED_AT_BANK', amount: 1_990, returnedByBank: 990, endToEndId });
    await event(rig, charge.id, 'charge.failed');
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'CANCELLED');
    await expectPublished(t, charge, [['PENDING', 1_000, 'automatic', 'RETURNED_AT_BANK', 'WAITING_PAYMENT']]);
    t.is(alarms('payment_moving_at_bank', charge.id).length, 1, 'logged once, however often it is looked at');
  },
);

test.serial('a devolution before the credit that comes to nothing: the payment is accepted', async (t) => {
  const charge = await created(rig);
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  await atBank(rig, 'PUT', `/pix/${endToEndId}/devolucao/med3`, { valor: '9.90' });
  await rig.rpc.recheckPayment(CALL, { bankProfileId: rig.profileId, endToEndId });
  await until('the alarm', () => alarms('payment_moving_at_bank', charge.id).length > 0, PATIENT);
  await end(rig, endToEndId, 'med3', 'NAO_REALIZADO');
  t.is((await event(rig, charge.id, 'charge.payment_accepted')).paymentAccepted?.endToEndId, endToEndId);
});

test.serial(
  'who paid, as the bank reported it, goes encrypted to refund and stands nowhere in the clear',
  async (t) => {
    const charge = await created(rig);
    const taxId = '52998224725';
    await paidBy(rig, charge, { taxId, report_payer: 'notification' });
    await event(rig, charge.id, 'charge.payment_accepted');
    const { payerTaxId } = await rig.rpc.getSettlement(CALL, { tenant: charge.tenant, chargeId: charge.id });
    t.truthy(payerTaxId?.ciphertext);
    t.false(JSON.stringify(await stored(rig, charge.id)).includes(taxId));
  },
);

test.serial(
  'a tester takes a paid charge back as a bank does: by fraud, in each state, and never more than was paid',
  async (t) => {
    const charge = await paid();
    const order = { tenant: charge.tenant, chargeId: charge.id };
    const begun = await rig.rpc.simulateBankReturn(CALL, { ...order, amount: 990, status: 'EM_PROCESSAMENTO' });
    t.like(begun, { endToEndId: charge.endToEndId, amount: 990, status: 'EM_PROCESSAMENTO' });
    await recorded(charge, 1);
    await rig.rpc.simulateBankReturn(CALL, { ...order, id: begun.id, status: 'DEVOLVIDO' });
    t.like((await recorded(charge, 2))[1], { devolutionId: begun.id, status: 'REFUNDED', reason: 'MED_FRAUD' });
    const refused = (change: object) => t.throwsAsync(rig.rpc.simulateBankReturn(CALL, { ...order, ...change }));
    t.like(await refused({ amount: 1_001 }), { code: 'invalid_amount' });
    t.like(await refused({ id: begun.id, status: 'NAO_REALIZADO' }), { code: 'unprocessable_entity' });
    const rest = await rig.rpc.simulateBankReturn(CALL, { ...order, nature: 'MED_OPERACIONAL' });
    t.is(rest.amount, 1_000);
    t.like((await recorded(charge, 3))[2], { status: 'REFUNDED', reason: 'MED_OPERATIONAL' });
    t.like(await refused({}), { code: 'unprocessable_entity' });
    t.like(await refused({ tenant: { ...charge.tenant, livemode: true } }), { code: 'not_found' });
    const open = await created(rig);
    t.like(await refused({ tenant: open.tenant, chargeId: open.id }), { code: 'unprocessable_entity' });
  },
);
