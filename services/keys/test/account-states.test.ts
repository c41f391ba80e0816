import { setTimeout } from 'node:timers/promises';
import { KEY_LEASE_MS, REVOCATION_WAIT_MS } from '@gx/contracts';
import { until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeysClient, merchant, refusalOf, testKeys, userWithRole } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const NOBODY = '01939b6e-7f4b-7000-8000-000000000000';
const change = (client: KeysClient, accountId: string, state: string, operator = 'Eva', reason = 'Suspected fraud') =>
  client.changeAccountState(call, { accountId, state, operator, reason });

/** The state of an account wherever it is read. */
async function everywhere(client: KeysClient, accountId: string, accessToken: string) {
  const { fingerprint } = await client.issueKey(call, { accessToken });
  const [live, test, token, key, standing] = await Promise.all([
    client.getAccountSettings(call, { accountId, livemode: true }),
    client.getAccountSettings(call, { accountId, livemode: false }),
    client.readToken(call, { accessToken }),
    client.resolveKey(call, { fingerprint }),
    client.getAccountStanding(call, { accountId }),
  ]);
  return new Set([live.state, test.state, token.accountState, key.accountState, standing.state]);
}

test('a new account is ACTIVE; restricted, frozen and closed it is so for its keys, its users and the services', async (t) => {
  const { client, replica } = await shared;
  const { accountId, accessToken } = await merchant(client);
  const stranger = await merchant(client);
  const other = (await replica()).client;
  t.deepEqual(await everywhere(client, accountId, accessToken), new Set(['ACTIVE']));
  t.deepEqual(
    { ...(await client.getAccountStanding(call, { accountId })) },
    {
      state: 'ACTIVE',
      decision: null,
      unfreeze: null,
    },
  );
  for (const state of ['NO_PAYOUTS', 'FROZEN', 'CLOSED']) {
    const { decision, ...rest } = await change(client, `acc_${accountId}`, state, 'Rui Costa', `as of ${state}`);
    t.deepEqual(rest, { state, unfreeze: null });
    t.like(decision, { operator: 'Rui Costa', reason: `as of ${state}` });
    t.deepEqual(await everywhere(other, accountId, accessToken), new Set([state]));
  }
  t.deepEqual(await everywhere(client, stranger.accountId, stranger.accessToken), new Set(['ACTIVE']));
});

test('back to ACTIVE by two operators; one who says it twice is one, and who freezes meanwhile ends that', async (t) => {
  const { client, replica } = await shared;
  const { accountId, accessToken } = await merchant(client);
  const other = (await replica()).client;
  await change(client, accountId, 'FROZEN');
  t.like(await change(client, accountId, 'ACTIVE', 'Rui', 'It was a mistake'), {
    state: 'FROZEN',
    unfreeze: { operator: 'Rui', reason: 'It was a mistake' },
  });
  t.like(await change(other, accountId, 'ACTIVE', 'rui '), { state: 'FROZEN', unfreeze: { operator: 'Rui' } });
  t.like(await change(other, accountId, 'FROZEN', 'Ana'), {
    state: 'FROZEN',
    unfreeze: null,
    decision: { operator: 'Eva' },
  });
  t.like(await change(client, accountId, 'ACTIVE', 'Eva'), { state: 'FROZEN', unfreeze: { operator: 'Eva' } });
  t.deepEqual(await everywhere(other, accountId, accessToken), new Set(['FROZEN']));
  t.like(await change(other, accountId, 'ACTIVE', 'Rui'), {
    state: 'ACTIVE',
    unfreeze: null,
    decision: { operator: 'Rui' },
  });
  t.deepEqual(await everywhere(client, accountId, accessToken), new Set(['ACTIVE']));
});

test('a first word is over after 24 hours, and is shown no more', async (t) => {
  const { client, replica } = await shared;
  const { accountId } = await merchant(client);
  await change(client, accountId, 'CLOSED');
  await change(client, accountId, 'ACTIVE', 'Rui');
  const tomorrow = (await replica({}, () => new Date(Date.now() + 86_400_001))).client;
  t.is((await tomorrow.getAccountStanding(call, { accountId })).unfreeze, null);
  t.like(await change(tomorrow, accountId, 'ACTIVE', 'Eva'), { state: 'CLOSED', unfreeze: { operator: 'Eva' } });
});

