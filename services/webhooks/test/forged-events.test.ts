import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { sendForgeries } from '@gx/testkit';
import test from 'ava';
import { paid } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

const webhooks = shared(test);

test.serial(
  'charge.paid of a charge that nobody has paid is signed for no merchant, however it is forged',
  async (t) => {
    const { register, publish, sink, env, host, database } = webhooks();
    const tenant = newTenant(true);
    await register(tenant, '/paid', ['charge.paid', 'charge.created']);
    const event = paid(tenant);
    const { eventId, type, sequence } = event;
    const topicPrefix = env['TOPIC_PREFIX'] ?? '';
    const forged = {
      topic: topicName(topicPrefix, 'charge'),
      event: encodedEvent({ eventId, type, sequence, tenant, traceparent: undefined }, chargeEventCodec.encode(event)),
      otherType: 'charge.created',
      otherValue: chargeEventCodec.encode({ ...event, occurredAtMs: event.occurredAtMs + 1 }),
    };
    await sendForgeries(forged, `${topicPrefix}webhooks`, () => host.lines);
    const { accountId } = tenant;
    for (const name of ['events', 'deliveries'])
      t.is(await database.connection.collection(name).countDocuments({ accountId }), 0, name);
    t.is(sink.requests('/paid').length, 0);
    await publish(event);
    await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
    t.is(sink.requests('/paid').length, 1);
  },
);
