import { Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { charges, expiresIn } from './closing.ts';
import { CALL, type ChargeRequest, event, newTenant, order, PATIENT, pay, type Rpc, startRig } from './rig.ts';

const MAX = 5;
const WINDOW_MS = 600_000;
const rig = await startRig({ VELOCITY_CUSTOMER_MAX: `${MAX}` });
const replicas: readonly Rpc[] = [rig.rpc, (await rig.replica()).rpc, (await rig.replica()).rpc];
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const ANA = { customer: { name: 'Ana', document: '52998224725', email: 'ana@example.com', phone: '+5511964714305' } };
const EXCEEDED = 'fraud.customer_velocity_exceeded';
type QuotaDocument = {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly claims: { charge: string; at: Date }[];
};
const claims = rig.database.connection.collection<QuotaDocument>('quota_claims');
/** How many charges of a tenant have claims. */
async function claimed(tenant: Tenant): Promise<number> {
  const documents = await claims.find({ ...tenant }).toArray();
  return new Set(documents.flatMap((one) => one.claims.map(({ charge }) => charge))).size;
}

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
const requests = (tenant: Tenant, count: number) => Array.from({ length: count }, () => order(tenant, ANA));
const sendAll = (all: readonly ChargeRequest[]) => Promise.all(all.map((one, at) => send(one, at)));

/** As many charges as the limit allows. */
async function full(tenant = newTenant()) {
  const sent = requests(tenant, MAX);
  const ids = await sendAll(sent);
  if (!ids.every(isId)) throw new Error(`refused below the limit: ${ids}`);
  return { tenant, sent, ids, isFull: async () => (await send(order(tenant, ANA))) === EXCEEDED };
}

test.serial('403 of one charge more than the limit at once on three replicas, exactly one is refused', async (t) => {
  const tenant = newTenant();
  const sent = requests(tenant, MAX + 1);
  const answers = await sendAll(sent);
  t.deepEqual(
    answers.filter((answer) => !isId(answer)),
    [EXCEEDED],
  );
  t.is(await charges(rig).countDocuments({ accountId: tenant.accountId }), MAX, 'nothing of it is stored');
  t.is(await claimed(tenant), MAX);
  t.deepEqual(await sendAll(sent), answers, 'used keys answer as they did, the refused one is refused again');
  await rig.rpc.cancelCharge(CALL, { tenant, id: answers.find(isId) ?? '' });
  const refused = sent[answers.findIndex((answer) => !isId(answer))];
  t.true(isId(await send(refused ?? {})), 'its key stayed free');
});

test.serial('403 of three times the limit at once, exactly the limit is accepted', async (t) => {
  const answers = await sendAll(requests(newTenant(), 3 * MAX));
  t.is(answers.filter(isId).length, MAX);
  t.true(
    answers.every((answer) => isId(answer) || answer === EXCEEDED),
    `${answers}`,
  );
});

test.serial('all charges expired or cancelled, as many as the limit are accepted at once', async (t) => {
  const { tenant, ids, isFull } = await full();
  t.true(await isFull());
  const [expired = '', ...cancelled] = ids;
  await expiresIn(rig, expired, 0);
  await Promise.all(cancelled.map((id, at) => (replicas[at % 3] ?? rig.rpc).cancelCharge(CALL, { tenant, id })));
  await event(rig, expired, 'charge.expired');
  const answers = await sendAll(requests(tenant, MAX + 1));
  t.is(answers.filter(isId).length, MAX, `${answers}`);
  t.true(await isFull());
  t.is(await claimed(tenant), MAX);
});

test.serial('a create right after a cancellation is accepted', async (t) => {
  const { tenant, ids, isFull } = await full();
  for (const [at, id] of ids.entries()) {
    t.true(await isFull());
    await rig.rpc.cancelCharge(CALL, { tenant, id });
    t.true(isId(await send(order(tenant, ANA), at)));
  }
});

test.serial('creates that the bank declines or that are refused otherwise claim no quota', async (t) => {
  const tenant = newTenant();
  await rig.misbehave({ kind: '400', operation: 'create', times: MAX });
  const declined = await sendAll(requests(tenant, MAX));
  t.true(
    declined.every((code) => code === 'unprocessable_entity'),
    `${declined}`,
  );
  const live = await sendAll(requests({ ...tenant, livemode: true }, 2 * MAX));
  t.true(
    live.every((code) => code === 'unprocessable_entity'),
    'no bank for live charges',
  );
  const worthless = await sendAll(requests(tenant, 2 * MAX).map((one) => ({ ...one, amount: 0 })));
  t.true(worthless.every((code) => code === 'invalid_amount'));
  const { isFull } = await full(tenant);
  t.true(await isFull());
  t.is(await claimed({ ...tenant, livemode: true }), 0);
  rig.toBank.takeViolations();
});

test.serial('creates that fail because the bank profile cannot be used claim no quota', async (t) => {
  const tenant = newTenant();
  const blind = await rig.replica({ ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') });
  t.teardown(blind.stop);
  for (const request of requests(tenant, MAX + 1)) {
    const refusal = await t.throwsAsync(blind.rpc.createCharge(CALL, request), { instanceOf: Refusal });
    t.is(refusal?.code, 'service_unavailable');
  }
  t.is(await claimed(tenant), 0);
});

test.serial('replays at the limit are never refused and claim no quota', async (t) => {
  const { tenant, sent, ids, isFull } = await full();
  const replays = await Promise.all([...sent, ...sent, ...sent].map((one, at) => send(one, at)));
  t.deepEqual(replays, [...ids, ...ids, ...ids]);
  t.is(await claimed(tenant), MAX);
  const [first = ''] = ids;
  await rig.rpc.cancelCharge(CALL, { tenant, id: first });
  // The key of the cancelled charge, again and again, beside a new one: the new one has the quota.
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, at) => send(sent[0] ?? {}, at)),
    send(order(tenant, ANA), 1),
  ]);
  t.deepEqual(
    answers.slice(0, 12),
    Array.from({ length: 12 }, () => first),
  );
  t.true(isId(answers[12] ?? ''), answers[12]);
  t.true(await isFull());
  t.deepEqual(await sendAll(sent), ids);
  t.is(await send({ ...sent[0], requestHash: 'v1:another' }), 'idempotency_key_reused');
});