test('what is wrong is named, and then nothing is changed', async (t) => {
  const { client } = await shared;
  const { accountId } = await merchant(client);
  const act = { accountId, state: 'FROZEN', operator: 'Eva', reason: 'Suspected fraud' };
  for (const [wrong, code, param] of [
    [{ state: 'PAUSED' }, 'invalid_request', 'state'],
    [{ state: '' }, 'invalid_request', 'state'],
    [{ operator: ' ' }, 'invalid_request', 'operator'],
    [{ reason: '' }, 'invalid_request', 'reason'],
    [{ reason: 'x'.repeat(501) }, 'invalid_request', 'reason'],
    [{ accountId: NOBODY }, 'not_found', undefined],
    [{ accountId: 'acc_1' }, 'not_found', undefined],
  ] as const) {
    const refusal = await refusalOf(client.changeAccountState(call, { ...act, ...wrong }));
    t.deepEqual([refusal.code, refusal.more.param], [code, param]);
  }
  t.is((await refusalOf(client.getAccountStanding(call, { accountId: NOBODY }))).code, 'not_found');
  t.is((await client.getAccountStanding(call, { accountId })).state, 'ACTIVE');
  await client.changeAccountState(call, { ...act, state: 'CLOSED' });
  const up = await refusalOf(client.changeAccountState(call, act));
  t.is(up.code, 'unprocessable_entity');
  t.is((await client.getAccountStanding(call, { accountId })).state, 'CLOSED');
});

test('of unfreezes at once by as many operators, on two replicas, one is the first and one the second', async (t) => {
  const { client, replica, database } = await shared;
  const clients = [client, (await replica()).client] as const;
  const { accountId } = await merchant(client);
  await change(client, accountId, 'NO_PAYOUTS');
  const operators = Array.from({ length: 8 }, (_, nth) => `Operator ${nth}`);
  const answers = await Promise.all(
    operators.map((name, nth) => change(clients[nth % 2] ?? client, accountId, 'ACTIVE', name)),
  );
  t.is(answers.filter(({ state }) => state === 'NO_PAYOUTS').length, 1);
  // Two words of one millisecond, on two replicas, are filed in either order.
  t.deepEqual((await filed(database, accountId, 3)).map(({ changes }) => changes.length).toSorted(), [1, 1, 2]);
});

test('100 rounds of one operator who unfreezes on two replicas at once: never ACTIVE', async (t) => {
  const { client, replica } = await shared;
  const other = (await replica()).client;
  const accounts = await Promise.all(Array.from({ length: 20 }, () => merchant(client)));
  await Promise.all(accounts.map(({ accountId }) => change(client, accountId, 'FROZEN')));
  for (let round = 0; round < 5; round += 1)
    await Promise.all(
      accounts.flatMap(({ accountId }) => [client, other].map((at) => change(at, accountId, 'ACTIVE', 'Rui'))),
    );
  const states = await Promise.all(accounts.map(({ accountId }) => client.getAccountStanding(call, { accountId })));
  t.deepEqual(new Set(states.map(({ state }) => state)), new Set(['FROZEN']));
});

type Keys = Awaited<typeof shared>;
const filed = (database: Keys['database'], accountId: string, count: number) =>
  until(`${count} acts are filed`, async () => {
    const found = await database.connection
      .collection('audit_chain')
      .find({ accountId })
      .sort({ at: 1, _id: 1 })
      .toArray();
    return found.length >= count && found;
  });

test('each act is an audit event of the account: the merchant reads what, and neither who of us nor why', async (t) => {
  const { client, database } = await shared;
  const { accountId, accessToken } = await merchant(client);
  await change(client, accountId, 'FROZEN', 'Eva Canario', 'Canario says so');
  await change(client, accountId, 'FROZEN', 'Eva Canario', 'Canario says so');
  await change(client, accountId, 'ACTIVE', 'Rui Canario', 'Canario says so');
  const stored = await filed(database, accountId, 2);
  t.is(stored.length, 2, 'what was so already is none');
  t.like(stored[0], { operator: 'Eva Canario', reason: 'Canario says so', actorId: 'ops' });
  const { events } = await client.listAuditEvents(call, { accessToken, limit: 10 });
  t.deepEqual(
    events.map(({ action, actorProgram, livemode, changes }) => [
      action,
      actorProgram,
      livemode,
      changes.map((one) => ({ ...one })),
    ]),
    [
      ['account.state_changed', 'ops', true, [{ field: 'unfreeze', after: 'requested' }]],
      ['account.state_changed', 'ops', true, [{ field: 'state', before: 'ACTIVE', after: 'FROZEN' }]],
    ],
  );
  t.false(JSON.stringify(events).includes('Canario'));
});

