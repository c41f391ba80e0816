import { chargeEventCodec, payoutEventCodec, topicName } from '@gx/contracts';
import { sendForgeries } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { paid } from './charge-events.ts';
import { encodedOf, newTenant, shared, untilDeliveries } from './harness.ts';
import { payoutPaid } from './payout-events.ts';

const webhooks = shared(test);

test.serial(
  'charge.paid of a charge that nobody has paid is signed for no merchant, however it is forged',
  async (t) => {
    const { publish } = webhooks();
    const tenant = newTenant(true);
    const event = paid(tenant);
    const of = (change: object) => chargeEventCodec.encode({ ...event, ...change });
    const forged = {
      tenant,
      group: 'webhooks',
      topic: 'charge',
      event: encodedOf(event, of({})),
      otherType: 'charge.created',
      otherValue: of({ occurredAtMs: event.occurredAtMs + 1 }),
    } as const;
    await reachesNobody(t, forged, () => publish(event));
  },
);

test.serial(
  'payout.paid of a payout that nobody has sent is signed for no merchant, however it is forged',
  async (t) => {
    const { publishPayouts } = webhooks();
    const tenant = newTenant(true);
    const event = payoutPaid(tenant);
    const of = (change: object) => payoutEventCodec.encode({ ...event, ...change });
    const forged = {
      tenant,
      group: 'webhooks-payout',
      topic: 'payout',
      event: encodedOf(event, of({})),
      otherType: 'payout.created',
      otherValue: of({ occurredAtMs: event.occurredAtMs + 1 }),
    } as const;
    await reachesNobody(t, forged, () => publishPayouts(event));
  },
);

type Forged = Omit<Parameters<typeof sendForgeries>[0], 'topic'> & {
  readonly tenant: ReturnType<typeof newTenant>;
  readonly group: string;
  readonly topic: 'charge' | 'payout';
};

/**
 * A merchant that waits for such events hears of none of the forgeries, and then of the one that is signed.
 */
async function reachesNobody(
  t: ExecutionContext,
  { tenant, group, topic, ...forged }: Forged,
  publish: () => Promise<void>,
): Promise<void> {
  const { register, sink, env, host, database } = webhooks();
  const path = `/${group}`;
  await register(tenant, path, [`${topic}.paid`, `${topic}.created`]);
  const topicPrefix = env['TOPIC_PREFIX'] ?? '';
  const [of, from] = [{ ...forged, topic: topicName(topicPrefix, topic) }, host.lines.length];
  const count = await sendForgeries(of, `${topicPrefix}${group}`, () => host.lines.slice(from));
  const { accountId } = tenant;
  for (const name of ['events', 'deliveries'])
    t.is(await database.connection.collection(name).countDocuments({ accountId }), 0, name);
  t.is(sink.requests(path).length, 0);
  await publish();
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  t.is(sink.requests(path).length, 1);
  t.log(`${count} forgeries, 0 webhooks`);
}
