import { createRequire } from 'node:module';
import test from 'ava';
import './kafkajs.ts';

type QueuedRequest = { readonly entry: object; readonly expectResponse: boolean; readonly sendRequest: () => void };
type Queue = {
  push(request: QueuedRequest): void;
  maybeThrottle(ms: number): void;
  fulfillRequest(response: { correlationId: number; payload: Buffer; size: number }): void;
};
const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => Queue;
const logger = { debug: () => undefined, warn: () => undefined };
const queueOf = (maxInFlightRequests: number): Queue =>
  new RequestQueue({ maxInFlightRequests, requestTimeout: 1_000, clientId: 'a', broker: 'b', logger });
const requestOf = (correlationId: number, sendRequest: () => void = () => undefined): QueuedRequest => ({
  entry: {
    correlationId,
    apiKey: 0,
    apiVersion: 0,
    apiName: 'Metadata',
    resolve: () => undefined,
    reject: () => undefined,
  },
  expectResponse: true,
  sendRequest,
});
const answerOf = (correlationId: number) => ({ correlationId, payload: Buffer.alloc(0), size: 0 });
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test.serial('a connection on which nothing waits sets no timer', (t) => {
  const queue = queueOf(1);
  const before = timers();
  queue.push(requestOf(1));
  queue.fulfillRequest(answerOf(1));
  t.is(timers(), before);
});

test.serial('a request behind another is sent with its answer', (t) => {
  const queue = queueOf(1);
  const sent: number[] = [];
  queue.push(requestOf(1, () => void sent.push(1)));
  queue.push(requestOf(2, () => void sent.push(2)));
  t.deepEqual(sent, [1]);
  queue.fulfillRequest(answerOf(1));
  t.deepEqual(sent, [1, 2]);
  queue.fulfillRequest(answerOf(2));
});

test.serial('a request that comes while the broker throttles it is sent when that is over', async (t) => {
  const queue = queueOf(1);
  // Before it is told to wait: this process may be stopped between two lines.
  const throttledAt = Date.now();
  queue.maybeThrottle(20);
  await new Promise<void>((resolve) => queue.push(requestOf(1, resolve)));
  t.true(Date.now() - throttledAt >= 19);
  queue.fulfillRequest(answerOf(1));
});
