import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { startTelemetry } from '@gx/runtime';
import { connectKafka, oneByOne, signingProducer, startConsumer, startProducer, toMessage } from '@gx/runtime/kafka';
import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  ResourcePatternTypes,
} from '@gx/runtime/kafkajs';
import { type AuthorizedKafka, authorizedKafka, testEventKeys, testHost, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const READER = 'reader';
let kafka: AuthorizedKafka;
let telemetry: Awaited<ReturnType<typeof startTelemetry>>;
test.before(async () => {
  telemetry = await startTelemetry('consumer-refused-test', undefined);
  kafka = await authorizedKafka([READER]);
});
test.after.always(async () => {
  await kafka.stop();
  await telemetry.stop();
});

type Subscription = { readonly topic: string; readonly group: string };
const DENIED = {
  group: 'the broker denies this user the consumer group (GROUP_AUTHORIZATION_FAILED): see `ops topics create`',
  topic: 'the broker denies this user the topic (TOPIC_AUTHORIZATION_FAILED): see `ops topics create`',
} as const;
type What = keyof typeof DENIED;

const entry = (what: What, { topic, group }: Subscription, permissionType: AclEntry['permissionType']): AclEntry => ({
  resourceType: what === 'group' ? AclResourceTypes.GROUP : AclResourceTypes.TOPIC,
  resourceName: what === 'group' ? group : topic,
  resourcePatternType: ResourcePatternTypes.LITERAL,
  principal: `User:${READER}`,
  host: '*',
  operation: AclOperationTypes.READ,
  permissionType,
});
const { ALLOW, DENY } = AclPermissionTypes;
const give = (what: What, of: Subscription, permission: AclEntry['permissionType']): Promise<unknown> =>
  kafka.withAdmin((admin) => admin.createAcls({ acl: [entry(what, of, permission)] }));
const take = (what: What, of: Subscription, permission: AclEntry['permissionType']): Promise<unknown> =>
  kafka.withAdmin((admin) => admin.deleteAcls({ filters: [entry(what, of, permission)] }));

/** A topic of one partition, and who may send to it without being asked. */
async function newSubscription(t: ExecutionContext) {
  const of: Subscription = { topic: topicName(`${uniqueName('refused')}.`, 'charge'), group: uniqueName('group') };
  await kafka.withAdmin(async (admin) => {
    await admin.createTopics({ topics: [{ topic: of.topic, numPartitions: 1 }], waitForLeaders: false });
    await until('the topic has a leader', async () => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [of.topic] });
      return topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0));
    });
  });
  const host = testHost('sender');
  t.teardown(host.stop);
  const client = connectKafka({ brokers: [kafka.adminBrokers], clientId: 'sender', log: host.log });
  const producer = signingProducer(await startProducer(client, host), testEventKeys('charge'));
  const tenant = { accountId: newId('account'), livemode: false };
  const send = (chargeId: string): Promise<unknown> => {
    const attributes = {
      eventId: `evt_${chargeId}`,
      type: 'charge.created',
      sequence: 1,
      tenant,
      traceparent: undefined,
    };
    const value = chargeEventCodec.encode({ ...attributes, chargeId });
    return producer.send({ topic: of.topic, messages: [toMessage(encodedEvent(attributes, value))] });
  };
  return { of, send };
}

async function startReader(t: ExecutionContext, of: Subscription) {
  const host = testHost(READER);
  t.teardown(host.stop);
  const log = host.log;
  const client = connectKafka({ brokers: [kafka.brokers], sasl: kafka.userOf(READER), clientId: READER, log });
  const applied: string[] = [];
  startConsumer(host, {
    kafka: client,
    producer: await startProducer(client, host),
    keys: testEventKeys('charge'),
    ...of,
    maxWaitTimeInMs: 100,
    codec: chargeEventCodec,
    types: ['charge.created'],
    apply: oneByOne(async ({ chargeId }) => void applied.push(chargeId)),
  });
  host.health.ready();
  const refusals = () =>
    host.lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ alarm }) => alarm === 'consumer_refused');
  return { host, applied, refusals };
}

