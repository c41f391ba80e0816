import { newId } from '@gx/core';
import test from 'ava';
import type { DueDelivery, Stored } from '../store/attempts.ts';
import type { InHand } from '../store/first-writes.ts';
import { claimInHand, handovers } from './handover.ts';

const tenant = { accountId: newId('account'), livemode: false };
const content = { eventId: 'evt_1', eventName: 'charge.created', payload: '{}', createdAt: new Date() };
const storedBefore = (ms: number): Stored =>
  ({ content, sinceMs: performance.now() - ms, inHand: { createdAt: content.createdAt } as InHand }) as Stored;
const due = (stored?: DueDelivery['stored']): DueDelivery => {
  const id = newId('delivery');
  const place = { endpointId: newId('endpoint'), origin: 'https://host' };
  return { id, tenant, ...place, subjectId: id, traceparent: undefined, dueAt: new Date(), ...(stored && { stored }) };
};

test('the end of a handover is reckoned from the database’s clock, whatever ours says', async (t) => {
  const databaseNow = new Date('2030-01-01T00:00:00.000Z');
  const { dueAt, sinceMs } = await handovers(async () => databaseNow)();
  t.is(dueAt.toISOString(), '2030-01-01T00:00:06.000Z');
  t.true(sinceMs <= performance.now());
});

test('what was just stored is in hand: its first attempt, with the content that it was stored with', (t) => {
  const delivery = due(storedBefore(0));
  t.like(claimInHand(delivery), { id: delivery.id, tenant, attempt: 1, delivery: { ...content, livemode: false } });
});

test('what has waited for half of the handover has to be claimed, and what others stored always', (t) => {
  t.is(claimInHand(due(storedBefore(3_000))), undefined);
  t.is(claimInHand(due()), undefined);
  const { inHand, ...document } = storedBefore(0);
  t.not(inHand, undefined);
  t.is(claimInHand(due(document)), undefined, 'what has a document of its own is everybody’s');
});
