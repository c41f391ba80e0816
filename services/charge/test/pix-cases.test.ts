import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import {
  alarmed,
  alarms,
  contest,
  disputed,
  disputesOf,
  eventsOf,
  paid,
  published,
  startCaseRig,
  typesOf,
} from './case-rig.ts';
import { CALL, created, event, newTenant, PATIENT, pay } from './rig.ts';

// Cases about a Pix at a bank that reports them (decisions, section 9).
const rig = await startCaseRig({ INFRACTIONS_EVERY_SECONDS: '1' });
test.after.always('everything stops', () => rig.stop());
test.afterEach.always('the bank behaves again', () => rig.behave());

const statusOf = async (charge: { tenant: ReturnType<typeof newTenant>; id: string }) =>
  (await rig.rpc.getCharge(CALL, charge)).status;

for (const notify of ['now', 'never'] as const)
  test(`a case is opened, ${notify === 'now' ? 'by its callback' : 'found without a callback'}: at stake at once, DISPUTE, charge.failed`, async (t) => {
    const charge = await paid(rig);
    const report = await contest(rig, charge, { amount: 1_500, notify, reason: 'operational' });
    const dispute = await disputed(rig, charge, 'NEEDS_RESPONSE');
    t.like(dispute, { chargeId: charge.id, amount: 1_500, currency: 'BRL', reason: 'operational' });
    t.true((dispute.evidenceDueByMs ?? 0) > Date.now());
    t.deepEqual(await published(rig, charge.id, 2), ['dispute_opened', 'failed']);
    t.like((await event(rig, charge.id, 'charge.dispute_opened')).disputeOpened, {
      disputeId: dispute.id,
      amount: 1_500,
      bankProfileId: rig.profileId,
    });
    t.like((await event(rig, charge.id, 'charge.failed')).failed, {
      previousStatus: 'PAID',
      charge: { status: 'DISPUTE' },
      dispute: { disputeId: dispute.id, status: 'needs_response' },
    });
    const settlement = { tenant: charge.tenant, chargeId: charge.id };
    t.true((await rig.rpc.getSettlement(CALL, settlement)).disputed);
    const stored = await rig.database.connection
      .collection('disputes')
      .findOne({ 'dispute.providerId': report.id as never });
    t.is(String(stored?._id), dispute.id);
  });

test('won: released, PAID again with charge.paid and the case', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge);
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  await contest(rig, charge, { outcome: 'won' });
  await disputed(rig, charge, 'WON');
  t.deepEqual(await published(rig, charge.id, 4), ['dispute_opened', 'failed', 'dispute_closed', 'paid']);
  const [, , , , , , again] = eventsOf(rig, charge.id);
  t.like(again?.paid, { previousStatus: 'DISPUTE', dispute: { disputeId: id, status: 'won' } });
  t.like((await event(rig, charge.id, 'charge.dispute_closed')).disputeClosed, { won: true, paid: 0, amount: 1_990 });
  t.is(await statusOf(charge), 'PAID');
});

test('lost: CHARGEBACK, and the devolution is paid from the hold and is a refund row of the bank', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge);
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  await contest(rig, charge, { outcome: 'lost', devolution: 'none' });
  await disputed(rig, charge, 'LOST');
  t.deepEqual(await published(rig, charge.id, 3), ['dispute_opened', 'failed', 'failed'], 'nothing is posted yet');
  await contest(rig, charge, { outcome: 'lost', id: (await reportOf(charge)).id });
  t.deepEqual((await published(rig, charge.id, 6)).slice(3), ['returned_by_bank', 'refund_progressed', 'dispute_paid']);
  t.like((await event(rig, charge.id, 'charge.dispute_paid')).disputePaid, { disputeId: id, paidAmount: 1_990 });
  t.like((await event(rig, charge.id, 'charge.returned_by_bank')).returnedByBank, {
    ...{ amount: 1_990, status: 'REFUNDED', reason: 'MED_FRAUD', disputeId: id, fromDispute: 1_990 },
  });
  t.is(await statusOf(charge), 'CHARGEBACK');
});

