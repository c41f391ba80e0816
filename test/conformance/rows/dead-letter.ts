import { uniqueName, until } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { merchant, PATIENTLY } from '../../stories/merchant.ts';
import { openAccount } from '../../stories/shop.ts';
import { type Fields, list } from './api-user.ts';
import { once, table } from './table.ts';

const ATTEMPTS = 15;

/** A merchant whose one endpoint fails as often as it is tried, and works from then on. */
const deadLetters = once(async ({ stack, sink }: Context) => {
  const shop = merchant(stack.gateway, await openAccount(stack), { patient: true });
  const path = `/${uniqueName('dead')}`;
  sink.answer(path, ...Array.from({ length: ATTEMPTS }, () => ({ status: 500, body: 'down' })), { status: 200 });
  await shop.send('POST', '/v1/webhooks/endpoints', { body: { url: sink.url(path), events: ['charge.created'] } });
  const { body: charge } = await shop.create({ amount: 900 });
  const become = (status: string): Promise<Fields> =>
    until(
      `the delivery is ${status}`,
      async () => list((await shop.send('GET', `/v1/webhooks/deliveries?status=${status}`)).body)[0],
      PATIENTLY,
    );
  return { shop, charge, become, requests: () => sink.requests(path) };
});

/** Needs waits between attempts that are over at once. */
export const DEAD_LETTERS = table('Webhook delivery status', deadLetters, {
  FAILED: [
    'every attempt failed: it is listed, counted and sent again by hand, with all its attempts anew, as the event that it was',
    async (t, { shop, charge, become, requests }) => {
      const dead = await become('FAILED');
      t.like(dead, { attempts: ATTEMPTS, maxAttempts: ATTEMPTS, lastStatusCode: 500, nextRetryAt: null });
      const zeros = { PENDING: 0, PROCESSING: 0, DELIVERED: 0, CANCELLED: 0 };
      const { body: stats } = await shop.send('GET', '/v1/webhooks/stats');
      t.deepEqual<object, object>(stats, { total: 1, ...zeros, FAILED: 1 });
      const at = `/v1/webhooks/deliveries/${dead['id']}`;
      const log = (await shop.send('GET', at)).body['attemptLog'] as Fields[];
      t.deepEqual(
        log.map(({ attempt, statusCode, responseBody }) => [attempt, statusCode, responseBody]),
        Array.from({ length: ATTEMPTS }, (_, index) => [index + 1, 500, 'down']),
      );
      t.is(requests().length, ATTEMPTS);

      const retried = await shop.send('POST', `${at}/retry`);
      t.is(retried.status, 200);
      t.like(retried.body as Fields, { id: dead['id'], status: 'PENDING', attempts: 0 });
      t.like(await become('DELIVERED'), { id: dead['id'], attempts: 1, lastStatusCode: 200 });
      t.is(requests().length, ATTEMPTS + 1);
      t.is(new Set(requests().map(({ headers }) => headers['x-service-delivery-id'])).size, ATTEMPTS + 1);
      const events = new Set(requests().map(({ body }) => (JSON.parse(body) as Fields)['id']));
      t.is(events.size, 1, 'one event, however often it is delivered');
      t.true(requests().at(-1)?.body.includes(charge.id));
      t.is((await shop.send('POST', `${at}/retry`)).status, 200, 'what was delivered is sent again, too');
      await until('it comes again', () => requests().length === ATTEMPTS + 2, PATIENTLY);
    },
  ],
});
