import { Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { charges, expiresIn } from './closing.ts';
import { CALL, type ChargeRequest, event, newTenant, order, PATIENT, pay, type Rpc, startRig } from './rig.ts';

const CUSTOMER_MAX = 5;
const ACCOUNT_MAX = 12;
const WINDOW_MS = 600_000;
const rig = await startRig({
  VELOCITY_CUSTOMER_MAX: `${CUSTOMER_MAX}`,
  VELOCITY_ACCOUNT_MAX: `${ACCOUNT_MAX}`,
});
const replicas: readonly Rpc[] = [rig.rpc, (await rig.replica()).rpc, (await rig.replica()).rpc];
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const ANA = { customer: { name: 'Ana', document: '52998224725', email: 'ana@example.com', phone: '+5511964714305' } };
const FRAUD = { customer: 'fraud.customer_velocity_exceeded', account: 'fraud.account_velocity_exceeded' } as const;
type Guard = keyof typeof FRAUD;
const MAX: Record<Guard, number> = { customer: CUSTOMER_MAX, account: ACCOUNT_MAX };
/** What makes a charge count for the one guard and, within its limit, not matter to the other. */
const OF: Record<Guard, ChargeRequest> = { customer: ANA, account: {} };
const GUARDS = ['customer', 'account'] as const;

const collection = (name: string) => rig.database.connection.collection(name);
const customersOf = ({ accountId }: Tenant) => collection('velocity_customers').find({ accountId }).toArray();
const accountOf = ({ accountId }: Tenant) => collection('velocity_accounts').findOne({ accountId });
const keysOf = (one: object): string[] => (one as { places: { key: string }[] }).places.map(({ key }) => key);
/** How many places a tenant has taken, as the guard counts. */
async function taken(guard: Guard, tenant: Tenant): Promise<number> {
  if (guard === 'customer') return new Set((await customersOf(tenant)).flatMap(keysOf)).size;
  const { current = 0, spans = [] } = ((await accountOf(tenant)) ?? {}) as {
    current?: number;
    spans?: { count: number }[];
  };
  return spans.reduce((sum, { count }) => sum + count, current);
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
const REFUSED = { instanceOf: Refusal } as const;
const isId = (answer: string): boolean => /^[0-9a-f-]{36}$/.test(answer);
const requests = (guard: Guard, tenant: Tenant, count: number) =>
  Array.from({ length: count }, () => order(tenant, OF[guard]));
const sendAll = (all: readonly ChargeRequest[]) => Promise.all(all.map((one, at) => send(one, at)));

/** As many charges as the limit allows. */
async function full(guard: Guard, tenant = newTenant()) {
  const sent = requests(guard, tenant, MAX[guard]);
  const ids = await sendAll(sent);
  if (!ids.every(isId)) throw new Error(`refused below the limit: ${ids}`);
  return { tenant, sent, ids, isFull: async () => (await send(order(tenant, OF[guard]))) === FRAUD[guard] };
}

for (const guard of GUARDS) {
  test.serial(
    `403 ${guard}: of one more than the limit at once on three replicas exactly one is refused`,
    async (t) => {
      const tenant = newTenant();
      const sent = requests(guard, tenant, MAX[guard] + 1);
      const answers = await sendAll(sent);
      t.deepEqual(
        answers.filter((answer) => !isId(answer)),
        [FRAUD[guard]],
      );
      t.is(await charges(rig).countDocuments({ accountId: tenant.accountId }), MAX[guard], 'nothing of it is stored');
      t.is(await taken(guard, tenant), MAX[guard]);
      const again = await sendAll(sent);
      t.deepEqual(again, answers, 'used keys answer as they did, the refused one is refused again');
      await rig.rpc.cancelCharge(CALL, { tenant, id: answers.find(isId) ?? '' });
      const refused = sent[answers.findIndex((answer) => !isId(answer))];
      t.true(isId(await send(refused ?? {})), 'its key stayed free');
    },
  );

  test.serial(`403 ${guard}: of three times the limit at once exactly the limit is accepted`, async (t) => {
    const tenant = newTenant();
    const answers = await sendAll(requests(guard, tenant, 3 * MAX[guard]));
    t.is(answers.filter(isId).length, MAX[guard]);
    t.true(
      answers.every((answer) => isId(answer) || answer === FRAUD[guard]),
      `${answers}`,
    );
  });

  test.serial(`${guard}: only charges that are over exist, so as many as the limit are accepted again`, async (t) => {
    const { tenant, ids, isFull } = await full(guard);
    t.true(await isFull());
    const [expired = '', ...cancelled] = ids;
    await expiresIn(rig, expired, 0);
    await Promise.all(cancelled.map((id, at) => (replicas[at % 3] ?? rig.rpc).cancelCharge(CALL, { tenant, id })));
    await event(rig, expired, 'charge.expired');
    const answers = await sendAll(requests(guard, tenant, MAX[guard] + 1));
    t.is(answers.filter(isId).length, MAX[guard], `${answers}`);
    t.true(await isFull());
    await until('all is given back', async () => (await charges(rig).countDocuments({ placesDue: true })) === 0);
    t.is(await taken(guard, tenant), MAX[guard]);
  });

  test.serial(`${guard}: what the bank declines and what is refused otherwise takes no place`, async (t) => {
    const tenant = newTenant();
    await rig.misbehave({ kind: '400', operation: 'create', times: MAX[guard] });
    const declined = await sendAll(requests(guard, tenant, MAX[guard]));
    t.true(
      declined.every((code) => code === 'unprocessable_entity'),
      `${declined}`,
    );
    const live = await sendAll(requests(guard, { ...tenant, livemode: true }, 2 * MAX[guard]));
    t.true(
      live.every((code) => code === 'unprocessable_entity'),
      'no bank for live charges',
    );
    const locked = await sendAll(requests(guard, tenant, 2 * MAX[guard]).map((one) => ({ ...one, amount: 0 })));
    t.true(locked.every((code) => code === 'invalid_amount'));
    const { isFull } = await full(guard, tenant);
    t.true(await isFull());
    t.is(await taken(guard, { ...tenant, livemode: true }), MAX[guard]);
    rig.toBank.takeViolations();
  });

  test.serial(
    `${guard}: replays of used keys are never refused and take no place, at the limit and beyond`,
    async (t) => {
      const { tenant, sent, ids, isFull } = await full(guard);
      const replays = await Promise.all([...sent, ...sent, ...sent].map((one, at) => send(one, at)));
      t.deepEqual(replays, [...ids, ...ids, ...ids]);
      t.is(await taken(guard, tenant), MAX[guard]);
      const [first = ''] = ids;
      await rig.rpc.cancelCharge(CALL, { tenant, id: first });
      // The key of a charge that is over, again and again, beside a single new one: the new one gets the place.
      const answers = await Promise.all([
        ...Array.from({ length: 12 }, (_, at) => send(sent[0] ?? {}, at)),
        send(order(tenant, OF[guard]), 1),
      ]);
      t.deepEqual(
        answers.slice(0, 12),
        Array.from({ length: 12 }, () => first),
      );
      t.true(isId(answers[12] ?? ''), answers[12]);
      t.true(await isFull());
      t.deepEqual(await sendAll(sent), ids);
      const other = { ...sent[0], requestHash: 'v1:another' };
      t.is(await send(other), 'idempotency_key_reused');
    },
  );

  test.serial(
    `${guard}: one key at once on three replicas takes one place, and all get its charge, also the last one`,
    async (t) => {
      const tenant = newTenant();
      await sendAll(requests(guard, tenant, MAX[guard] - 1));
      const last = order(tenant, OF[guard]);
      const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => send(last, at)));
      t.true(isId(answers[0] ?? ''));
      t.deepEqual(new Set(answers).size, 1, `${answers}`);
      t.is(await send(order(tenant, OF[guard])), FRAUD[guard]);
      t.is(await taken(guard, tenant), MAX[guard]);
    },
  );

  test.serial(`${guard}: paid charges count until they have left the window, by the database’s time`, async (t) => {
    const { tenant, ids, isFull } = await full(guard);
    const [paid = ''] = ids;
    await pay(rig, { tenant, id: paid });
    await rig.ledger.credit(await event(rig, paid, 'charge.payment_accepted'));
    await event(rig, paid, 'charge.paid');
    t.true(await isFull());
    // All of them were taken as long ago as the window is, less two seconds. A span of an account counts to its last moment.
    const edge = Date.now() - WINDOW_MS + 2_000;
    if (guard === 'customer')
      await collection('velocity_customers').updateMany(
        { accountId: tenant.accountId as never },
        { $set: { 'places.$[].at': new Date(edge) } },
      );
    else
      await collection('velocity_accounts').updateMany(
        { accountId: tenant.accountId as never },
        { $set: { span: new Date(edge - WINDOW_MS / 60), 'spans.$[].at': new Date(edge - WINDOW_MS / 60) } },
      );
    t.true(await isFull(), 'still in the window');
    await until('the window has passed them', async () => isId(await send(order(tenant, OF[guard]))), {
      ...PATIENT,
      everyMs: 200,
    });
    t.true(Date.now() >= edge + WINDOW_MS);
    const more = await sendAll(requests(guard, tenant, MAX[guard]));
    t.is(more.filter(isId).length, MAX[guard] - 1);
  });

  test.serial(`${guard}: what fails because the bank profile cannot be used takes no place`, async (t) => {
    const tenant = newTenant();
    const blind = await rig.replica({ ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') });
    t.teardown(blind.stop);
    for (const request of requests(guard, tenant, MAX[guard] + 1))
      t.is((await t.throwsAsync(blind.rpc.createCharge(CALL, request), REFUSED))?.code, 'service_unavailable');
    t.is(await taken(guard, tenant), 0);
  });

  test.serial(`${guard}: accounts, modes and customers do not count for each other`, async (t) => {
    const { tenant } = await full(guard);
    t.true(isId(await send(order(newTenant(), OF[guard]))));
    if (guard === 'customer') {
      t.true(isId(await send(order(tenant, { customer: { document: '11144477735', email: 'bia@example.com' } }))));
      t.true(isId(await send(order(tenant, { customer: { name: 'Ana' } }))), 'nobody in particular');
      t.is(await send(order(tenant, { customer: { document: '529.982.247-25' } })), FRAUD.customer);
    }
  });
}

test.serial(
  'a place that nobody came for is dropped after half a minute, before anybody is refused for it',
  async (t) => {
    const { tenant, ids, isFull } = await full('customer');
    const [id = ''] = ids;
    await charges(rig).deleteOne({ _id: id as never });
    t.true(await isFull(), 'its owner may still be on the way');
    const key = { accountId: tenant.accountId as never };
    const ago = new Date(Date.now() - 31_000);
    await collection('velocity_customers').updateMany(key, { $set: { 'places.$[].at': ago } });
    t.true(isId(await send(order(tenant, ANA))));
    t.true(await isFull(), 'the other four have charges, however old');
  },
);

test.serial('an account’s place that nobody came for is gone with the window, and no earlier', async (t) => {
  const { tenant, isFull } = await full('account', newTenant());
  const { accountId } = tenant;
  await charges(rig).deleteMany({ accountId: accountId as never });
  t.true(await isFull());
  const past = new Date(Date.now() - WINDOW_MS - WINDOW_MS / 60 - 1);
  await collection('velocity_accounts').updateMany(
    { accountId: accountId as never },
    { $set: { span: past, 'spans.$[].at': past } },
  );
  t.true(isId(await send(order(tenant))));
});

test.serial('a lot that a dead process left counted out is not counted out again', async (t) => {
  const { tenant, ids, isFull } = await full('account');
  const { accountId } = tenant;
  const dead = ids.slice(0, 3);
  // As it was when the process died: the three are out of the count and named, and still marked.
  await collection('velocity_accounts').updateOne(
    { accountId: accountId as never },
    { $inc: { current: -3, used: -3, lots: 1 }, $set: { leaving: { id: 'of the dead', charges: dead } } },
  );
  const left = await taken('account', tenant);
  await charges(rig).updateMany({ _id: { $in: dead as never[] } }, { $set: { status: 'CANCELLED', placesDue: true } });
  await until(
    'they have left',
    async () => (await charges(rig).countDocuments({ accountId: accountId as never, placesDue: true })) === 0,
  );
  t.is(await taken('account', tenant), left);
  // The lot is forgotten once its charges are unmarked.
  await until('the lot is forgotten', async () => (await accountOf(tenant))?.['leaving'] === null);
  const answers = await sendAll(requests('account', tenant, 5));
  t.is(answers.filter(isId).length, ACCOUNT_MAX - left);
  t.true(await isFull());
});

test.serial(
  'a place is given back once, however often and by however many it is tried, and by whatever ended the charge',
  async (t) => {
    const { tenant, ids } = await full('account');
    const { accountId } = tenant;
    await Promise.all(ids.slice(0, 4).map((id) => rig.rpc.cancelCharge(CALL, { tenant, id })));
    const given = () =>
      until(
        'all is given back',
        async () => (await charges(rig).countDocuments({ accountId: accountId as never, placesDue: true })) === 0,
      );
    await given();
    t.is(await taken('account', tenant), ACCOUNT_MAX - 4);
    // Somebody marks them again, as an end that follows an end would.
    for (let times = 0; times < 3; times += 1) {
      await charges(rig).updateMany({ _id: { $in: ids.slice(0, 4) as never[] } }, { $set: { placesDue: true } });
      await given();
    }
    t.is(await taken('account', tenant), ACCOUNT_MAX - 4);
  },
);

test.serial('nothing that is stored for the guard tells who a customer is', async (t) => {
  const { tenant } = await full('customer');
  const text = JSON.stringify([await customersOf(tenant), await accountOf(tenant)]);
  for (const value of ['52998224725', 'ana@example.com', '5511964714305', 'Ana']) t.false(text.includes(value));
  t.false(rig.lines().some((line) => line.includes('52998224725')));
});