const reportOf = async (charge: { txid: string }): Promise<{ id: string }> => {
  const books = await rig.simulator.control<{ pix: { infractions: { id: string }[] }[] }>(
    'GET',
    `/sim/charges/${charge.txid}`,
  );
  return books.pix[0]?.infractions[0] as { id: string };
};

test('a devolution that fails leaves the hold and alarms people; the next one is paid from it, the rest released', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge);
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  await contest(rig, charge, { outcome: 'lost', devolution: 'EM_PROCESSAMENTO' });
  await published(rig, charge.id, 5);
  const bankReturns = `/sim/pix/${charge.endToEndId}/bank-returns`;
  const { devolutionId } = (await event(rig, charge.id, 'charge.returned_by_bank')).returnedByBank ?? {};
  await rig.simulator.control('POST', bankReturns, { id: devolutionId, status: 'NAO_REALIZADO' });
  await alarmed(rig, 'dispute_devolution_failed', id);
  t.false(typesOf(rig, charge.id).some((type) => type === 'dispute_closed' || type === 'dispute_paid'));
  await rig.simulator.control('POST', bankReturns, { id: 'MED2', amount: 990 });
  const types = await published(rig, charge.id, 11);
  t.deepEqual(types.slice(-4), ['returned_by_bank', 'refund_progressed', 'dispute_paid', 'dispute_closed']);
  t.like((await event(rig, charge.id, 'charge.dispute_closed')).disputeClosed, { won: false, paid: 990 });
  t.is(alarms(rig, 'dispute_devolution_failed', id).length, 1);
});

test('a case that is opened and lost while nobody looks is opened before it is closed, on two replicas once', async (t) => {
  const replica = await rig.replica({ INFRACTIONS_EVERY_SECONDS: '1', BANK_RETURNS_EVERY_SECONDS: '1' });
  const charge = await paid(rig);
  await contest(rig, charge, { outcome: 'lost', notify: 'never' });
  await disputed(rig, charge, 'LOST');
  await until('it was paid', () => typesOf(rig, charge.id).includes('dispute_paid'), PATIENT);
  const types = typesOf(rig, charge.id);
  for (const type of ['dispute_opened', 'dispute_paid', 'returned_by_bank'])
    t.is(types.filter((one) => one === type).length, 1, type);
  t.is((await disputesOf(rig, charge)).length, 1);
  t.is(await statusOf(charge), 'CHARGEBACK');
  await replica.stop();
});

test('a case about a Pix that no charge has, or that was never credited, sets nothing aside and alarms people', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge, { amount: 5, force: true });
  const ordered = await event(rig, charge.id, 'charge.return_ordered');
  const endToEndId = ordered.returnOrdered?.endToEndId ?? '';
  await contest(rig, { endToEndId });
  const [dispute] = await until('it is recorded', async () => {
    const all = await disputesOf(rig, charge);
    return all.length > 0 && all;
  });
  t.is(dispute?.amount, 0);
  await alarmed(rig, 'dispute_mismatch', charge.id);
  t.false(typesOf(rig, charge.id, 0).includes('dispute_opened'));
  const { id: infraction } = await unknownPix();
  await alarmed(rig, 'dispute_unmatched', infraction);
  t.is(alarms(rig, 'dispute_unmatched', infraction).length, 1, 'once a day');
});

/** A case about a Pix that was paid to the key, by nobody's charge. */
async function unknownPix(): Promise<{ id: string }> {
  const body = { pix_key: rig.bank.pixKey, amount: 700, notify: 'never' };
  const { end_to_end_id } = await rig.simulator.control<{ end_to_end_id: string }>('POST', '/sim/pay', body);
  return contest(rig, { endToEndId: end_to_end_id });
}

test('a decision that cannot follow what stands changes nothing and alarms people', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge, { notify: 'never' });
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  await rig.rpc.closeDispute(CALL, { id, won: true, operator: 'ana' });
  await contest(rig, charge, { outcome: 'lost', devolution: 'none' });
  await alarmed(rig, 'dispute_contradicts', id);
  t.is(await statusOf(charge), 'PAID');
  t.like(await disputed(rig, charge, 'WON'), { id });
});

