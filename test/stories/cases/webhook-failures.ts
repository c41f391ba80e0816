import { startWebhookSink, until } from '@gx/testkit';
import { type Merchant, merchant } from '../merchant.ts';
import { openAccount } from '../shop.ts';
import { test } from './one-product.ts';
import { RETRY_SCALE } from './settings.ts';

type Delivery = {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly lastResponseBody: string | null;
  readonly nextRetryAt: string | null;
  readonly deliveredAt: string | null;
};

test('an endpoint that answers 500, hangs 31 s, resets or redirects is tried again on schedule and recorded; the others are not delayed', async (t) => {
  const { stack, sink, elsewhere } = t.context;
  const shop = merchant(stack.gateway, await openAccount(stack));
  sink.answer('/broken', { status: 500, body: 'no' }, { status: 500 }, { status: 200 });
  sink.answer('/hangs', { delayMs: 31_000 }, { status: 200 });
  // To an origin of its own each connection is new: a used one would be replaced at once.
  const resetting = await startWebhookSink();
  t.teardown(resetting.stop);
  resetting.answer('/resets', { reset: 'before' }, { status: 204 });
  sink.answer('/redirects', { redirect: elsewhere.url('/stolen') }, { status: 200 });
  const ids = new Map<string, string>();
  for (const name of ['broken', 'hangs', 'resets', 'redirects', 'healthy']) {
    const { body } = await shop.send('POST', '/v1/webhooks/endpoints', {
      body: { url: (name === 'resets' ? resetting : sink).url(`/${name}`), events: ['charge.created'] },
    });
    ids.set(name, String(body['id']));
  }
  const { body: charge } = await shop.create({ amount: 500 });
  const created = performance.now();
  await until('the healthy one has its event', () => sink.requests('/healthy').length === 1);
  t.true(performance.now() - created < 5_000, 'at once, whatever the others do');

  const broken = await untilDelivered(shop, ids.get('broken'));
  t.like(broken, { attempts: 3, maxAttempts: 15, lastStatusCode: 200, lastError: null });
  const at = sink.requests('/broken').map(({ receivedAt }) => receivedAt.getTime());
  t.true(
    (at[1] ?? 0) - (at[0] ?? 0) >= 5_000 * RETRY_SCALE && (at[2] ?? 0) - (at[1] ?? 0) >= 30_000 * RETRY_SCALE,
    'never earlier than the schedule',
  );
  const eventIds = sink.requests('/broken').map(({ body }) => (JSON.parse(body) as { id: string }).id);
  t.is(new Set(eventIds).size, 1, 'one event id on every attempt');
  t.is(
    new Set(sink.requests('/broken').map(({ headers }) => headers['x-service-delivery-id'])).size,
    3,
    'another delivery id on every attempt',
  );

  t.like(await untilDelivered(shop, ids.get('resets')), { attempts: 2 });
  t.like(await untilDelivered(shop, ids.get('redirects')), { attempts: 2 });
  t.deepEqual(elsewhere.requests('/stolen'), [], 'a redirect is not followed');

  const hanging = await untilDelivered(shop, ids.get('hangs'));
  t.like(hanging, { attempts: 2, lastStatusCode: 200 });
  const { body: logged } = await shop.send('GET', `/v1/webhooks/deliveries/${hanging.id}`);
  const [first] = logged['attemptLog'] as { readonly error: string | null }[];
  t.regex(first?.error ?? '', /timeout/);
  const { body: later } = await shop.create({ amount: 500 });
  await until('the healthy one has the next event', () =>
    sink.requests('/healthy').some(({ body }) => body.includes(later.id)),
  );
  t.not(later.id, charge.id);
});

async function deliveryOf(shop: Merchant, endpointId: string | undefined): Promise<Delivery | undefined> {
  const { body } = await shop.send('GET', `/v1/webhooks/deliveries?endpointId=${endpointId}&limit=1`);
  return (body['data'] as Delivery[])[0];
}

const untilDelivered = (shop: Merchant, endpointId: string | undefined): Promise<Delivery> =>
  until(
    `${endpointId} is delivered`,
    async () => {
      const delivery = await deliveryOf(shop, endpointId);
      return delivery?.status === 'DELIVERED' ? delivery : undefined;
    },
    { timeoutMs: 45_000 },
  );
