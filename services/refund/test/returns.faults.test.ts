import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { booksOf, requestsOf } from './at-bank.ts';
import {
  announced,
  arrives,
  CALL,
  due,
  event,
  make,
  newTenant,
  PATIENT,
  PLAIN_PROFILE,
  pixIn,
  refusal,
  stands,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig({
  BANK_CALL_MS: '1500',
  BANK_MS: '5000',
  PEER_CALL_MS: '2000',
  POLL_TIME_SCALE: '0.1',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

/** Charge has decided about a Pix: it goes back. */
async function ordered(change: { amount?: number; reason?: string; endToEndId?: string } = {}) {
  const { amount = 1_500, reason = 'AMOUNT_MISMATCH' } = change;
  const endToEndId = change.endToEndId ?? (await pixIn(rig, amount));
  const [tenant, chargeId, returnId] = [newTenant(), newId('charge'), newId('refund')];
  const order = { returnId, bankProfileId: PLAIN_PROFILE, endToEndId, amount, currency: 'BRL', reason, paidAtMs: 1 };
  await rig.bus.orderReturn(tenant, chargeId, order);
  return { id: returnId as string, tenant, chargeId, endToEndId, order };
}
const returned = async (endToEndId: string) =>
  (await booksOf(rig, endToEndId)).devolutions.filter(({ status }) => status === 'DEVOLVIDO');
const known = (id: string) => until('it is ordered', async () => (await stored(rig, id)) ?? undefined, PATIENT);
const WALK = ['return.progressed IN_PROGRESS', 'return.progressed REFUNDED'];

test.serial('a return goes back in full, once, and never through a wallet', async (t) => {
  const it = await ordered({ reason: 'PAYER_MISMATCH' });
  const done = await event(rig, it.id, 'return.progressed', 'REFUNDED');
  t.deepEqual(announced(rig, it.id), WALK);
  t.like(done, { chargeId: it.chargeId, tenant: it.tenant });
  t.like(done.returnProgressed, {
    bankProfileId: PLAIN_PROFILE,
    endToEndId: it.endToEndId,
    amount: 1_500,
    currency: 'BRL',
    reason: 'PAYER_MISMATCH',
  });
  t.like(await booksOf(rig, it.endToEndId), { devolutions: [{ amount: 1_500, status: 'DEVOLVIDO' }] });
  t.deepEqual(rig.ledger.calls, []);
  const { refunds } = await rig.rpc.listRefunds(CALL, it);
  t.like(refunds[0], {
    kind: 'RETURN',
    amount: 1_500,
    status: 'REFUNDED',
    reason: 'PAYER_MISMATCH',
    strategy: 'DEVOLUTION',
  });
  rig.toBank.assertClean();
});

test.serial('money of no charge goes back too, for the platform’s account', async (t) => {
  const endToEndId = await pixIn(rig, 200);
  const returnId = newId('refund');
  const order = {
    returnId,
    bankProfileId: PLAIN_PROFILE,
    endToEndId,
    amount: 200,
    currency: 'BRL',
    reason: 'UNKNOWN_CHARGE',
  };
  await rig.bus.orderReturn({ accountId: PLATFORM_ACCOUNT, livemode: false }, '', order);
  const done = await event(rig, returnId, 'return.progressed', 'REFUNDED');
  t.is(done.chargeId, '');
  t.is((await returned(endToEndId)).length, 1);
});

test.serial('ordered five times on two replicas: one return, one devolution', async (t) => {
  const second = await rig.replica();
  const it = await ordered();
  await Promise.all([1, 2, 3, 4].map(() => rig.bus.orderReturn(it.tenant, it.chargeId, it.order)));
  await arrives(rig, it.id, 'REFUNDED');
  await rig.bus.orderReturn(it.tenant, it.chargeId, it.order);
  const after = await ordered();
  await arrives(rig, after.id, 'REFUNDED');
  t.is((await returned(it.endToEndId)).length, 1);
  t.deepEqual(
    announced(rig, it.id).filter((one) => !one.endsWith('PENDING')),
    WALK,
  );
  await second.stop();
});

test.serial('another order for the same Pix is dead-lettered, not followed', async (t) => {
  const it = await ordered();
  await arrives(rig, it.id, 'REFUNDED');
  await rig.bus.orderReturn(it.tenant, it.chargeId, { ...it.order, returnId: newId('refund') });
  await until(
    'it is dead-lettered',
    () => rig.bus.deadLetters().includes('another return of this Pix was ordered before'),
    PATIENT,
  );
  t.is((await returned(it.endToEndId)).length, 1);
});

test.serial('an order that says nothing is dead-lettered', async (t) => {
  const before = rig.bus.deadLetters().length;
  const tenant = newTenant();
  const order = {
    returnId: newId('refund'),
    bankProfileId: 'plain',
    endToEndId: 'E1',
    amount: 0,
    currency: 'BRL',
    reason: 'X',
  };
  await rig.bus.orderReturn(tenant, newId('charge'), order);
  await rig.bus.send(tenant, 'charge.return_ordered', Buffer.from('not an event'));
  await until('both are dead-lettered', () => rig.bus.deadLetters().length === before + 2, PATIENT);
  t.true(rig.bus.deadLetters().includes('a return of no amount'));
});

test.serial(
  'tried again under a new id after an explicit failure alone; after three a person decides, and may try again',
  async (t) => {
    await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 3, code: 'AB03' });
    const it = await ordered();
    const first = await known(it.id);
    const document = await arrives(rig, it.id, 'FAILED');
    t.is(document['bankIds'], 3);
    t.not(document['bankId'], first['bankId']);
    const { devolutions } = await booksOf(rig, it.endToEndId);
    t.is(new Set(devolutions.map(({ id }) => id)).size, 3);
    t.true(devolutions.every(({ status }) => status === 'NAO_REALIZADO'));
    await event(rig, it.id, 'return.progressed', 'FAILED');
    t.deepEqual(announced(rig, it.id), ['return.progressed IN_PROGRESS', 'return.progressed FAILED']);
    t.true(rig.lines().some((line) => line.includes('return_failed') && line.includes(it.id)));
    const { returns } = await rig.rpc.listFailedReturns(CALL, { limit: 10 });
    t.like(
      returns.find(({ id }) => id === it.id),
      { status: 'FAILED', failureCode: 'AB03', amount: 1_500 },
    );
    t.is((await rig.rpc.retryReturn(CALL, { returnId: it.id })).status, 'PENDING');
    await arrives(rig, it.id, 'REFUNDED');
    t.is((await returned(it.endToEndId)).length, 1);
    const [act, ...more] = await until('it is filed', () => {
      const acts = rig.accounts.records.of(it.id);
      return acts.length > 0 && acts;
    });
    t.like(act, { action: 'return.retried', changes: [{ field: 'status', before: 'failed', after: 'pending' }] });
    t.deepEqual([act?.actor?.kind, more], ['operator', []]);
    t.is((await refusal(rig.rpc.retryReturn(CALL, { returnId: it.id }))).code, 'unprocessable_entity');
    t.is((await refusal(rig.rpc.retryReturn(CALL, { returnId: newId('refund') }))).code, 'not_found');
    t.false((await rig.rpc.listFailedReturns(CALL, { limit: 10 })).returns.some(({ id }) => id === it.id));
  },
);

test.serial('a retry that fails again goes straight back to the person', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 4 });
  const it = await ordered();
  await arrives(rig, it.id, 'FAILED');
  await rig.rpc.retryReturn(CALL, { returnId: it.id });
  t.is((await arrives(rig, it.id, 'FAILED'))['bankIds'], 4);
});

