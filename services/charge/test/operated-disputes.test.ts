import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { alarmed, contest, disputesOf, type PaidCharge, paid, published, typesOf } from './case-rig.ts';
import { ordered, play, reads, settled, startOrderRig } from './order-rig.ts';
import { CALL, created, event, newTenant, PATIENT } from './rig.ts';

// Cases at a bank that tells of none by itself, and disputes of cards (decisions, section 9).
const rig = await startOrderRig();
test.after.always('everything stops', rig.stop);

const open = (charge: Pick<PaidCharge, 'id'>, more: object = {}) =>
  rig.rpc.openDispute(CALL, { chargeId: charge.id, operator: 'ana', reason: 'fraud', ...more });
const close = (id: string, won: boolean) => rig.rpc.closeDispute(CALL, { id, won, operator: 'ana' });
const refused = async (t: ExecutionContext, call: Promise<unknown>, reason: string) =>
  t.like(await t.throwsAsync(call), { code: 'unprocessable_entity', more: { reason } });

async function contested(more: object = {}) {
  const charge = await paid(rig);
  const { dispute } = await open(charge, more);
  return { charge, id: dispute?.id ?? '', name: { tenant: charge.tenant, id: dispute?.id ?? '' } };
}
/** The bank takes money back, as its books show. */
const takes = (charge: PaidCharge, amount: number) =>
  rig.simulator.control('POST', `/sim/pix/${charge.endToEndId}/bank-returns`, { amount, nature: 'MED_FRAUDE' });

test('an operator opens a case: at stake at once, due in a week, and twice it is one', async (t) => {
  const charge = await paid(rig);
  const opened = await open(charge, { amount: 990, providerId: 'MED-1' });
  t.like(opened, {
    dispute: { chargeId: charge.id, amount: 990, status: 'NEEDS_RESPONSE', reason: 'fraud' },
    ...{ bankProfileId: rig.profileId, providerId: 'MED-1', endToEndId: charge.endToEndId, answer: '' },
  });
  const dueInDays = ((opened.dispute?.evidenceDueByMs ?? 0) - Date.now()) / 86_400_000;
  t.true(dueInDays > 6.9 && dueInDays <= 7);
  t.like(await open(charge, { amount: 990, providerId: 'MED-1' }), { dispute: { id: opened.dispute?.id } });
  t.deepEqual(await published(rig, charge.id, 2), ['dispute_opened', 'failed']);
  t.is((await disputesOf(rig, charge)).length, 1);
});

test('won: PAID again; the same decision again changes nothing, and another one is refused', async (t) => {
  const { charge, id } = await contested();
  t.like(await close(id, true), { dispute: { id, status: 'WON' } });
  t.like(await close(id, true), { dispute: { status: 'WON' } });
  t.deepEqual(await published(rig, charge.id, 4), ['dispute_opened', 'failed', 'dispute_closed', 'paid']);
  await refused(t, close(id, false), 'dispute_closed');
  await refused(t, open(charge), 'dispute_closed');
  t.like(await open(charge, { providerId: 'MED-2' }), { dispute: { amount: 1_990 } });
});

test('lost: the hold stands until the devolution, then the rest is released; won after all while nothing is taken', async (t) => {
  const { charge, id } = await contested();
  await close(id, false);
  await close(id, true);
  await close(id, true);
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'PAID');
  const lost = await contested();
  await close(lost.id, false);
  await takes(lost.charge, 1_000);
  const types = await published(rig, lost.charge.id, 7);
  t.deepEqual(types, [
    ...['dispute_opened', 'failed', 'failed'],
    ...['returned_by_bank', 'refund_progressed', 'dispute_paid', 'dispute_closed'],
  ]);
  t.like((await event(rig, lost.charge.id, 'charge.dispute_closed')).disputeClosed, { won: false, paid: 1_000 });
  await refused(t, close(lost.id, true), 'dispute_closed');
});

