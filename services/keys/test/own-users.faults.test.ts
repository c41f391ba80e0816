import { Refusal } from '@gx/core';
import test from 'ava';
import { call, fileScope, type KeyOwner, type KeysClient, merchant, testKeys, userWithRole } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const ROUNDS = 12;
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const demote = (client: KeysClient, { accessToken }: KeyOwner, { userId }: KeyOwner) =>
  client.changeUserRole(call, { accessToken, userId, role: 'viewer' });
const remove = (client: KeysClient, { accessToken }: KeyOwner, { userId }: KeyOwner) =>
  client.removeUser(call, { accessToken, userId });

for (const [what, one, two] of [
  ['demote each other', demote, demote],
  ['remove each other', remove, remove],
  ['demote and remove each other', demote, remove],
] as const)
  test(`of the last two owners who ${what} at once, on two replicas, one stays`, async (t) => {
    const { client, replica } = await shared;
    const other = await replica();
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await merchant(client);
      const second = await userWithRole(client, first.accountId, 'owner');
      const outcomes = await Promise.all([
        outcomeOf(one(client, first, second)),
        outcomeOf(two(other.client, second, first)),
      ]);
      t.is(outcomes.filter((outcome) => outcome === 'accepted').length, 1, outcomes.join());
      const { users } = await client.listUsers(call, { accountId: first.accountId });
      t.is(users.filter(({ role, status }) => role === 'owner' && status === 'active').length, 1);
    }
  });

test('of two owners who step down at once while one of them ends its sessions, at most one does', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await merchant(client);
    const second = await userWithRole(client, first.accountId, 'owner');
    const again = await client.login(call, first);
    await Promise.all([
      outcomeOf(demote(client, first, first)),
      outcomeOf(demote(other.client, second, second)),
      outcomeOf(other.client.logoutAll(call, again)),
    ]);
    const { users } = await client.listUsers(call, { accountId: first.accountId });
    t.true(users.some(({ role, status }) => role === 'owner' && status === 'active'));
  }
});
