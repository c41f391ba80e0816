import { Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { charges, expiresIn } from './closing.ts';
import { CALL, type ChargeRequest, event, newTenant, order, PATIENT, pay, type Rpc, startRig } from './rig.ts';

const MAX = 5;
const WINDOW_MS = 600_000;
const rig = await startRig({ VELOCITY_ACCOUNT_MAX: `${MAX}` });
const replicas: readonly Rpc[] = [rig.rpc, (await rig.replica()).rpc, (await rig.replica()).rpc];
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const EXCEEDED = 'fraud.account_velocity_exceeded';
/** Sends a request to one replica; the id of the charge, or the code of the refusal. */
async function send(request: ChargeRequest, at = 0): Promise<string> {
  try {
    return (await (replicas[at % replicas.length] ?? rig.rpc).createCharge(CALL, request)).charge?.id ?? '';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const isId = (answer: string): boolean => /^[0-9a-f-]{36}$/.test(answer);
const requests = (tenant: Tenant, count: number) => Array.from({ length: count }, () => order(tenant, {}));
const sendTo = (at: number, all: readonly ChargeRequest[]) => Promise.all(all.map((one) => send(one, at)));

/** As many charges as the limit allows, on one replica: the others have not counted yet. */
async function full(tenant = newTenant()) {
  const sent = requests(tenant, MAX);
  const ids = await sendTo(0, sent);
  if (!ids.every(isId)) throw new Error(`refused below the limit: ${ids}`);
  return { tenant, sent, ids };
}
/** A count may be a second old. */
const untilAccepted = (tenant: Tenant) =>
  until('one is accepted', async () => isId(await send(order(tenant, {}))), { ...PATIENT, everyMs: 100 });

test.serial('403 of one charge more than the limit at once, exactly one is refused', async (t) => {
  const tenant = newTenant();
  const sent = requests(tenant, MAX + 1);
  const answers = await sendTo(0, sent);
  t.deepEqual(
    answers.filter((answer) => !isId(answer)),
    [EXCEEDED],
  );
  t.is(await charges(rig).countDocuments({ accountId: tenant.accountId }), MAX, 'nothing of it is stored');
  t.deepEqual(await sendTo(0, sent), answers, 'used keys answer as they did, the refused one is refused again');
  t.deepEqual(await sendTo(1, sent), answers, 'on a replica that has not seen them as well');
  await rig.rpc.cancelCharge(CALL, { tenant, id: answers.find(isId) ?? '' });
  const refused = sent[answers.findIndex((answer) => !isId(answer))] ?? {};
  await until('its key stayed free', async () => isId(await send(refused)), { ...PATIENT, everyMs: 100 });
});

test.serial('403 three replicas at once, after a second all of them refuse', async (t) => {
  const tenant = newTenant();
  const answers = await Promise.all(requests(tenant, 4 * MAX).map((one, at) => send(one, at)));
  const accepted = answers.filter(isId).length;
  t.true(accepted >= MAX && accepted <= 3 * MAX, `${accepted}`);
  t.true(
    answers.every((answer) => isId(answer) || answer === EXCEEDED),
    `${answers}`,
  );
  for (const at of replicas.keys())
    await until('it refuses', async () => (await send(order(tenant, {}), at)) === EXCEEDED, PATIENT);
});

test.serial('all charges expired or cancelled, as many as the limit are accepted again within a second', async (t) => {
  const { tenant, ids } = await full();
  t.is(await send(order(tenant, {}), 1), EXCEEDED);
  const [expired = '', ...cancelled] = ids;
  await expiresIn(rig, expired, 0);
  await Promise.all(cancelled.map((id, at) => (replicas[at % 3] ?? rig.rpc).cancelCharge(CALL, { tenant, id })));
  await event(rig, expired, 'charge.expired');
  await untilAccepted(tenant);
  const answers = await sendTo(0, requests(tenant, MAX));
  t.is(answers.filter(isId).length, MAX - 1, `${answers}`);
});

test.serial('creates that the bank declines or that are refused otherwise do not count', async (t) => {
  const tenant = newTenant();
  await rig.misbehave({ kind: '400', operation: 'create', times: MAX });
  const declined = await sendTo(1, requests(tenant, MAX));
  t.true(
    declined.every((code) => code === 'unprocessable_entity'),
    `${declined}`,
  );
  const worthless = await sendTo(
    0,
    requests(tenant, 2 * MAX).map((one) => ({ ...one, amount: 0 })),
  );
  t.true(worthless.every((code) => code === 'invalid_amount'));
  const live = await sendTo(0, requests({ ...tenant, livemode: true }, 2 * MAX));
  t.true(
    live.every((code) => code === 'unprocessable_entity'),
    'no bank for live charges',
  );
  await full(tenant);
  rig.toBank.takeViolations();
});

test.serial('replays at the limit are never refused and do not count', async (t) => {
  const tenant = newTenant();
  const sent = requests(tenant, MAX - 1);
  const ids = await sendTo(0, sent);
  for (const at of replicas.keys()) t.deepEqual(await sendTo(at, sent), ids);
  t.true(isId(await send(order(tenant, {}), 1)), 'the last one is left');
  for (const at of replicas.keys()) t.deepEqual(await sendTo(at, sent), ids);
  t.is(await send({ ...sent[0], requestHash: 'v1:another' }, 1), 'idempotency_key_reused');
});

test.serial('one key at once on three replicas for the last charge, all are answered with it', async (t) => {
  const tenant = newTenant();
  await sendTo(0, requests(tenant, MAX - 1));
  const last = order(tenant, {});
  const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => send(last, at)));
  t.true(isId(answers[0] ?? ''), answers[0]);
  t.is(new Set(answers).size, 1, `${answers}`);
  for (const at of replicas.keys())
    await until('it refuses', async () => (await send(order(tenant, {}), at)) === EXCEEDED, PATIENT);
});

test.serial('a charge that is still being created counts', async (t) => {
  const { tenant, ids } = await full();
  // As a creation whose bank hangs.
  const pending = { status: 'PENDING', listed: false, lease: { owner: 'another', until: null } };
  await charges(rig).updateOne({ _id: ids[0] as never }, { $set: pending });
  t.is(await send(order(tenant, {}), 1), EXCEEDED);
});

test.serial('paid charges count until they have left the window', async (t) => {
  const { tenant, ids } = await full();
  const [paid = ''] = ids;
  await pay(rig, { tenant, id: paid });
  await rig.ledger.credit(await event(rig, paid, 'charge.payment_accepted'));
  await event(rig, paid, 'charge.paid');
  t.is(await send(order(tenant, {}), 1), EXCEEDED);
  const edge = Date.now() - WINDOW_MS + 3_000;
  await charges(rig).updateMany({ accountId: tenant.accountId }, { $set: { createdAt: new Date(edge) } });
  t.is(await send(order(tenant, {}), 2), EXCEEDED, 'still in the window');
  await untilAccepted(tenant);
  t.true(Date.now() >= edge + WINDOW_MS);
});

test.serial('other accounts and modes do not count', async (t) => {
  const { tenant } = await full();
  t.true(isId(await send(order(newTenant(), {}), 1)));
  t.is(await send(order({ ...tenant, livemode: true }, {}), 1), 'unprocessable_entity', 'no bank for live charges');
});
