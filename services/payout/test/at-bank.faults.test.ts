import { until } from '@gx/testkit';
import test from 'ava';
import {
  announced,
  arrives,
  bankId,
  CALL,
  due,
  event,
  holdOf,
  make,
  newKey,
  newTenant,
  paidOut,
  requestsOf,
  sentOf,
  stands,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const rig = await startRig({
  env: { BANK_CALL_MS: '1500', BANK_MS: '5000', PEER_CALL_MS: '2000', POLL_TIME_SCALE: '0.1' },
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const CREATED = 'payout.created PROCESSING<STATUS_UNSPECIFIED';
const PAID = [CREATED, 'payout.paid PAID<PROCESSING'];
const FAILED = [CREATED, 'payout.failed FAILED<PROCESSING'];

test.serial(
  'a failure in so many words: failed with the code of the bank and a sentence, the hold given back',
  async (t) => {
    const tenant = newTenant();
    rig.ledger.available.set(tenant.accountId, 5_000);
    const { id } = await paidOut(rig, tenant, toKey(newKey('fail-ac03')));
    const failed = await event(rig, id, 'payout.failed');
    t.like(failed.failed?.payout, {
      failureCode: 'AC03',
      failureMessage: 'The account of the recipient does not exist.',
    });
    t.deepEqual(announced(rig, id), FAILED);
    t.is(holdOf(rig, id)?.state, 'VOIDED');
    t.is(rig.ledger.available.get(tenant.accountId), 5_000);
  },
);

test.serial('slow money is asked for until it is there, under one id', async (t) => {
  await rig.misbehave({ kind: 'slow', operation: 'pix_out_put', times: 1, ms: 900 });
  const { id } = await paidOut(rig, newTenant());
  await until('the bank has it', async () => (await stored(rig, id))?.['acknowledged'] === true);
  t.is(holdOf(rig, id)?.state, 'HELD');
  await stands(rig, id, 'PAID');
  t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
});

test.serial('never answered and found by asking: paid, sent once', async (t) => {
  const { id } = await paidOut(rig, newTenant(), toKey(newKey('hang')));
  await event(rig, id, 'payout.paid');
  t.deepEqual(announced(rig, id), PAID);
  t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
  t.true(requestsOf(rig, 'GET', bankId(id)) >= 1);
  rig.toBank.takeViolations();
});

for (const [kind, accept] of [
  ['500', true],
  ['500', false],
  ['504', true],
  ['reset_after_accept', true],
  ['reset_before_accept', false],
] as const) {
  const did = accept ? 'did' : 'did not do';
  test.serial(`${kind}, and the bank ${did} it: asked for, then the same id and bytes, once`, async (t) => {
    await rig.misbehave({ kind, operation: 'pix_out_put', times: 1, accept });
    const { id } = await paidOut(rig, newTenant());
    await arrives(rig, id, 'PAID');
    await event(rig, id, 'payout.paid');
    t.deepEqual(announced(rig, id), PAID);
    t.is(requestsOf(rig, 'PUT', bankId(id)), accept ? 1 : 2);
    t.is(holdOf(rig, id)?.state, 'COMMITTED');
    rig.toBank.takeViolations();
  });
}

test.serial(
  'a bank that is silent: processing, never failed by silence or age, and paid once it answers',
  async (t) => {
    await rig.misbehave({ kind: '503', operation: 'pix_out_put' });
    await rig.misbehave({ kind: '503', operation: 'pix_out_get' });
    const { id } = await paidOut(rig, newTenant());
    for (let n = 0; n < 6; n += 1) {
      const { attempts } = (await stored(rig, id)) as unknown as { attempts: number };
      await due(rig, id);
      await until('it was looked at', async () => (await stored(rig, id))?.['attempts'] !== attempts);
    }
    t.is((await stored(rig, id))?.['status'], 'PROCESSING');
    t.is(holdOf(rig, id)?.state, 'HELD');
    await rig.behave();
    await arrives(rig, id, 'PAID');
    rig.toBank.takeViolations();
  },
);

test.serial('looked at for more than an hour without an end: the alarm payout_stuck', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'pix_out_put', times: 1 });
  const { id } = await paidOut(rig, newTenant());
  await until('the bank has it', async () => (await stored(rig, id))?.['acknowledged'] === true);
  await make(rig, id, { polls: 6, dueAt: new Date(0) });
  await until('the alarm', () => rig.lines().some((line) => line.includes('payout_stuck') && line.includes(id)));
  t.is((await stored(rig, id))?.['status'], 'PROCESSING');
});

test.serial('a callback makes it be asked for at once, and proves nothing', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'pix_out_put', times: 1 });
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  await until('the bank has it', async () => (await stored(rig, id))?.['acknowledged'] === true);
  await make(rig, id, { dueAt: new Date(Date.now() + 3_600_000) });
  const before = requestsOf(rig, 'GET', bankId(id));
  const calledBack = { bankProfileId: 'sim', pixOutId: bankId(id) };
  await rig.bus.callback(tenant, calledBack);
  await until('it was asked for', () => requestsOf(rig, 'GET', bankId(id)) > before, { timeoutMs: 30_000 });
  t.is((await stored(rig, id))?.['status'], 'PROCESSING');
  await make(rig, id, { dueAt: new Date(Date.now() + 3_600_000) });
  await rig.simulator.control('POST', `/sim/pix-out/${bankId(id)}`, { status: 'REALIZADO' });
  await rig.bus.callback(tenant, calledBack);
  await stands(rig, id, 'PAID');
});