// Alone: of a devolution that is found meanwhile nobody could say which case it is of.
test.serial('a list that cannot be read is read again, and a callback waits for it', async (t) => {
  const charge = await paid(rig);
  await rig.misbehave({ kind: '503', operation: 'infraction_list' });
  await contest(rig, charge);
  await until('it was tried', () => rig.lines().some((line) => line.includes('infraction reports not read')), PATIENT);
  t.deepEqual(await disputesOf(rig, charge), []);
  await rig.behave();
  await disputed(rig, charge, 'NEEDS_RESPONSE');
  rig.toBank.takeViolations();
});

test('disputes are listed newest first, by cursor, status and charge, to their own tenant and mode alone', async (t) => {
  const charge = await paid(rig, 1_000);
  const { tenant } = charge;
  for (const amount of [100, 200, 300]) {
    await contest(rig, charge, { amount });
    await until(
      'it is there',
      async () => (await disputesOf(rig, charge)).some((one) => one.amount === amount),
      PATIENT,
    );
  }
  const all = await disputesOf(rig, charge);
  t.deepEqual(
    all.map(({ amount }) => amount),
    [300, 200, 100],
  );
  const page = await rig.rpc.listDisputes(CALL, { tenant, limit: 2 });
  t.deepEqual([page.disputes.map(({ amount }) => amount), page.hasMore], [[300, 200], true]);
  const rest = await rig.rpc.listDisputes(CALL, { tenant, limit: 2, startingAfter: page.disputes[1]?.id ?? '' });
  t.deepEqual([rest.disputes.map(({ amount }) => amount), rest.hasMore], [[100], false]);
  const of = async (more: object) =>
    (await rig.rpc.listDisputes(CALL, { tenant, limit: 100, ...more })).disputes.length;
  t.deepEqual([await of({ status: 'NEEDS_RESPONSE' }), await of({ status: 'WON' })], [3, 0]);
  t.is(await of({ chargeId: newId('charge') }), 0);
  const id = all[0]?.id ?? '';
  t.like(await rig.rpc.getDispute(CALL, { tenant, id }), { id, amount: 300 });
  for (const foreign of [newTenant(), { ...tenant, livemode: true }]) {
    await t.throwsAsync(rig.rpc.getDispute(CALL, { tenant: foreign, id }), { message: /No such dispute/ });
    await t.throwsAsync(rig.rpc.acceptDispute(CALL, { tenant: foreign, id }), { message: /No such dispute/ });
    await t.throwsAsync(rig.rpc.submitEvidence(CALL, { tenant: foreign, id, text: 'x' }), {
      message: /No such dispute/,
    });
    const cursor = rig.rpc.listDisputes(CALL, { tenant: foreign, limit: 1, startingAfter: id });
    t.like(await t.throwsAsync(cursor), { code: 'invalid_cursor' });
  }
});

test('a tester opens a case, and has it won or lost', async (t) => {
  const charge = await paid(rig);
  const order = { tenant: charge.tenant, chargeId: charge.id };
  const opened = await rig.rpc.simulateDispute(CALL, { ...order, outcome: 'opened', amount: 990 });
  t.like(opened, { endToEndId: charge.endToEndId, amount: 990, status: 'ABERTA' });
  t.like(await disputed(rig, charge, 'NEEDS_RESPONSE'), { amount: 990, reason: 'fraud' });
  await rig.rpc.simulateDispute(CALL, { ...order, outcome: 'lost' });
  await until('the devolution is paid', () => typesOf(rig, charge.id).includes('dispute_paid'), PATIENT);
  const { pix } = await rig.rpc.getSimulatedProviderState(CALL, order);
  t.like(pix, [{ infractions: [{ id: opened.id, status: 'ACEITA', amount: 990, reason: 'FRAUDE' }] }]);
  const refused = (change: object) =>
    t.throwsAsync(rig.rpc.simulateDispute(CALL, { ...order, outcome: 'opened', ...change }));
  t.like(await refused({ amount: 5_000 }), { code: 'invalid_amount' });
  t.like(await refused({ tenant: { ...charge.tenant, livemode: true } }), { code: 'not_found' });
  const open = await created(rig);
  t.like(await refused({ tenant: open.tenant, chargeId: open.id }), { code: 'unprocessable_entity' });
});
