import { getEventListeners } from 'node:events';
import type { EncodedEvent } from '@gx/contracts';
import { testHost, until } from '@gx/testkit';
import test from 'ava';
import { EntryPublisher, type UnpublishedEntry } from './entry-publisher.ts';

const standing = (nth: number): UnpublishedEntry => ({
  reference: `paid:${nth}`,
  event: { eventId: `evt_${nth}` } as EncodedEvent,
});

/** A publisher on a broker that refuses while `down.now` is set. */
function publisherOn(down: { now: boolean }) {
  const sent: string[][] = [];
  const marked: string[] = [];
  let inFlight = 0;
  let most = 0;
  let attempts = 0;
  const { log } = testHost('publisher');
  const publisher = new EntryPublisher({
    send: async (events) => {
      inFlight += 1;
      attempts += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      if (down.now) throw new Error('no broker');
      sent.push(events.map(({ reference }) => reference));
    },
    markPublished: async (events) => void marked.push(...events.map(({ reference }) => reference)),
    log,
  });
  return { publisher, sent, marked, mostInFlight: () => most, attempts: () => attempts };
}

test('events of one turn leave in one send, in order, and are marked afterwards', async (t) => {
  const { publisher, sent, marked } = publisherOn({ now: false });
  publisher.publish([standing(1), standing(2)]);
  publisher.publish([standing(3)]);
  await until('they are out', () => publisher.idle);
  t.deepEqual(sent, [['paid:1', 'paid:2', 'paid:3']]);
  t.deepEqual(marked, ['paid:1', 'paid:2', 'paid:3']);
});

test('a failed send holds back what comes after it, and nothing is lost or marked before it is out', async (t) => {
  const down = { now: true };
  const { publisher, sent, marked } = publisherOn(down);
  publisher.publish([standing(1)]);
  await t.throwsAsync(publisher.publishAgain([standing(9)]), { message: 'no broker' });
  publisher.publish([standing(2)]);
  t.deepEqual([sent, marked], [[], []]);
  down.now = false;
  await until('they are out', () => publisher.idle);
  t.deepEqual(sent.flat(), ['paid:1', 'paid:2']);
});

test('one send is in flight, however many ask', async (t) => {
  const { publisher, mostInFlight } = publisherOn({ now: false });
  publisher.publish([standing(1)]);
  await Promise.all([publisher.publishAgain([standing(2)]), publisher.publishAgain([standing(3)])]);
  await until('they are out', () => publisher.idle);
  t.is(mostInFlight(), 1);
});

test('a stop does not wait for a broker that is gone: the entries keep their events', async (t) => {
  const { publisher, marked } = publisherOn({ now: true });
  publisher.publish([standing(1)]);
  await publisher.stop();
  publisher.publish([standing(2)]);
  t.true(publisher.idle);
  t.deepEqual(marked, []);
});

test('however often a send fails, one pause at most listens for the stop', async (t) => {
  const down = { now: true };
  const stops: AbortController[] = [];
  const { AbortController: Original } = globalThis;
  globalThis.AbortController = class extends Original {
    constructor() {
      super();
      stops.push(this);
    }
  };
  t.teardown(() => {
    down.now = false;
  });
  const { publisher, attempts } = publisherOn(down);
  globalThis.AbortController = Original;
  const [{ signal }] = stops as [AbortController];
  publisher.publish([standing(1)]);
  await until('five sends have failed', () => attempts() >= 5);
  t.true(getEventListeners(signal, 'abort').length <= 1);
  down.now = false;
  await until('it is out', () => publisher.idle);
  t.is(getEventListeners(signal, 'abort').length, 0);
});
