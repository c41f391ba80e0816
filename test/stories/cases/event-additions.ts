import { uniqueName, until, verifyStandardWebhook } from '@gx/testkit';
import { PATIENTLY } from '../merchant.ts';
import { PAID } from '../payment.ts';
import { NAMES, openShop } from '../shop.ts';
import { test } from './one-product.ts';

/** What webhooks say beyond the specification. */
type Body = {
  readonly id?: string;
  readonly event?: string;
  readonly sequence?: number;
  readonly data: { readonly sequence?: number };
};

test.serial(
  'an alias and a wildcard receive their family under its concrete names, each once; a later event has the larger sequence; Standard Webhooks verify with the endpoint’s own secret',
  async (t) => {
    const { stack, sink } = t.context;
    const shop = await openShop(stack, sink);
    const register = async (events: readonly string[]) => {
      const path = `/${uniqueName('added')}`;
      const { status, body } = await shop.send('POST', '/v1/webhooks/endpoints', {
        body: { url: sink.url(path), events },
      });
      t.is(status, 201);
      return { secret: String(body['secret']), received: () => sink.requests(path) };
    };
    const every = await register(NAMES);
    // The name itself beside the alias that covers it, which is one delivery all the same; nothing withdraws
    // yet.
    const alias = await register(['payment.status_changed', 'payment.completed', 'withdrawal.*']);
    const wildcard = await register(['withdrawal.*', 'withdrawal.status_changed']);

    const { body: charge } = await shop.create();
    await shop.pay(charge.id);
    await shop.untilStatus(charge.id, 'paid');
    const seen = await until('all is received', () => every.received().length >= 4 && every.received(), PATIENTLY);
    await until('the alias has both', () => alias.received().length >= 2, PATIENTLY);
    await shop.untilWebhooks(charge.id, PAID);

    const namesOf = (requests: typeof seen) => requests.map(({ headers }) => String(headers['x-service-event-type']));
    t.deepEqual(namesOf(seen).toSorted(), PAID.toSorted());
    t.deepEqual(namesOf(alias.received()).toSorted(), ['payment.completed', 'payment.created']);
    t.deepEqual(wildcard.received(), []);

    const bodies = new Map(
      seen.map(({ headers, body }) => [headers['x-service-event-type'], JSON.parse(body) as Body]),
    );
    const sequenceOf = (name: string): number => bodies.get(name)?.sequence ?? bodies.get(name)?.data.sequence ?? 0;
    t.true(sequenceOf('charge.created') >= 1);
    t.true(sequenceOf('charge.paid') > sequenceOf('charge.created'));
    // Both families tell of the same two events.
    t.is(sequenceOf('payment.created'), sequenceOf('charge.created'));
    t.is(sequenceOf('payment.completed'), sequenceOf('charge.paid'));

    for (const { secret, received } of [every, alias]) {
      for (const request of received()) {
        const verified = verifyStandardWebhook(request, secret);
        const { id, event } = JSON.parse(request.body) as Body;
        if (id !== undefined) t.is(verified?.id, id);
        else t.regex(verified?.id ?? '', new RegExp(`^evt_[0-9a-f]{32}_${event?.replace('.', '_')}$`));
        t.true(Math.abs(Number(verified?.signedAt) - request.receivedAt.getTime()) < 60_000);
      }
    }
    const [first] = alias.received();
    t.is(first && verifyStandardWebhook(first, every.secret), undefined, 'another endpoint’s secret proves nothing');
  },
);
