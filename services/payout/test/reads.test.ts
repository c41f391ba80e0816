import { newId } from '@gx/core';
import test from 'ava';
import {
  arrives,
  bankId,
  CALL,
  event,
  make,
  newKey,
  newTenant,
  paidOut,
  refusal,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const rig = await startRig({ env: { POLL_TIME_SCALE: '0.1' } });
test.after.always('everything stops', rig.stop);

const ANY = 'STATUS_UNSPECIFIED' as const;

test('the list is newest first, by cursor, of one tenant and mode', async (t) => {
  const tenant = newTenant();
  const made = [];
  for (let n = 0; n < 5; n += 1) made.unshift((await paidOut(rig, tenant)).id);
  await paidOut(rig, { ...tenant, livemode: true });
  const first = await rig.rpc.listPayouts(CALL, { tenant, limit: 2, status: ANY });
  t.deepEqual(
    first.payouts.map(({ id }) => id),
    made.slice(0, 2),
  );
  t.true(first.hasMore);
  const rest = await rig.rpc.listPayouts(CALL, { tenant, limit: 100, status: ANY, startingAfter: made[1] ?? '' });
  t.deepEqual(
    rest.payouts.map(({ id }) => id),
    made.slice(2),
  );
  t.false(rest.hasMore);
});

test('the list by status and time of creation, both ends inclusive', async (t) => {
  const tenant = newTenant();
  const paid = await paidOut(rig, tenant);
  const failed = await paidOut(rig, tenant, toKey(newKey('fail-ac03')));
  const waiting = await paidOut(rig, tenant, { scheduledForMs: Date.now() + 3_600_000 });
  await arrives(rig, paid.id, 'PAID');
  await arrives(rig, failed.id, 'FAILED');
  const idsOf = async (filter: object) =>
    (await rig.rpc.listPayouts(CALL, { tenant, limit: 100, status: ANY, ...filter })).payouts.map(({ id }) => id);
  t.deepEqual(await idsOf({ status: 'PENDING' }), [waiting.id]);
  t.deepEqual(await idsOf({ status: 'PAID' }), [paid.id]);
  t.deepEqual(await idsOf({ status: 'FAILED' }), [failed.id]);
  t.deepEqual(await idsOf({ status: 'CANCELLED' }), []);
  t.deepEqual(await idsOf({ createdAfterMs: failed.createdAtMs, createdBeforeMs: failed.createdAtMs }), [failed.id]);
  t.deepEqual(await idsOf({ createdAfterMs: waiting.createdAtMs + 1 }), []);
});

test('400 invalid_cursor: malformed, unknown, foreign, of the other mode', async (t) => {
  const tenant = newTenant();
  const foreign = await paidOut(rig, newTenant());
  const live = await paidOut(rig, { ...tenant, livemode: true });
  for (const startingAfter of ['nonsense', newId('payout'), foreign.id, live.id]) {
    const refused = await refusal(rig.rpc.listPayouts(CALL, { tenant, limit: 10, status: ANY, startingAfter }));
    t.deepEqual([refused.code, refused.more.param], ['invalid_cursor', 'starting_after']);
  }
});

test('404 an unknown payout, a foreign one and one of the other mode are one answer', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  const messages = [];
  for (const request of [
    { tenant, payoutId: newId('payout') },
    { tenant: newTenant(), payoutId: id },
    { tenant: { ...tenant, livemode: true }, payoutId: id },
    { tenant, payoutId: 'nonsense' },
  ]) {
    const refused = await refusal(rig.rpc.getPayout(CALL, request));
    messages.push(`${refused.code} ${refused.message}`);
  }
  t.is(new Set(messages).size, 1);
});

test('what nobody was promised is in no read', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant, { scheduledForMs: Date.now() + 3_600_000 });
  for (const status of ['INITIATED', 'DROPPED']) {
    await make(rig, id, { status, dueAt: null });
    t.is((await refusal(rig.rpc.getPayout(CALL, { tenant, payoutId: id }))).code, 'not_found');
    t.deepEqual((await rig.rpc.listPayouts(CALL, { tenant, limit: 10, status: ANY })).payouts, []);
    t.is((await refusal(rig.rpc.cancelPayout(CALL, { tenant, payoutId: id }))).code, 'not_found');
  }
});

test('the simulator’s books of a payout name nobody; before it is sent there are none, and live never', async (t) => {
  const tenant = newTenant();
  const key = newKey();
  const { id } = await paidOut(rig, tenant, toKey(key));
  await event(rig, id, 'payout.paid');
  const { stateJson } = await rig.rpc.getSimulatedProviderState(CALL, { tenant, payoutId: id });
  t.like(JSON.parse(stateJson), { id: bankId(id), amount: 1_000, status: 'REALIZADO', returns: [] });
  t.false(stateJson.includes(key));
  const waiting = await paidOut(rig, tenant, { scheduledForMs: Date.now() + 3_600_000 });
  t.is((await rig.rpc.getSimulatedProviderState(CALL, { tenant, payoutId: waiting.id })).stateJson, '{}');
  const live = { ...tenant, livemode: true };
  const other = await paidOut(rig, live);
  t.is(
    (await refusal(rig.rpc.getSimulatedProviderState(CALL, { tenant: live, payoutId: other.id }))).code,
    'not_found',
  );
});

test('for operators: what was let go in a window, with the word of the bank, a page at a time', async (t) => {
  const from = Date.now();
  const tenant = newTenant();
  const made: Awaited<ReturnType<typeof paidOut>>[] = [];
  for (let n = 0; n < 3; n += 1) made.push(await paidOut(rig, tenant));
  for (const { id } of made) await arrives(rig, id, 'PAID');
  const waiting = await paidOut(rig, tenant, { scheduledForMs: Date.now() + 3_600_000 });
  const window = { bankProfileId: 'sim', fromMs: from, toMs: Date.now() + 60_000 };
  const { pixOuts } = await rig.rpc.listPixOuts(CALL, window);
  const ours = pixOuts.filter(({ payoutId }) => [...made, waiting].some(({ id }) => id === payoutId));
  t.deepEqual(
    ours.map(({ payoutId, bankStatus, bankAmount, status }) => ({ payoutId, bankStatus, bankAmount, status })),
    made.map(({ id }) => ({ payoutId: id, bankStatus: 'sent', bankAmount: 1_000, status: 'PAID' })),
  );
  const releasedAt = new Date((await stored(rig, made[1]?.id ?? ''))?.['releasedAt']).getTime();
  const after = `${releasedAt}:${made[1]?.id}`;
  const rest = (await rig.rpc.listPixOuts(CALL, { ...window, after })).pixOuts.map(({ payoutId }) => payoutId);
  t.true(rest.includes(made[2]?.id ?? ''));
  t.false(rest.includes(made[0]?.id ?? '') || rest.includes(made[1]?.id ?? ''));
  t.is((await refusal(rig.rpc.listPixOuts(CALL, { ...window, bankProfileId: 'none' }))).code, 'not_found');
  t.is((await refusal(rig.rpc.listPixOuts(CALL, { ...window, after: 'x' }))).more.param, 'after');
});
