import type { Tenant } from '@gx/core';
import { localAssertion, until } from '@gx/testkit';
import test from 'ava';
import { CALL, holdOf, newTenant, order, PATIENT, paidOut, refusal, startRig, stored } from './rig.ts';

const FINGERPRINT = 'f'.repeat(64);
const clientAddress = '198.51.100.8';
const byKey = { kind: 'api_key', fingerprint: FINGERPRINT, clientAddress };
const rig = await startRig({ env: { PEER_CALL_MS: '1500' } });
const { records } = rig.accounts;
test.after.always('everything stops', rig.stop);

const withKey = (tenant: Tenant) => ({ ...CALL, asserted: () => localAssertion({ tenant, fingerprint: FINGERPRINT }) });
const inAnHour = (): { scheduledForMs: number } => ({ scheduledForMs: Date.now() + 3_600_000 });
/** Once nothing waits: every act on the payout, as it was filed. */
const actsOn = async (id: string, count: number) => {
  await until(`${count} acts on ${id} are filed`, () => records.of(id).length >= count, PATIENT);
  await until('nothing waits', async () => (await stored(rig, id))?.['unfiled'].length === 0, PATIENT);
  return records.of(id).map(({ action, tenant, actor, changes }) => ({
    ...{ action, tenant, changes: changes.map(({ field, before, after }) => [field, before, after]) },
    actor: Object.fromEntries(Object.entries({ ...actor }).filter(([name, value]) => value && !name.startsWith('_'))),
  }));
};

test('a payout that is created and cancelled is two acts of a key, from where it called, however often it is asked for', async (t) => {
  const tenant = newTenant();
  const request = { ...order(tenant, inAnHour()), clientAddress };
  const answers = await Promise.all([1, 2, 3].map(() => rig.rpc.createPayout(withKey(tenant), request)));
  const payoutId = answers[0]?.payout?.id ?? '';
  const cancel = () => rig.rpc.cancelPayout(withKey(tenant), { tenant, payoutId, clientAddress });
  await Promise.allSettled([cancel(), cancel(), cancel()]);
  t.is((await refusal(cancel())).more.reason, 'payout_not_cancellable');
  t.deepEqual(await actsOn(payoutId, 2), [
    { action: 'payout.created', tenant, actor: byKey, changes: [['amount', undefined, '1000']] },
    { action: 'payout.cancelled', tenant, actor: byKey, changes: [['status', 'pending', 'cancelled']] },
  ]);
});

for (const verdict of ['approved', 'rejected'] as const)
  test(`a payout that is ${verdict} is an act of the user who decides, one of several at once`, async (t) => {
    const tenant = newTenant();
    rig.accounts.bound(tenant, { approvalRequired: true });
    const { accessToken, userId } = rig.accounts.user(tenant.accountId);
    const { id: payoutId } = await paidOut(rig, tenant);
    const decide = { approved: rig.rpc.approvePayout, rejected: rig.rpc.rejectPayout }[verdict];
    const request = { accessToken, payoutId, clientAddress };
    const answers = await Promise.allSettled([1, 2, 3].map(() => decide(CALL, request)));
    t.is(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    const [created, ...decided] = await actsOn(payoutId, 2);
    t.is(created?.action, 'payout.created');
    const actor = { kind: 'user', userId, clientAddress };
    t.deepEqual(decided, [{ action: `payout.${verdict}`, tenant, actor, changes: [['decision', undefined, verdict]] }]);
  });

test('a payout that is refused is no act', async (t) => {
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 1);
  await refusal(rig.rpc.createPayout(withKey(tenant), order(tenant)));
  rig.ledger.available.set(tenant.accountId, 5_000);
  const { id } = await paidOut(rig, tenant);
  t.is((await actsOn(id, 1)).length, 1);
  t.is([...records.acts.values()].filter((act) => act.tenant?.accountId === tenant.accountId).length, 1);
});

test.serial('while keys takes no acts payouts go on; another process files what the first one left', async (t) => {
  const tenant = newTenant();
  const dying = await rig.replica();
  records.down = true;
  const tried = records.refused;
  const { id } = await paidOut(dying, tenant, inAnHour());
  t.is(holdOf(rig, id)?.state, 'HELD');
  await until('somebody has tried', () => records.refused > tried + 1, PATIENT);
  await dying.stop();
  t.deepEqual(records.of(id), []);
  records.down = false;
  t.is((await actsOn(id, 1)).length, 1);
});