test('a devolution before the operator knows of the case is a bank return; the case is of what is left', async (t) => {
  const charge = await paid(rig);
  await takes(charge, 1_500);
  t.is((await event(rig, charge.id, 'charge.returned_by_bank')).returnedByBank?.fromDispute ?? 0, 0);
  t.like(await open(charge), { dispute: { amount: 490 } });
});

test('evidence waits for the operator from the first, and acceptance too', async (t) => {
  const { id, name } = await contested();
  t.like(await rig.rpc.submitEvidence(CALL, { ...name, text: 'entregue' }), { status: 'UNDER_REVIEW' });
  await alarmed(rig, 'dispute_awaits_operator', id);
  const mine = async () =>
    (await rig.rpc.listOpenDisputes(CALL, { limit: 100 })).disputes.find(({ dispute }) => dispute?.id === id);
  t.like(await mine(), { answer: 'defence', answerState: 'with_operator' });
  await rig.rpc.confirmDisputeAnswer(CALL, { id, operator: 'ana' });
  t.like(await mine(), { answerState: 'with_bank' });
  t.like(await rig.rpc.acceptDispute(CALL, name), { status: 'LOST' });
  t.like(await mine(), { answer: 'acceptance', answerState: 'with_operator' });
  await rig.rpc.confirmDisputeAnswer(CALL, { id, operator: 'ana' });
});

test('what cannot be contested, and orders that cannot be read, are refused and change nothing', async (t) => {
  const unpaid = await created(rig);
  await refused(t, open(unpaid), 'charge_not_refundable');
  const gone = await paid(rig);
  await takes(gone, 1_990);
  await event(rig, gone.id, 'charge.returned_by_bank');
  await refused(t, open(gone), 'charge_not_refundable');
  t.deepEqual(await disputesOf(rig, gone), []);
  const charge = await paid(rig);
  const invalid = async (more: object, param: string) =>
    t.like(await t.throwsAsync(open(charge, more)), { more: { param } });
  await invalid({ operator: '' }, 'operator');
  await invalid({ amount: 0 }, 'amount');
  await invalid({ amount: -5 }, 'amount');
  await invalid({ reason: 'chargeback' }, 'reason');
  await invalid({ providerId: 'a b' }, 'provider_id');
  t.like(await open(charge, { amount: 99_999 }), { dispute: { amount: 1_990 } }, 'no more than there is');
  for (const call of [
    () => open({ id: newId('charge') }),
    () => open({ id: 'x' }),
    () => close(newId('dispute'), true),
    () => rig.rpc.describeDispute(CALL, { id: newId('dispute') }),
    () => rig.rpc.confirmDisputeAnswer(CALL, { id: 'x', operator: 'ana' }),
  ])
    t.like(await t.throwsAsync(call()), { code: 'not_found' });
});

test('20 refunds claim to leave on two replicas while a case is opened: it holds what they leave, later ones stay', async (t) => {
  const replica = await rig.replica();
  const charge = await paid(rig);
  const claim = (rpc: typeof rig.rpc, amount = 50) =>
    rpc.claimRefundSend(CALL, { tenant: charge.tenant, chargeId: charge.id, refundId: newId('refund'), amount });
  const claims = Array.from({ length: 20 }, (_, nth) => claim(nth % 2 === 0 ? rig.rpc : replica.rpc));
  const [{ dispute }, ...answers] = await Promise.all([open(charge), ...claims]);
  const left = answers.filter(({ disputed }) => !disputed).length;
  t.is(dispute?.amount, 1_990 - 50 * left);
  t.deepEqual(await claim(replica.rpc), { disputed: true });
  t.deepEqual(await claim(rig.rpc), { disputed: true });
  await close(dispute?.id ?? '', true);
  t.deepEqual(await claim(rig.rpc), { disputed: false });
  t.like(await t.throwsAsync(claim(rig.rpc, 0)), { code: 'invalid_request' });
  const foreign = { tenant: newTenant(), chargeId: charge.id, refundId: newId('refund'), amount: 1 };
  t.like(await t.throwsAsync(rig.rpc.claimRefundSend(CALL, foreign)), { code: 'not_found' });
  await replica.stop();
});

