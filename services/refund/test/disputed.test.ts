import { until } from '@gx/testkit';
import test from 'ava';
import { booksOf, requestsOf } from './at-bank.ts';
import { encryptedText } from './encrypted-text.ts';
import { ordersOf } from './orders.ts';
import {
  arrives,
  CALL,
  due,
  order,
  PATIENT,
  type PaidCharge,
  PROFILE,
  paid,
  refunded,
  refusal,
  startRig,
  stored,
} from './rig.ts';

// A payment that somebody wants back is refunded by nobody meanwhile (decisions, section 9).
const rig = await startRig({ BANK_CALL_MS: '1500', BANK_MS: '5000', PEER_CALL_MS: '2000', POLL_TIME_SCALE: '0.1' });
const orders = ordersOf(rig);
test.after.always('everything stops', async () => {
  await orders.close();
  await rig.stop();
});
test.afterEach.always('everybody behaves again', async () => {
  rig.charges.down = false;
  await rig.behave();
});

const change = ({ chargeId }: Pick<PaidCharge, 'chargeId'>, how: { status: string; disputed: boolean }): void => {
  const known = rig.charges.settlements.get(chargeId);
  const { status, disputed } = how;
  rig.charges.settlements.set(chargeId, { ...known, disputed, charge: { ...known?.charge, status } } as never);
};
const dispute = (it: Pick<PaidCharge, 'chargeId'>): void => change(it, { status: 'DISPUTE', disputed: true });
const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const sentBack = async ({ endToEndId }: PaidCharge): Promise<number> =>
  (await booksOf(rig, endToEndId)).devolutions.reduce((sum, { amount }) => sum + amount, 0);

for (const status of ['DISPUTE', 'CHARGEBACK'] as const)
  test.serial(`422 charge_disputed of a ${status} whose money is at stake, and nothing is held`, async (t) => {
    const it = await paid(rig, { charge: { status }, settlement: { disputed: true } });
    const refused = await refusal(rig.rpc.createRefund(CALL, order(it)));
    t.deepEqual([refused.code, refused.more.reason], ['unprocessable_entity', 'charge_disputed']);
    t.is(rig.ledger.calls.filter((call) => call.startsWith('PlaceHold')).length, 0);
  });

test.serial('lost and paid, it is refunded no more; won, it is again, under the same key', async (t) => {
  const it = await paid(rig, { charge: { status: 'DISPUTE' }, settlement: { disputed: true } });
  const request = order(it);
  t.is((await refusal(rig.rpc.createRefund(CALL, request))).more.reason, 'charge_disputed');
  change(it, { status: 'CHARGEBACK', disputed: false });
  t.is((await refusal(rig.rpc.createRefund(CALL, request))).more.reason, 'charge_not_refundable');
  change(it, { status: 'PAID', disputed: false });
  const { refund } = await rig.rpc.createRefund(CALL, request);
  await arrives(rig, refund?.id ?? '', 'REFUNDED');
});

for (const [way, settlement] of [
  ['devolution', {}],
  ['Pix-out', { payerTaxId: encryptedText('52998224725') }],
] as const)
  test.serial(
    `a ${way} that waits for its bank when the case is opened does not leave, and its hold is void`,
    async (t) => {
      await rig.misbehave({ kind: '503', operation: '*' });
      const it = await paid(rig, { ...(way === 'Pix-out' ? { profileId: PROFILE } : {}), settlement });
      const { id } = await refunded(rig, it);
      dispute(it);
      await rig.behave();
      const document = await arrives(rig, id, 'FAILED');
      t.is(document['failureCode'], 'charge_disputed');
      t.is(holdOf(id)?.state, 'VOIDED');
      t.is(await sentBack(it), 0);
      t.is(requestsOf(rig, 'PUT', id.replaceAll('-', '')), 0);
    },
  );

test.serial('a refund that had left when the case was opened ends as the bank says', async (t) => {
  await rig.misbehave({ kind: 'reset_after_accept', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await until('it was sent', () => requestsOf(rig, 'PUT', id.replaceAll('-', '')) > 0, PATIENT);
  dispute(it);
  await arrives(rig, id, 'REFUNDED');
  t.is(holdOf(id)?.state, 'COMMITTED');
  t.is(await sentBack(it), 1_000);
});

test.serial('one that the bank may have, and has not, is queried once more before it fails', async (t) => {
  await rig.misbehave({ kind: 'reset_before_accept', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await until('it was tried', () => requestsOf(rig, 'PUT', id.replaceAll('-', '')) > 0, PATIENT);
  dispute(it);
  await arrives(rig, id, 'FAILED');
  t.is(holdOf(id)?.state, 'VOIDED');
  t.is(requestsOf(rig, 'PUT', id.replaceAll('-', '')), 1);
});

test.serial('while charge does not say whether it is disputed, nothing leaves', async (t) => {
  await rig.misbehave({ kind: '503', operation: '*' });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  rig.charges.down = true;
  await rig.behave();
  await until(
    'it was tried',
    async () => {
      await due(rig, id);
      return rig.lines().some((line) => line.includes('charge does not say') && line.includes(id));
    },
    PATIENT,
  );
  t.is((await stored(rig, id))?.['status'], 'PENDING');
  t.is(requestsOf(rig, 'PUT', id.replaceAll('-', '')), 0);
  rig.charges.down = false;
  await arrives(rig, id, 'REFUNDED');
  t.is(await sentBack(it), 1_000);
});

test.serial('the refund of a card that is disputed meanwhile does not leave either', async (t) => {
  const it = await orders.paidOrderOf('CREDIT_CARD');
  await rig.misbehave({ kind: '503', operation: '*' });
  const { id } = await refunded(rig, it);
  dispute(it);
  await rig.behave();
  const document = await arrives(rig, id, 'FAILED');
  t.is(document['failureCode'], 'charge_disputed');
  t.deepEqual((await orders.books(it.reference)).refunds, []);
});