test('in every state a user logs in and reads; keys leave that to the gateway', async (t) => {
  const { client } = await shared;
  const { accountId, email, password } = await merchant(client);
  await userWithRole(client, accountId, 'viewer');
  await change(client, accountId, 'CLOSED');
  const { accessToken } = await client.login(call, { email, password });
  t.is((await client.readToken(call, { accessToken, right: 'change_api_keys' })).accountState, 'CLOSED');
  t.is((await client.listKeys(call, { accessToken })).keys.length, 0);
});

test('an account of before there were states is ACTIVE, and is frozen like any other', async (t) => {
  const { client, database } = await shared;
  const { accountId, accessToken } = await merchant(client);
  const accounts = database.connection.collection<{ _id: string }>('accounts');
  await accounts.updateOne({ _id: accountId }, { $unset: { standing: 1, version: 1 } });
  t.deepEqual(await everywhere(client, accountId, accessToken), new Set(['ACTIVE']));
  await change(client, accountId, 'FROZEN');
  t.deepEqual(await everywhere(client, accountId, accessToken), new Set(['FROZEN']));
});

type Gateway = { readonly client: KeysClient; actedAt: number; queriedAt: number };

/** A gateway's rule in small: what keys said of a key counts for a lease that began before the question. */
async function act(gateway: Gateway, fingerprint: string, isOver: () => boolean): Promise<void> {
  let lease = { state: '', end: 0 };
  while (!isOver()) {
    const now = performance.now();
    if (now >= lease.end) {
      gateway.queriedAt = now;
      const { accountState: state } = await gateway.client.resolveKey(call, { fingerprint });
      lease = { state, end: now + KEY_LEASE_MS };
    }
    if (lease.state === 'ACTIVE') gateway.actedAt = now;
    await setTimeout(PAUSE_MS);
  }
}
const PAUSE_MS = 4;

/** When the account was last seen without a word of a freeze in the database: the commit came later. */
async function lastUnfrozen({ database }: Pick<Keys, 'database'>, accountId: string): Promise<number> {
  const accounts = database.connection.collection<{ _id: string; standing: { state: string } }>('accounts');
  for (let last = 0; ; await setTimeout(PAUSE_MS)) {
    const now = performance.now();
    const found = await accounts.findOne({ _id: accountId });
    if (found?.standing.state !== 'ACTIVE') return last;
    last = now;
  }
}

test('once a freeze has answered, also one of what was frozen a moment ago, no gateway acts on the state of before', async (t) => {
  const keys = await shared;
  const { client, replica } = keys;
  const clients = [client, (await replica()).client, (await replica()).client];
  const { accountId, accessToken } = await merchant(client);
  const { fingerprint } = await client.issueKey(call, { accessToken });
  const gateways = clients.flatMap((at) =>
    Array.from({ length: 10 }, (): Gateway => ({ client: at, actedAt: 0, queriedAt: 0 })),
  );
  let isOver = false;
  const acting = gateways.map((gateway) => act(gateway, fingerprint, () => isOver));
  await until('all of them act', () => gateways.every(({ actedAt }) => actedAt > 0));
  const committed = lastUnfrozen(keys, accountId);
  const answered = await Promise.all(
    clients.map(async (at) => {
      await change(at, accountId, 'FROZEN');
      return performance.now();
    }),
  );
  const first = Math.min(...answered);
  await until('all of them look again', () => gateways.every(({ queriedAt }) => queriedAt > first));
  isOver = true;
  await Promise.all(acting);
  t.true(first - (await committed) >= REVOCATION_WAIT_MS);
  const last = Math.max(...gateways.map(({ actedAt }) => actedAt));
  t.true(last < first, `an act ${last - first} ms after the first answer`);
});
