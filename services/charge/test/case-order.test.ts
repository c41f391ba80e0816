import test from 'ava';
import { contest, disputed, disputesOf, type PaidCharge, paid, published, startCaseRig, typesOf } from './case-rig.ts';
import { CALL, event } from './rig.ts';

// A devolution that is seen before its case (decisions, section 9): no callback tells of the case, and no
// list is due to be read.
const rig = await startCaseRig();
test.after.always('everything stops', () => rig.stop());
test.afterEach.always('the bank behaves again', () => rig.behave());

/** The bank takes money back, and its callback says so. */
const takes = (charge: PaidCharge, order: object = {}) =>
  rig.simulator.control('POST', `/sim/pix/${charge.endToEndId}/bank-returns`, order);
const returned = async (charge: PaidCharge) => (await event(rig, charge.id, 'charge.returned_by_bank')).returnedByBank;

test('a devolution of a lost case that nobody knew of: the case is opened and lost first, then pays', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge, { outcome: 'lost', devolution: 'none', notify: 'never' });
  await takes(charge);
  t.deepEqual(await published(rig, charge.id, 6), [
    ...['dispute_opened', 'failed', 'failed'],
    ...['returned_by_bank', 'refund_progressed', 'dispute_paid'],
  ]);
  const { id } = await disputed(rig, charge, 'LOST');
  t.like(await returned(charge), { amount: 1_990, disputeId: id, fromDispute: 1_990 });
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'CHARGEBACK');
});

test('a devolution in part of an open case that nobody knew of is paid from its hold', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge, { amount: 1_500, notify: 'never' });
  await takes(charge, { amount: 500 });
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  t.like(await returned(charge), { amount: 500, disputeId: id, fromDispute: 500 });
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'DISPUTE');
});

test('a devolution that is no MED is of no case, and asks for none', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge, { amount: 990, notify: 'never' });
  await takes(charge, { amount: 1_000, nature: 'RETIRADA' });
  t.is((await returned(charge))?.fromDispute ?? 0, 0);
  t.deepEqual(await disputesOf(rig, charge), []);
});

test.serial(
  'reports that cannot be read keep no money that is gone out of the books: it is a bank return',
  async (t) => {
    const charge = await paid(rig);
    await contest(rig, charge, { outcome: 'lost', devolution: 'none', notify: 'never' });
    await rig.misbehave({ kind: '503', operation: 'infraction_list' });
    await takes(charge);
    t.is((await returned(charge))?.fromDispute ?? 0, 0);
    t.false(typesOf(rig, charge.id).includes('dispute_opened'));
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'REFUNDED');
    rig.toBank.takeViolations();
  },
);