test.serial('a callback about nothing of ours, and one that names no bank, change nothing', async (t) => {
  const tenant = newTenant();
  const dead = rig.bus.deadLetters().length;
  await rig.bus.callback(tenant, { bankProfileId: 'sim', pixOutId: 'f'.repeat(32) });
  await rig.bus.callback(tenant, { bankProfileId: '', pixOutId: 'f'.repeat(32) });
  await until('the one of no bank is a dead letter', () => rig.bus.deadLetters().length === dead + 1, {
    timeoutMs: 30_000,
  });
  t.is(rig.bus.deadLetters().at(-1), 'a callback of no bank');
});

test.serial('the bank shows another amount under our id: nothing is concluded, and it alarms', async (t) => {
  const { id } = await paidOut(rig, newTenant(), { scheduledForMs: Date.now() + 3_600_000 });
  const pixOut = { valor: '1.00', pagador: { chave: rig.bank.pixKey }, favorecido: { chave: newKey() } };
  const auth = Buffer.from(`${rig.bank.clientId}:${rig.bank.clientSecret}`).toString('base64');
  const token = await fetch(`${rig.simulator.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${auth}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const put = await fetch(`${rig.simulator.url}/v2/gn/pix/${bankId(id)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(pixOut),
  });
  t.true(put.ok);
  await make(rig, id, { status: 'PROCESSING', releasedAt: new Date(), dueAt: new Date(0) });
  await until('the alarm', () =>
    rig.lines().some((line) => line.includes('payout_unusable_at_bank') && line.includes(id)),
  );
  t.is((await stored(rig, id))?.['finalStatus'], null);
});

test.serial('the ledger away at the end: the payout stays processing, and ends the same way later', async (t) => {
  rig.ledger.trouble('CommitHold', 'unavailable', 'unavailable');
  const { id } = await paidOut(rig, newTenant());
  await until('the final status stands', async () => (await stored(rig, id))?.['finalStatus'] === 'PAID');
  t.is((await rig.rpc.getPayout(CALL, { tenant: await tenantOf(id), payoutId: id })).paidAtMs, undefined);
  await arrives(rig, id, 'PAID');
  t.is(holdOf(rig, id)?.state, 'COMMITTED');
});
async function tenantOf(id: string) {
  const document = await stored(rig, id);
  return { accountId: document?.['accountId'] as string, livemode: document?.['livemode'] as boolean };
}

test.serial('a hold that ended the other way: the alarm, and the payout stays open', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'pix_out_put', times: 1 });
  const { id } = await paidOut(rig, newTenant());
  await until('the bank has it', async () => (await stored(rig, id))?.['acknowledged'] === true);
  const hold = holdOf(rig, id);
  if (hold !== undefined) hold.state = 'VOIDED';
  await rig.simulator.control('POST', `/sim/pix-out/${bankId(id)}`, { status: 'REALIZADO' });
  await due(rig, id);
  await until('the alarm', () => rig.lines().some((line) => line.includes('hold_contradicts') && line.includes(id)));
  t.is((await stored(rig, id))?.['status'], 'PROCESSING');
});

test.serial(
  'failed in so many words and arrived after all: the platform’s loss, announced once, the wallet untouched',
  async (t) => {
    const tenant = newTenant();
    rig.ledger.available.set(tenant.accountId, 5_000);
    await rig.misbehave({ kind: 'late_success', operation: 'pix_out_put', times: 1, laterMs: 2_500 });
    const { id } = await paidOut(rig, tenant);
    await stands(rig, id, 'FAILED');
    await until(
      'it is lost',
      async () => {
        await due(rig, id);
        return (await stored(rig, id))?.['lostAt'] !== null;
      },
      { timeoutMs: 30_000 },
    );
    const lost = await event(rig, id, 'payout.lost');
    t.like(lost.lost, { amount: 1_000, currency: 'BRL', fee: 35, bankProfileId: 'sim' });
    t.deepEqual(announced(rig, id), [...FAILED, 'payout.lost']);
    t.is(rig.ledger.available.get(tenant.accountId), 5_000);
    t.is((await stored(rig, id))?.['status'], 'FAILED');
    t.true(rig.lines().some((line) => line.includes('payout_lost') && line.includes(id)));
  },
);

test.serial('what is paid is not recalled: a later word of failure changes nothing', async (t) => {
  const { id } = await paidOut(rig, newTenant());
  await stands(rig, id, 'PAID');
  const sent = await sentOf(rig, id);
  t.is(sent?.status, 'REALIZADO');
  t.is(holdOf(rig, id)?.state, 'COMMITTED');
});