/** The value of a gauge of this group; undefined while it was never told. */
async function metric(name: string, { topic, group }: Subscription): Promise<number | undefined> {
  const lines = (await telemetry.metrics()).split('\n');
  const own = lines.find((line) => line.startsWith(`${name}{`) && line.includes(topic) && line.includes(group));
  return own === undefined ? undefined : Number(own.split(' ').at(-1));
}

const problemOf = (what: What, { topic, group }: Subscription): string =>
  `consumer of ${topic} as ${group}: ${DENIED[what]}`;
const attempts = (lines: readonly string[]): number =>
  lines.filter((line) => line.includes('the broker still refuses the consumer')).length;

for (const [what, other] of [
  ['group', 'topic'],
  ['topic', 'group'],
] as const)
  test(`a consumer that has no right to its ${what} when it starts is not ready, says so once, and goes on by itself when the right is there`, async (t) => {
    const { of, send } = await newSubscription(t);
    await give(other, of, ALLOW);
    await send('before');
    const { host, applied, refusals } = await startReader(t, of);
    await until('it is not ready', async () => (await host.health.problems()).length > 0);
    t.deepEqual(await host.health.problems(), [problemOf(what, of)]);
    await until('it has tried again', () => attempts(host.lines) >= 2);
    t.like(refusals(), [{ level: 'error', ...of, reason: DENIED[what] }]);
    t.is(refusals().length, 1);
    t.deepEqual(loud(host.lines), []);
    t.is(await metric('gx_consumer_partitions', of), 0);
    if (what === 'group') t.true(Number.isNaN(await metric('gx_consumer_oldest_unread_age', of)));
    await send('meanwhile');

    await give(what, of, ALLOW);
    await until('it has applied both', () => applied.length === 2);
    t.deepEqual(applied, ['before', 'meanwhile']);
    await until('it is ready', async () => (await host.health.problems()).length === 0);
    t.is(await metric('gx_consumer_partitions', of), 1);
    t.is(host.lines.filter((line) => line.includes('lets the consumer in again')).length, 1);
  });

for (const what of ['group', 'topic'] as const)
  test(`a consumer whose ${what} is denied while it runs is not ready, its last fetch gets older, and nothing is lost when it may again`, async (t) => {
    const { of, send } = await newSubscription(t);
    await give('group', of, ALLOW);
    await give('topic', of, ALLOW);
    const { host, applied, refusals } = await startReader(t, of);
    await send('before');
    await until('it is applied', () => applied.length === 1);
    t.deepEqual(await host.health.problems(), []);

    await give(what, of, DENY);
    await until('it is not ready', async () => (await host.health.problems()).length > 0);
    t.deepEqual(await host.health.problems(), [problemOf(what, of)]);
    await send('meanwhile');
    await until('its last fetch is old', async () => Number(await metric('gx_consumer_last_fetch_age', of)) > 4);
    // Each try joins the group and is given its partition for as long as the first fetch takes.
    await until('it has no partition', async () => (await metric('gx_consumer_partitions', of)) === 0);
    t.is(refusals().length, 1);
    t.deepEqual(loud(host.lines), []);
    t.deepEqual(applied, ['before']);

    await take(what, of, DENY);
    await until('it has applied what came meanwhile', () => applied.at(-1) === 'meanwhile');
    t.deepEqual([...new Set(applied)], ['before', 'meanwhile']);
    await until('it is ready', async () => (await host.health.problems()).length === 0);
    await until('its last fetch is young', async () => Number(await metric('gx_consumer_last_fetch_age', of)) < 4);
  });

/** Lines above debug that tell of a refusal beside the one that is an alarm. */
const loud = (lines: readonly string[]): readonly string[] =>
  lines.filter(
    (line) =>
      !line.includes('"level":"debug"') &&
      !line.includes('consumer_refused') &&
      /denie|not authorized|AUTHORIZATION/.test(line),
  );
