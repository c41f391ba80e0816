import { setTimeout } from 'node:timers/promises';
import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { type Cut, cutProxy } from './cut-proxy.ts';
import { call, fileScope, type KeysClient, merchant, testKeys, userWithRole } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const ROUNDS = 15;
const PAUSE_MS = 4;

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const disable = (client: KeysClient, userId: string) => client.disableUser(call, { userId, operator: 'Rui' });

test('of two operators who disable the last two owners at once, on two replicas, one is refused: an owner stays', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await merchant(client);
    const second = await userWithRole(client, first.accountId, 'owner');
    const outcomes = await Promise.all([
      outcomeOf(disable(client, first.userId)),
      outcomeOf(disable(other.client, second.userId)),
    ]);
    t.deepEqual(outcomes.toSorted(), ['accepted', 'unprocessable_entity']);
    const { users } = await client.listUsers(call, { accountId: first.accountId });
    t.is(users.filter(({ status }) => status === 'active').length, 1);
  }
});

test('of many owners who are disabled at once the last one stays', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const first = await merchant(client);
  const more = await Promise.all([1, 2, 3, 4].map(() => userWithRole(client, first.accountId, 'owner')));
  const outcomes = await Promise.all(
    [first, ...more].map(({ userId }, index) => outcomeOf(disable(index % 2 === 0 ? client : other.client, userId))),
  );
  t.deepEqual(outcomes.toSorted(), [...Array<string>(4).fill('accepted'), 'unprocessable_entity']);
});

/** Uses a token again and again until told to stop; answers when the last request that was accepted began. */
function hammer(use: () => Promise<unknown>): { readonly lastAccepted: () => Promise<number> } {
  let stopped = false;
  const loop = async (): Promise<number> => {
    let last = Number.NEGATIVE_INFINITY;
    while (!stopped) {
      const begun = performance.now();
      const outcome = await outcomeOf(use());
      if (outcome === 'accepted') last = begun;
      else if (outcome !== 'unauthorized') throw new Error(outcome);
      await setTimeout(PAUSE_MS);
    }
    return last;
  };
  const running = loop();
  return {
    lastAccepted: () => {
      stopped = true;
      return running;
    },
  };
}

test('a token that is used all the while opens nothing more, on any replica, once its user is disabled', async (t) => {
  const { client, replica } = await shared;
  const replicas = [client, (await replica()).client, (await replica()).client];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { accountId } = await merchant(client);
    const { userId, accessToken } = await userWithRole(client, accountId, 'developer');
    const hammers = replicas.flatMap((at) => [
      hammer(() => at.readToken(call, { accessToken })),
      hammer(() => at.issueKey(call, { accessToken })),
    ]);
    await until('the token is in use', async () => (await client.listAccountKeys(call, { accountId })).total > 2);
    await disable(replicas[round % replicas.length] as KeysClient, userId);
    const answered = performance.now();
    const afterwards = await Promise.all(replicas.map((at) => outcomeOf(at.readToken(call, { accessToken }))));
    const last = Math.max(...(await Promise.all(hammers.map((each) => each.lastAccepted()))));
    t.deepEqual(afterwards, Array(replicas.length).fill('unauthorized'));
    t.true(last < answered, `accepted ${last - answered} ms after the answer`);
  }
});

type Death = { readonly at: 'accounts' | 'users'; readonly when: Cut['when']; readonly ends: 'active' | 'disabled' };

const dies = test.macro({
  async exec(t, { at, when, ends }: Death) {
    const survivor = await testKeys(t);
    const proxy = await cutProxy(t, new URL(survivor.database.url));
    const victim = await survivor.replica({ MONGO_URL: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` });
    const first = await merchant(survivor.client);
    const second = await userWithRole(survivor.client, first.accountId, 'owner');
    const write = new RegExp(`\\x02update\\0.{4}${at}\\0`, 's');
    // The job that files audit events writes to the same collections.
    const isWrite: Cut['at'] = (message) => message.includes(second.userId) && write.test(message.toString('latin1'));
    proxy.arm({ at: isWrite, when });
    const patient = { ...call, deadlineMs: 12_000 };
    const answer = victim.client.disableUser(patient, { userId: second.userId, operator: 'Rui' });
    t.is(await outcomeOf(answer), 'service_unavailable');
    t.true(proxy.isCut());
    const { users } = await survivor.client.listUsers(call, { accountId: first.accountId });
    t.is(users.find(({ id }) => id === second.userId)?.status, ends);
    t.is(await outcomeOf(survivor.client.readToken(call, second)), ends === 'active' ? 'accepted' : 'unauthorized');

    t.is(await outcomeOf(disable(survivor.client, second.userId)), 'accepted', 'again');
    t.is(await outcomeOf(survivor.client.readToken(call, second)), 'unauthorized');
    t.is(await outcomeOf(disable(survivor.client, first.userId)), 'unprocessable_entity', 'an owner stays');
    const collection = (name: string) => survivor.database.connection.collection(name);
    const waits = { 'unfiled._id': { $exists: true } };
    await until('everything is filed', async () => (await collection('users').countDocuments(waits)) === 0);
    t.is(await collection('audit_events').countDocuments({ action: 'user.disabled' }), 1);
    proxy.mend();
  },
  title: (_, { at, when, ends }) =>
    `a disable that dies ${when} its write to ${at} leaves the user ${ends}, and is done once at the next try`,
});

test(dies, { at: 'accounts', when: 'before', ends: 'active' });
test(dies, { at: 'accounts', when: 'after', ends: 'active' });
test(dies, { at: 'users', when: 'before', ends: 'active' });
test(dies, { at: 'users', when: 'after', ends: 'disabled' });