test('two replicas open the same case at once: it is one', async (t) => {
  const replica = await rig.replica();
  const charge = await paid(rig);
  const opened = await Promise.all(
    [rig.rpc, replica.rpc, rig.rpc, replica.rpc].map((rpc) =>
      rpc.openDispute(CALL, { chargeId: charge.id, operator: 'ana', reason: 'operational' }),
    ),
  );
  t.is(new Set(opened.map(({ dispute }) => dispute?.id)).size, 1);
  await published(rig, charge.id, 2);
  t.is(typesOf(rig, charge.id).filter((type) => type === 'dispute_opened').length, 1);
  await replica.stop();
});

/** A dispute of a card, as its acquirer shows it. */
async function ofCard(kind: 'dispute' | 'chargeback') {
  const card = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, card);
  await play(rig, card, kind);
  await reads(rig, card, kind === 'dispute' ? 'DISPUTE' : 'CHARGEBACK');
  const [dispute] = await disputesOf(rig, card);
  return { card, dispute, name: { tenant: card.tenant, id: dispute?.id ?? '' } };
}

test('disputes of cards are read, take evidence for the operator, and follow their acquirer', async (t) => {
  const { card, dispute, name } = await ofCard('dispute');
  t.like(dispute, { chargeId: card.id, amount: 1_990, status: 'NEEDS_RESPONSE', reason: 'dispute' });
  t.is(dispute?.evidenceDueByMs, undefined);
  t.like(await rig.rpc.submitEvidence(CALL, { ...name, text: 'entregue' }), { status: 'UNDER_REVIEW' });
  t.like(await rig.rpc.describeDispute(CALL, { id: name.id }), { answer: 'defence', answerState: 'with_operator' });
  await play(rig, card, 'dispute_won');
  await reads(rig, card, 'APPROVED');
  t.like(await rig.rpc.getDispute(CALL, name), { status: 'WON' });
  t.like((await event(rig, card.id, 'charge.dispute_closed')).disputeClosed, { won: true });
  await refused(t, rig.rpc.submitEvidence(CALL, { ...name, text: 'mais' }), 'dispute_closed');
});

test('a card’s dispute that is accepted is lost and posts at once; a chargeback is listed as one', async (t) => {
  const { card, name } = await ofCard('dispute');
  t.like(await rig.rpc.acceptDispute(CALL, name), { status: 'LOST' });
  const { disputeClosed } = await event(rig, card.id, 'charge.dispute_closed');
  t.deepEqual([disputeClosed?.won, disputeClosed?.paid], [false, undefined]);
  await reads(rig, card, 'CHARGEBACK');
  await play(rig, card, 'dispute_lost');
  t.is(typesOf(rig, card.id).filter((type) => type === 'dispute_closed').length, 1);
  const { dispute } = await ofCard('chargeback');
  t.like(dispute, { reason: 'chargeback', status: 'NEEDS_RESPONSE' });
});

test('an operator decides a card’s dispute as the acquirer did by letter', async (t) => {
  const { card, name } = await ofCard('dispute');
  t.like(await close(name.id, true), { dispute: { status: 'WON' } });
  await reads(rig, card, 'APPROVED');
  t.like(await close(name.id, true), { dispute: { status: 'WON' } });
  await refused(t, close(name.id, false), 'dispute_closed');
});

test('a bank without infraction reports is queried for none', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge);
  await takes(charge, 10);
  await event(rig, charge.id, 'charge.returned_by_bank');
  t.deepEqual(await disputesOf(rig, charge), []);
  await until(
    'nothing waits for it',
    async () => {
      const waiting = { infractionId: { $exists: true }, state: 'waiting' };
      return (await rig.database.connection.collection('provider_callbacks').countDocuments(waiting)) === 0;
    },
    PATIENT,
  );
});
