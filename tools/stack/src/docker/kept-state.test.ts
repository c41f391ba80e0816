import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { StackUnavailable } from '../provider.ts';
import { claimState, keptSocket } from './kept-state.ts';

const test = anyTest as TestFn<{ dir: string }>;
const SOCKET = '/var/run/docker.sock';

test.beforeEach(async (t) => {
  t.context.dir = await mkdtemp(join(tmpdir(), 'gx-state-'));
});
test.afterEach.always((t) => rm(t.context.dir, { recursive: true }));

test('a new state takes the servers that it is started on, again and again', async (t) => {
  const { dir } = t.context;
  await claimState(dir, undefined);
  t.is(await keptSocket(dir), undefined);
  await claimState(dir, SOCKET);
  await claimState(dir, SOCKET);
  t.is(await keptSocket(dir), SOCKET);
});

test('a state of native servers is not started on Docker', async (t) => {
  mkdirSync(join(t.context.dir, 'mongo'));
  await claimState(t.context.dir, undefined);
  const message = /with native servers \(STACK_PROVIDER=native\)\. Go on with these, or npm run reset/;
  await t.throwsAsync(claimState(t.context.dir, SOCKET), { instanceOf: StackUnavailable, message });
});

for (const [servers, socket] of [
  ['on native servers', undefined],
  ['with another engine', '/run/other.sock'],
] as const) {
  test(`a state of Docker is not started ${servers}`, async (t) => {
    await claimState(t.context.dir, SOCKET);
    const message = /with Docker \(STACK_PROVIDER=docker, \/var\/run\/docker\.sock\)/;
    await t.throwsAsync(claimState(t.context.dir, socket), { instanceOf: StackUnavailable, message });
  });
}