test.serial(
  'one key at once on three replicas for the last claim, one charge that all are answered with',
  async (t) => {
    const tenant = newTenant();
    await sendAll(requests(tenant, MAX - 1));
    const last = order(tenant, ANA);
    const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => send(last, at)));
    t.true(isId(answers[0] ?? ''), answers[0]);
    t.is(new Set(answers).size, 1, `${answers}`);
    t.is(await send(order(tenant, ANA)), EXCEEDED);
    t.is(await claimed(tenant), MAX);
  },
);

/** Moves all claims of a tenant to another time. */
const moveClaims = ({ accountId }: Tenant, at: Date) =>
  claims.updateMany({ accountId }, { $set: { 'claims.$[].at': at } });

test.serial('paid charges count until they have left the window, by the database’s time', async (t) => {
  const { tenant, ids, isFull } = await full();
  const [paid = ''] = ids;
  await pay(rig, { tenant, id: paid });
  await rig.ledger.credit(await event(rig, paid, 'charge.payment_accepted'));
  await event(rig, paid, 'charge.paid');
  t.true(await isFull());
  const edge = Date.now() - WINDOW_MS + 2_000;
  await moveClaims(tenant, new Date(edge));
  t.true(await isFull(), 'still in the window');
  await until('the window has passed them', async () => isId(await send(order(tenant, ANA))), {
    ...PATIENT,
    everyMs: 200,
  });
  t.true(Date.now() >= edge + WINDOW_MS);
  const more = await sendAll(requests(tenant, MAX));
  t.is(more.filter(isId).length, MAX - 1);
});

test.serial('other customers, accounts and modes do not count', async (t) => {
  const { tenant } = await full();
  t.true(isId(await send(order(newTenant(), ANA))));
  t.true(isId(await send(order(tenant, { customer: { document: '11144477735', email: 'bia@example.com' } }))));
  t.true(isId(await send(order(tenant, { customer: { name: 'Ana' } }))), 'nobody in particular');
  t.is(await send(order(tenant, { customer: { document: '529.982.247-25' } })), EXCEEDED);
});

test.serial('a claim whose process died before the insert is dropped after half a minute', async (t) => {
  const { tenant, ids, isFull } = await full();
  const [id = ''] = ids;
  await charges(rig).deleteOne({ _id: id as never });
  t.true(await isFull(), 'its owner may still be on the way');
  await moveClaims(tenant, new Date(Date.now() - 31_000));
  t.true(isId(await send(order(tenant, ANA))));
  t.true(await isFull(), 'the other four have charges, however old');
});

test.serial('a create of a customer with three identities costs one command for its quota', async (t) => {
  let commands = 0;
  const count = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    if (command[commandName] === 'quota_claims') commands += 1;
  };
  const clients = mongoose.connections.filter(({ readyState }) => readyState === 1).map((one) => one.getClient());
  for (const client of clients) client.on('commandStarted', count);
  t.teardown(() => {
    for (const client of clients) client.off('commandStarted', count);
  });
  const tenant = newTenant();
  for (let made = 1; made <= MAX; made += 1) {
    t.true(isId(await send(order(tenant, ANA))));
    t.is(commands, made);
  }
});

test.serial('what is stored of claims does not show who a customer is', async (t) => {
  const { tenant } = await full();
  const text = JSON.stringify(await claims.find({ accountId: tenant.accountId }).toArray());
  for (const value of ['52998224725', 'ana@example.com', '5511964714305', 'Ana']) t.false(text.includes(value));
  t.false(rig.lines().some((line) => line.includes('52998224725')));
});
