import { until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  CALL,
  countOf,
  due,
  event,
  holdOf,
  make,
  newTenant,
  order,
  paidOut,
  refusal,
  requestsOf,
  sentOf,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig({ env: { POLL_TIME_SCALE: '0.1', PEER_CALL_MS: '1500' } });
test.after.always('everything stops', rig.stop);

const HOUR = 3_600_000;
const bankIdOf = (id: string): string => id.replaceAll('-', '');
const REASONS = { NO_PAYOUTS: 'payouts_blocked', FROZEN: 'account_frozen', CLOSED: 'account_closed' } as const;

/** Far enough ahead that its account is in another state by then. */
const SOON_MS = 4_000;
const soon = () => ({ scheduledForMs: Date.now() + SOON_MS });

/** From now on so many looks at a payout end with leaving it as it is. */
async function isLeft(id: string, looks = 3): Promise<void> {
  const before = (await stored(rig, id))?.['attempts'] ?? 0;
  await until(`${id} was looked at`, async () => {
    const document = await stored(rig, id);
    if (document?.['attempts'] >= before + looks && document?.['owner'] === null) return true;
    await due(rig, id);
    return false;
  });
}
const itsTime = ({ scheduledForMs = 0 }: { readonly scheduledForMs?: number | undefined }) =>
  until('its time has come', () => Date.now() > scheduledForMs);

for (const [state, reason] of Object.entries(REASONS)) {
  test(`${state}: what is scheduled stays pending with its money held when its time comes, and goes once ACTIVE`, async (t) => {
    const tenant = newTenant();
    const payout = await paidOut(rig, tenant, soon());
    rig.accounts.put(tenant.accountId, state);
    await itsTime(payout);
    const { id } = payout;
    await isLeft(id);
    t.like(await stored(rig, id), { status: 'PENDING', releasedAt: null, finalStatus: null });
    t.is(holdOf(rig, id)?.state, 'HELD');
    t.is(await sentOf(rig, id), undefined);
    t.is(requestsOf(rig, 'PUT', bankIdOf(id)), 0);
    rig.accounts.put(tenant.accountId, 'ACTIVE');
    await event(rig, id, 'payout.paid');
  });

  test(`${state}: a payout that waits can be cancelled, and its money is back`, async (t) => {
    const tenant = newTenant();
    rig.ledger.available.set(tenant.accountId, 5_000);
    const { id } = await paidOut(rig, tenant, { scheduledForMs: Date.now() + HOUR });
    rig.accounts.put(tenant.accountId, state);
    t.is((await rig.rpc.cancelPayout(CALL, { tenant, payoutId: id })).status, 'CANCELLED');
    t.is(rig.ledger.available.get(tenant.accountId), 5_000);
  });

  test(`${state}: a create is refused with ${reason}, stores nothing and frees its key`, async (t) => {
    const tenant = newTenant();
    rig.accounts.put(tenant.accountId, state);
    const request = order(tenant);
    const refused = await refusal(rig.rpc.createPayout(CALL, request));
    t.deepEqual([refused.code, refused.more.reason], ['forbidden', reason]);
    t.is(await countOf(rig, tenant), 0);
    rig.accounts.put(tenant.accountId, 'ACTIVE');
    const { replayed, payout } = await rig.rpc.createPayout(CALL, request);
    t.false(replayed);
    await event(rig, payout?.id ?? '', 'payout.paid');
  });
}

test.serial(
  'a payout that was answered before the freeze is answered so again, and what is processing goes on',
  async (t) => {
    const tenant = newTenant();
    await rig.misbehave({ operation: 'pix_out_put', kind: '503', times: 2 });
    const request = order(tenant);
    const { payout } = await rig.rpc.createPayout(CALL, request);
    rig.accounts.put(tenant.accountId, 'FROZEN');
    t.is(payout?.status, 'PROCESSING');
    await arrives(rig, payout?.id ?? '', 'PAID');
    const again = await rig.rpc.createPayout(CALL, request);
    t.true(again.replayed);
    t.deepEqual(again.payout, payout);
  },
);

test('approved while its account is frozen it waits on, approved, and goes once ACTIVE', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { approvalRequired: true });
  const { accessToken } = rig.accounts.user(tenant.accountId);
  const { id } = await paidOut(rig, tenant);
  rig.accounts.put(tenant.accountId, 'FROZEN');
  t.is((await rig.rpc.approvePayout(CALL, { accessToken, payoutId: id })).status, 'PENDING');
  await isLeft(id);
  t.is((await stored(rig, id))?.['decision']?.verdict, 'approved');
  t.is(await sentOf(rig, id), undefined);
  rig.accounts.put(tenant.accountId, 'ACTIVE');
  await event(rig, id, 'payout.paid');
});

test('undecided for seven days it is cancelled in a frozen account too', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { approvalRequired: true });
  const { id } = await paidOut(rig, tenant);
  rig.accounts.put(tenant.accountId, 'FROZEN');
  await make(rig, id, { createdAt: new Date(Date.now() - 7 * 24 * HOUR), dueAt: new Date(0) });
  await arrives(rig, id, 'CANCELLED');
  t.is(holdOf(rig, id)?.state, 'VOIDED');
});

test.serial(
  'a creation that was left behind and whose account was frozen meanwhile is taken back: nothing is held, its key is free',
  async (t) => {
    const tenant = newTenant();
    rig.ledger.available.set(tenant.accountId, 5_000);
    rig.ledger.trouble('PlaceHold', ...Array.from({ length: 4 }, () => 'unavailable' as const));
    const request = order(tenant);
    t.is((await refusal(rig.rpc.createPayout(CALL, request))).code, 'service_unavailable');
    rig.accounts.put(tenant.accountId, 'FROZEN');
    rig.ledger.heal('PlaceHold');
    await until('it is gone', async () => {
      if ((await countOf(rig, tenant)) === 0) return true;
      await rig.database.connection
        .collection('payouts')
        .updateOne({ accountId: tenant.accountId, owner: null }, { $set: { dueAt: new Date(0) } });
      return false;
    });
    t.is(rig.ledger.available.get(tenant.accountId), 5_000);
    rig.accounts.put(tenant.accountId, 'ACTIVE');
    t.false((await rig.rpc.createPayout(CALL, request)).replayed);
  },
);

test.serial('keys away when its time has come: it is not sent, and goes once they answer', async (t) => {
  const tenant = newTenant();
  const payout = await paidOut(rig, tenant, soon());
  rig.accounts.down = true;
  await itsTime(payout);
  const { id } = payout;
  await isLeft(id, 2);
  t.is((await stored(rig, id))?.['status'], 'PENDING');
  rig.accounts.down = false;
  await arrives(rig, id, 'PAID');
});
