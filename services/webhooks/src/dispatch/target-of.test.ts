import { DEFAULT_ENDPOINT, newId } from '@gx/core';
import test from 'ava';
import { type ReadTarget, sharedReads } from './target-of.ts';

const tenant = { accountId: newId('account'), livemode: false };
const other = { ...tenant, livemode: true };
const delivery = { endpointId: newId('endpoint') };

const asking = () => {
  const queries: unknown[] = [];
  const ask: ReadTarget = async (...question) => void queries.push(question);
  return { queries, ask };
};

test('within 20 ms an endpoint is read once, then again', async (t) => {
  let now = 0;
  const { queries, ask } = asking();
  const targetOf = sharedReads(ask, () => now);
  await Promise.all([targetOf(tenant, delivery), targetOf(tenant, { ...delivery })]);
  now = 19.9;
  await targetOf(tenant, delivery);
  t.is(queries.length, 1);
  now = 20;
  await targetOf(tenant, delivery);
  t.is(queries.length, 2);
});

test('an answer is for its own tenant, mode, endpoint and URL', async (t) => {
  const { queries, ask } = asking();
  const targetOf = sharedReads(ask, () => 0);
  const own = { endpointId: DEFAULT_ENDPOINT, url: 'https://a.example/' };
  const questions: readonly Parameters<ReadTarget>[] = [
    [tenant, delivery],
    [other, delivery],
    [{ ...tenant, accountId: newId('account') }, delivery],
    [tenant, { endpointId: newId('endpoint') }],
    [tenant, own],
    [tenant, { ...own, url: 'https://b.example/' }],
  ];
  for (const question of questions) await targetOf(...question);
  t.deepEqual(queries, questions);
});

test('a question that failed is shared no longer than an answer', async (t) => {
  let now = 0;
  let isAway = true;
  const targetOf = sharedReads(
    async () => {
      if (isAway) throw new Error('the database is away');
      return undefined;
    },
    () => now,
  );
  await t.throwsAsync(targetOf(tenant, delivery));
  isAway = false;
  now = 20;
  t.is(await targetOf(tenant, delivery), undefined);
});
