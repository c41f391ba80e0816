import type { Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import {
  announced,
  arrives,
  CALL,
  event,
  holdOf,
  make,
  newKey,
  newTenant,
  type PayoutRequest,
  paidOut,
  refusal,
  sentOf,
  stands,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const rig = await startRig({ env: { CUSTOMER_KEY_SECONDS: '1', POLL_TIME_SCALE: '0.1' } });
test.after.always('everything stops', rig.stop);

const TEXT = 'Aluguel';
const LATER = () => ({ scheduledForMs: Date.now() + 3_600_000 });
const keys = rig.database.connection.collection<{ _id: string }>('customer_keys');
const keyIdOf = async (id: string): Promise<string> => (await stored(rig, id))?.['payee'].keyId;

/** A payout that waits for its time, to a payee of its own. */
async function waiting(tenant: Tenant, change: PayoutRequest = {}) {
  const { id } = await paidOut(rig, tenant, { ...toKey(newKey()), description: TEXT, ...LATER(), ...change });
  return { id, read: (rpc = rig.rpc) => rpc.getPayout(CALL, { tenant, payoutId: id }) };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;

/** Loses the key of a payout, as every process sees soon; brings it back when what it answers is called. */
async function loseKey({ id, read }: Waiting) {
  const key = await keys.findOneAndDelete({ _id: await keyIdOf(id) });
  await until('the process has forgotten the key', () =>
    read().then(
      () => false,
      ({ code }: { readonly code?: string }) => code === 'internal_error',
    ),
  );
  return async () => {
    if (key !== null) await keys.insertOne(key);
  };
}
const listed = async (tenant: Tenant, more: object = {}) =>
  (await rig.rpc.listPayouts(CALL, { tenant, limit: 10, status: 'STATUS_UNSPECIFIED', ...more })).payouts.map(
    ({ id, description, personalData }) => ({ id, description, hides: personalData?.fields.join() }),
  );

test.serial(
  'lists that meet a payout whose key is lost: the others as ever, and that one without its payee, in its place; not as an erased one, and an operator is called',
  async (t) => {
    const tenant = newTenant();
    const [first, lost, last] = [await waiting(tenant), await waiting(tenant), await waiting(tenant)];
    const bringBack = await loseKey(lost);
    const whole = ({ id }: Waiting) => ({ id, description: TEXT, hides: undefined });
    const closed = { id: lost.id, description: undefined, hides: 'description' };
    t.deepEqual(await listed(tenant), [whole(last), closed, whole(first)]);
    t.deepEqual(await listed(tenant, { startingAfter: lost.id }), [whole(first)]);
    t.is((await refusal(lost.read())).code, 'internal_error');
    const keyId = await keyIdOf(lost.id);
    t.true(rig.lines().some((line) => line.includes('customer_key_lost') && line.includes(keyId)));
    await bringBack();
    await until('it is shown again', async () => (await listed(tenant))[1]?.description === TEXT);
  },
);

test.serial(
  'a payout whose key is lost is cancelled: its money is back, the merchant hears of it, and nothing was sent',
  async (t) => {
    const tenant = newTenant();
    rig.ledger.available.set(tenant.accountId, 5_000);
    const lost = await waiting(tenant);
    const bringBack = await loseKey(lost);
    const cancelled = await rig.rpc.cancelPayout(CALL, { tenant, payoutId: lost.id });
    t.like(cancelled, { id: lost.id, status: 'CANCELLED', description: undefined });
    t.is(rig.ledger.available.get(tenant.accountId), 5_000);
    const { failed } = await event(rig, lost.id, 'payout.failed');
    t.is(failed?.payout?.personalData?.keyId, await keyIdOf(lost.id), 'it has what it had, for when the key is back');
    t.like(await refusal(rig.rpc.cancelPayout(CALL, { tenant, payoutId: lost.id })), {
      more: { reason: 'payout_not_cancellable' },
    });
    t.is(await sentOf(rig, lost.id), undefined);
    await bringBack();
    const isBack = () => lost.read().catch(() => undefined);
    t.like(await until('it is read again', isBack), { status: 'CANCELLED', description: TEXT });
  },
);

test.serial(
  'a payout whose key is lost is cancelled while the ledger is away: a job brings it to its end',
  async (t) => {
    const tenant = newTenant();
    const lost = await waiting(tenant);
    await loseKey(lost);
    rig.ledger.trouble('VoidHold', 'unavailable', 'unavailable', 'unavailable');
    const refused = await refusal(rig.rpc.cancelPayout(CALL, { tenant, payoutId: lost.id }));
    t.is(refused.code, 'service_unavailable');
    rig.ledger.heal('VoidHold');
    await stands(rig, lost.id, 'CANCELLED');
    t.is(holdOf(rig, lost.id)?.state, 'VOIDED');
    await event(rig, lost.id, 'payout.failed');
    t.deepEqual(announced(rig, lost.id), [
      'payout.created PENDING<STATUS_UNSPECIFIED',
      'payout.failed CANCELLED<PENDING',
    ]);
  },
);

test.serial(
  'a payout whose key is lost is let go to its bank: it is not sent, and once the key is back it is',
  async (t) => {
    const lost = await waiting(newTenant());
    const bringBack = await loseKey(lost);
    await make(rig, lost.id, { status: 'PROCESSING', releasedAt: new Date(), dueAt: new Date(0) });
    await until('it was due', () =>
      rig.lines().some((line) => line.includes('a payout cannot be opened') && line.includes(lost.id)),
    );
    t.like(await stored(rig, lost.id), { status: 'PROCESSING', finalStatus: null });
    t.is(await sentOf(rig, lost.id), undefined);
    await bringBack();
    await arrives(rig, lost.id, 'PAID');
    t.truthy(await sentOf(rig, lost.id));
  },
);
