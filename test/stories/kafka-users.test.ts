import { DLQ_HEADERS, deadLetterTopic, KAFKA_USERS, type KafkaUser, kafkaRights, topicName } from '@gx/contracts';
import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  logLevel,
  ResourcePatternTypes,
} from '@gx/runtime/kafkajs';
import { authorizedKafka, servers, startWebhookSink, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { CREATE_TOPICS, type KafkaPlace, kafkaSettings, opsAtKafka } from './at-kafka.ts';
import { type Body, PATIENTLY } from './merchant.ts';
import { netOf } from './shop.ts';
import { type Stack, startStack } from './stack.ts';

const SERVICES = ['charge', 'ledger', 'refund', 'payout', 'webhooks'] as const satisfies readonly KafkaUser[];
const AMOUNT = 1_000;
/** A Kafka with the topics and the access lists that `ops topics create` makes, and no others. */
async function authorizedPlace(t: ExecutionContext): Promise<KafkaPlace> {
  const kafka = await authorizedKafka(KAFKA_USERS);
  t.teardown(kafka.stop);
  const place = { kafka, namespace: `${uniqueName('users')}_` };
  const made = await opsAtKafka(place, CREATE_TOPICS);
  t.is(made.code, 0, made.err);
  return place;
}

test('each service is a user of its own at Kafka: enough for every act of a sale, its return and its dead letters, and a right that is taken away is seen', async (t) => {
  t.timeout(240_000);
  const place = await authorizedPlace(t);
  const { kafka, namespace } = place;
  const { mongoUrl, redisUrl } = servers();
  const overrides = Object.fromEntries(
    SERVICES.map((service) => [service, kafkaSettings(place, kafka.userOf(service))]),
  );
  const [stack, sink] = await Promise.all([
    startStack({ servers: { mongoUrl, redisUrl, kafkaBrokers: kafka.adminBrokers }, overrides, namespace }),
    startWebhookSink(),
  ]);
  t.teardown(() => stack.stop());
  t.teardown(() => sink.stop());
  const { merchant } = stack;
  const endpoint = { url: sink.url('/hook'), events: ['charge.paid', 'payment.refunded'] };
  t.is((await merchant.send('POST', '/v1/webhooks/endpoints', { body: endpoint })).status, 201);
  const isReceived = (type: string, { id }: Body): boolean =>
    sink.requests('/hook').some(({ body }) => body.includes(id.replace(/^\w+_/, '')) && body.includes(`"${type}"`));

  const sale = await sell(stack);
  await until('the webhook of the payment', () => isReceived('charge.paid', sale), PATIENTLY);
  const refund = await merchant.refund(sale.id, { amount: 400 });
  t.is(refund.status, 201);
  await merchant.untilRefund(sale.id, refund.body.id, 'REFUNDED');
  await until('the webhook of the refund', () => isReceived('payment.refunded', sale), PATIENTLY);

  await setOneAside(t, place);
  const denied = stack.lines.filter((line) => /AUTHORIZATION_FAILED|consumer_refused/.test(line));
  t.deepEqual(denied, [], 'nobody was refused what he needs');

  await takeTheLedgersGroup(t, place, stack);
});

async function sell({ merchant }: Stack): Promise<Body> {
  const { status, body } = await merchant.create({ amount: AMOUNT });
  if (status !== 201) throw new Error(`create ${status}`);
  await merchant.pay(body.id);
  return merchant.untilStatus(body.id, 'paid', PATIENTLY.timeoutMs);
}

/** What nobody signed is a dead letter, which the user of operators lists and puts back. */
async function setOneAside(t: ExecutionContext, place: KafkaPlace): Promise<void> {
  const user = place.kafka.userOf('ops');
  const topic = topicName(place.namespace, 'payout');
  const producer = new Kafka({ brokers: [place.kafka.adminBrokers], logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ key: 'x', value: 'nobody’s', headers: { 'event-type': 'payout.lost' } }] });
  await producer.disconnect();
  const listed = await until(
    'it is set aside',
    async () => {
      const list = await opsAtKafka(place, ['dead-letters', 'list'], { user });
      return list.out.includes(deadLetterTopic(topic)) && list;
    },
    PATIENTLY,
  );
  t.deepEqual([listed.code, listed.err], [0, '']);
  const replayed = await opsAtKafka(place, ['dead-letters', 'replay', '--all'], { user });
  t.deepEqual([replayed.code, replayed.err], [0, ''], DLQ_HEADERS.replays);
  t.regex(replayed.out, /^\d messages? (is|are) replayed/);
}

/** The ledger goes on with what it missed once `ops topics create` has given its right back. */
async function takeTheLedgersGroup(t: ExecutionContext, place: KafkaPlace, stack: Stack): Promise<void> {
  const { kafka, namespace } = place;
  const name = `${namespace}ledger`;
  t.true(kafkaRights(namespace).some((right) => right.of === 'group' && right.name === name));
  const right = {
    resourceType: AclResourceTypes.GROUP,
    resourceName: name,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    principal: 'User:ledger',
    host: '*',
    operation: AclOperationTypes.READ,
    permissionType: AclPermissionTypes.ALLOW,
  };
  const before = Number((await stack.merchant.balance())['available']);
  await kafka.withAdmin((admin) => admin.deleteAcls({ filters: [right] }));
  const readiness = async (): Promise<string> => (await fetch(new URL('/readyz', stack.health['ledger']))).text();
  const answer = await until(
    'the ledger is not ready',
    async () => {
      const text = await readiness();
      return text.includes('GROUP_AUTHORIZATION_FAILED') && text;
    },
    PATIENTLY,
  );
  t.true(answer.includes(`consumer of ${topicName(namespace, 'chargeMoney')} as ${name}`));
  const { status, body } = await stack.merchant.create({ amount: AMOUNT });
  t.is(status, 201);
  await stack.merchant.pay(body.id);

  const given = await opsAtKafka(place, CREATE_TOPICS);
  t.is(given.out, `Every topic is there.\nRights given: ledger may read group ${name}.\n`);
  await stack.merchant.untilStatus(body.id, 'paid', PATIENTLY.timeoutMs);
  t.is(Number((await stack.merchant.balance())['available']), before + netOf(AMOUNT));
  await until('the ledger is ready', async () => (await readiness()).includes('"ready"'), PATIENTLY);
}