test.serial('the next try waits for its time, also when the bank speaks of the one before', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 1 });
  const it = await ordered();
  await until('the first has failed', async () => (await stored(rig, it.id))?.['bankIds'] === 2, PATIENT);
  await make(rig, it.id, { dueAt: new Date(Date.now() + 3_600_000) });
  await rig.bus.callback(it.tenant, { bankProfileId: PLAIN_PROFILE, endToEndId: it.endToEndId });
  const after = await ordered();
  await stands(rig, after.id, 'REFUNDED');
  t.true((await stored(rig, it.id))?.['dueAt'] > new Date());
  await arrives(rig, it.id, 'REFUNDED');
});

test.serial('a lost answer is no failure: polled under the same id', async (t) => {
  await rig.misbehave({ kind: 'reset_after_accept', operation: 'devolution_put', times: 1 });
  const it = await ordered();
  const document = await arrives(rig, it.id, 'REFUNDED');
  t.is(document['bankIds'], 1);
  t.is((await returned(it.endToEndId)).length, 1);
  rig.toBank.takeViolations();
});

test.serial('a bank that does not answer: no new id, however long', async (t) => {
  await rig.misbehave({ kind: '503', operation: '*' });
  const it = await ordered();
  await until(
    'it was tried often',
    async () => {
      await due(rig, it.id);
      return ((await stored(rig, it.id))?.['polls'] ?? 0) >= 4;
    },
    PATIENT,
  );
  t.like(await stored(rig, it.id), { bankIds: 1, status: 'PENDING' });
  await rig.behave();
  await arrives(rig, it.id, 'REFUNDED');
});

