import { newId } from '@gx/core';
import test from 'ava';
import type { EventEnvelope, ReceivedEvent } from './read-batch.ts';
import { type QueryOwner, unconfirmedBy } from './unconfirmed.ts';

const tenant = { accountId: newId('account'), livemode: true };
const batchOf = (count: number): ReceivedEvent<EventEnvelope>[] =>
  Array.from({ length: count }, (_, nth) => ({
    event: { eventId: `evt_${nth}`, type: 'charge.payment_accepted', tenant },
    traceparent: undefined,
    context: {} as never,
    offset: `${nth}`,
  }));

/** What is refused of a batch, in how many questions of which size. */
async function check(count: number, answer: QueryOwner<EventEnvelope>) {
  const questions: number[] = [];
  const query: QueryOwner<EventEnvelope> = (events) => {
    questions.push(events.length);
    return answer(events);
  };
  const refused = await unconfirmedBy(query, { owner: 'charge' })(batchOf(count));
  return { refused: refused.map(({ received, ...why }) => [received.event.eventId, why]), questions };
}
const all: QueryOwner<EventEnvelope> = async (events) => events.map(() => ({ confirmed: true, difference: '' }));

test('a batch is one question up to a thousand events, and none without an event', async (t) => {
  t.deepEqual((await check(1_000, all)).questions, [1_000]);
  t.deepEqual((await check(2_500, all)).questions, [1_000, 1_000, 500]);
  t.deepEqual((await check(0, all)).questions, []);
});

const ALARM = 'event_not_confirmed';

test('what is not confirmed is refused with what differs, and with an alarm of its own', async (t) => {
  const answer: QueryOwner<EventEnvelope> = async (events) =>
    events.map(({ eventId }) => ({ confirmed: eventId !== 'evt_1', difference: eventId === 'evt_1' ? 'amount' : '' }));
  const { refused } = await check(3, answer);
  t.deepEqual(refused, [['evt_1', { reason: 'not confirmed by charge: amount', alarm: ALARM }]]);
});

test('an event that got no answer is refused like one that is denied', async (t) => {
  const { refused } = await check(2, async () => [{ confirmed: true, difference: '' }]);
  t.deepEqual(refused, [['evt_1', { reason: 'not confirmed by charge: no answer', alarm: ALARM }]]);
});

test('while the owner does not answer nothing is refused: the batch comes again', async (t) => {
  await t.throwsAsync(
    check(2, () => Promise.reject(new Error('down'))),
    { message: 'down' },
  );
});
