import { newId } from '@gx/core';
import { testHost, until } from '@gx/testkit';
import test from 'ava';
import type { DueDelivery } from '../store/attempts.ts';
import type { EndpointQuery } from '../store/deliveries.ts';
import { type DispatcherDeps, startDispatcher } from './dispatcher.ts';

/** A dispatcher whose claims all come too late, and which pages of what is due it asks for. */
function rig() {
  const asked: { lane: string; isAhead: boolean }[] = [];
  let polls = 0;
  const deliveries = {
    claim: async () => undefined,
    takeBackLapsed: async () => 0,
    due: async () => {
      polls += 1;
      return { deliveries: [], after: undefined };
    },
    dueOfEndpoint: async (lane: string, _limit: number, { isAhead }: EndpointQuery) => {
      asked.push({ lane, isAhead });
      return [];
    },
  };
  const host = testHost('webhooks');
  const deps = {
    deliveries,
    sender: { close: async () => {}, interrupt: () => {} },
    originsOf: async () => new Map(),
    finishDeletions: async () => {},
  };
  return { host, asked, polls: () => polls, dispatcher: startDispatcher(host, deps as unknown as DispatcherDeps) };
}

/** New deliveries for one endpoint. */
const ofOne = (count: number): DueDelivery[] => {
  const tenant = { accountId: newId('account'), livemode: false };
  const [endpointId, origin] = [newId('endpoint'), 'https://host'];
  return Array.from({ length: count }, () => {
    const id = newId('delivery');
    return { id, tenant, endpointId, origin, subjectId: id, traceparent: undefined, dueAt: new Date() };
  });
};

test('new deliveries that found no room are looked for once there is, before they are due for others', async (t) => {
  const { host, asked, dispatcher } = rig();
  t.teardown(host.stop);
  dispatcher.offer(ofOne(2_000));
  await until('it asks', () => asked.length > 0);
  t.deepEqual(asked[0], { lane: 'first', isAhead: true });
});

test('where there was room for all, nothing is asked for beside the poll', async (t) => {
  const { host, asked, polls, dispatcher } = rig();
  t.teardown(host.stop);
  dispatcher.offer(ofOne(10));
  await until('it has polled both lanes twice', () => polls() >= 4);
  t.deepEqual(asked, []);
});