/** Somebody at the bank's own pages sends money of a Pix back. */
async function byHand(endToEndId: string, valor: string): Promise<void> {
  const { clientId, clientSecret } = rig.bank;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials';
  const token = await fetch(`${rig.simulator.url}/oauth/token`, { method: 'POST', headers, body });
  const { access_token } = (await token.json()) as { access_token: string };
  const answer = await fetch(`${rig.simulator.url}/v2/pix/${endToEndId}/devolucao/byhand`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ valor }),
  });
  if (!answer.ok) throw new Error(`the bank answered ${answer.status}`);
}

test.serial('a Pix that somebody else has sent back in full counts as returned: not one order of ours', async (t) => {
  const endToEndId = await pixIn(rig, 700);
  await byHand(endToEndId, '7.00');
  const it = await ordered({ amount: 700, endToEndId });
  await arrives(rig, it.id, 'REFUNDED');
  t.deepEqual(
    (await returned(endToEndId)).map(({ id }) => id),
    ['byhand'],
  );
  t.is(requestsOf(rig, 'PUT', endToEndId), 0);
});

test.serial('a Pix on its way back by another hand is waited for, not sent back twice', async (t) => {
  const endToEndId = await pixIn(rig, 700);
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  await byHand(endToEndId, '7.00');
  const it = await ordered({ amount: 700, endToEndId });
  await until('it was looked at', async () => ((await known(it.id))['polls'] ?? 0) >= 1);
  t.is(requestsOf(rig, 'PUT', endToEndId), 0);
  await rig.simulator.control('POST', `/sim/devolutions/${endToEndId}/byhand`, { status: 'DEVOLVIDO' });
  await arrives(rig, it.id, 'REFUNDED');
  t.is(requestsOf(rig, 'PUT', endToEndId), 0);
});

test.serial('a failed return that a person sends back by hand is found to be gone', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 3 });
  const it = await ordered({ amount: 700 });
  await arrives(rig, it.id, 'FAILED');
  await rig.behave();
  await byHand(it.endToEndId, '7.00');
  await rig.bus.callback(it.tenant, { bankProfileId: PLAIN_PROFILE, endToEndId: it.endToEndId });
  await stands(rig, it.id, 'REFUNDED');
  await event(rig, it.id, 'return.progressed', 'REFUNDED');
  t.is((await returned(it.endToEndId)).length, 1);
});
