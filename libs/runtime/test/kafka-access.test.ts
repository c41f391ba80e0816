import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { type Environment, KAFKA_SPEC, kafkaAccess, readConfig } from '@gx/runtime';
import { connectKafka, oneByOne, signingProducer, startConsumer, startProducer, toMessage } from '@gx/runtime/kafka';
import {
  type GuardedKafka,
  guardedKafka,
  type KafkaDoor,
  testEventKeys,
  testHost,
  uniqueName,
  until,
} from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { gate } from './gate.ts';

let kafka: GuardedKafka;
let folder = '';

test.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gx-kafka-access-'));
  kafka = await guardedKafka();
});
test.after.always(async () => {
  await kafka.stop();
  rmSync(folder, { recursive: true });
});

/** A file as a Secret is mounted. */
function mounted(text: string): string {
  const path = join(folder, uniqueName('secret'));
  writeFileSync(path, `${text}\n`);
  return path;
}

const trust = (): Environment => ({ KAFKA_TLS: 'on', KAFKA_TLS_CA_FILE: mounted(kafka.certificate) });
const user = (mechanism: string, password = kafka.password): Environment => ({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: kafka.username,
  KAFKA_SASL_PASSWORD_FILE: mounted(password),
});
const identity = (): Environment => ({
  KAFKA_TLS_CERT_FILE: mounted(kafka.client.cert),
  KAFKA_TLS_KEY_FILE: mounted(kafka.client.key),
});

/** What a service does with its settings before it is ready. */
async function startOn(t: ExecutionContext, door: KafkaDoor, env: Environment) {
  const host = testHost('guarded');
  const config = readConfig({ KAFKA_BROKERS: kafka.brokers[door], ...env }, KAFKA_SPEC);
  const client = connectKafka({ ...kafkaAccess(config), clientId: 'guarded', log: host.log });
  const keys = testEventKeys('charge');
  const producer = signingProducer(await startProducer(client, host), keys);
  host.health.ready();
  t.teardown(host.stop);
  return { host, client, producer, keys };
}

async function newTopic(): Promise<string> {
  const topic = topicName(`${uniqueName('guarded')}.`, 'charge');
  const admin = connectKafka({ brokers: [kafka.brokers.open], clientId: 'admin', log: testHost('admin').log }).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1 }], waitForLeaders: false });
  await until('the topic has a leader', async () => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0));
  });
  await admin.disconnect();
  return topic;
}

const eventOf = (chargeId: string) => {
  const tenant = { accountId: newId('account'), livemode: false };
  const attributes = {
    eventId: `evt_${chargeId}`,
    type: 'charge.created',
    sequence: 1,
    tenant,
    traceparent: undefined,
  };
  return toMessage(encodedEvent(attributes, chargeEventCodec.encode({ ...attributes, chargeId })));
};

for (const [rule, door, settings] of [
  ['SCRAM-SHA-512 over TLS', 'saslOverTls', () => ({ ...trust(), ...user('scram-sha-512') })],
  ['SCRAM-SHA-256 over TLS', 'saslOverTls', () => ({ ...trust(), ...user('scram-sha-256') })],
  ['PLAIN over TLS', 'saslOverTls', () => ({ ...trust(), ...user('plain') })],
  ['SCRAM-SHA-512 without TLS', 'saslInTheClear', () => user('scram-sha-512')],
  ['TLS with a certificate of ours', 'mutualTls', () => ({ ...trust(), ...identity() })],
  ['no settings at all', 'open', () => ({})],
] as const)
  test(`events are published and consumed with ${rule}, and no log knows the user or the password`, async (t) => {
    const topic = await newTopic();
    const { host, client, producer, keys } = await startOn(t, door, settings());
    const applied: string[] = [];
    startConsumer(host, {
      kafka: client,
      producer,
      keys,
      topic,
      group: uniqueName('group'),
      codec: chargeEventCodec,
      types: ['charge.created'],
      apply: oneByOne(async ({ chargeId }) => void applied.push(chargeId)),
    });
    t.deepEqual(await host.health.problems(), []);
    await until('it is sent', () => producer.send({ topic, messages: [eventOf('ch_guarded')] }), { everyMs: 100 });
    await until('it is applied', () => applied.includes('ch_guarded'));
    t.deepEqual(revealing(host.lines), []);
  });

/** The lines that hold what none may hold. */
const revealing = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.includes(kafka.password) || line.includes(kafka.username) || line.includes('wrong-pass'));

const REFUSED = 'kafka does not let us in; not ready until it does';

for (const [what, door, settings, reason] of [
  [
    'a wrong password for SCRAM',
    'saslOverTls',
    () => ({ ...trust(), ...user('scram-sha-512', 'wrong-password') }),
    /^the broker refuses KAFKA_SASL_USERNAME with KAFKA_SASL_PASSWORD \(scram-sha-512\): .*invalid credentials/,
  ],
  [
    'a wrong password for PLAIN',
    'saslInTheClear',
    () => user('plain', 'wrong-password'),
    /^the broker refuses KAFKA_SASL_USERNAME with KAFKA_SASL_PASSWORD \(plain\): .*Invalid username or password/,
  ],
  [
    'a user where the broker wants none',
    'open',
    () => user('scram-sha-512'),
    /^the broker asks nobody at this port who they are: see KAFKA_SASL_MECHANISM$/,
  ],
  [
    'no authority that signs for the broker',
    'saslOverTls',
    () => ({ KAFKA_TLS: 'on', ...user('scram-sha-512') }),
    /^no trusted authority signs for the broker: see KAFKA_TLS_CA_FILE \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
  ],
  [
    'another authority than the broker’s',
    'mutualTls',
    () => ({ KAFKA_TLS: 'on', KAFKA_TLS_CA_FILE: mounted(kafka.client.cert), ...identity() }),
    /^no trusted authority signs for the broker: see KAFKA_TLS_CA_FILE \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
  ],
  [
    'no certificate where the broker asks for one',
    'mutualTls',
    () => trust(),
    /^the broker refuses our certificate, or that we show none: see KAFKA_TLS_CERT_FILE \(ERR_SSL_.*ALERT_\w+\)$/,
  ],
] as const)
  test(`with ${what} a service goes on trying, is not ready and says why, without the user and the password`, async (t) => {
    const { host } = await startOn(t, door, settings());
    const refusals = (): string[] => host.lines.filter((line) => line.includes(REFUSED));
    await until('it has tried again', () => refusals().length >= 2);
    for (const line of refusals()) {
      const { level, reason: logged } = JSON.parse(line) as { level: string; reason: string };
      t.is(level, 'error');
      t.regex(logged, reason);
    }
    t.deepEqual(await host.health.problems(), ['kafka']);
    t.deepEqual(revealing(host.lines), []);
  });

test('plain passwords without TLS are warned of, once for each client', async (t) => {
  const { host } = await startOn(t, 'saslInTheClear', user('plain'));
  t.deepEqual(await host.health.problems(), []);
  t.is(host.lines.filter((line) => line.includes('the network can read the password')).length, 1);
});

test('a broker that is away refuses nobody: the service is ready, as without TLS and SASL', async (t) => {
  const nowhere = { ...user('scram-sha-512'), ...trust(), KAFKA_BROKERS: '127.0.0.1:9' };
  const { host } = await startOn(t, 'saslOverTls', nowhere);
  t.true(host.lines.some((line) => line.includes('kafka is not there yet')));
  t.deepEqual(await host.health.problems(), []);
});

test('who was refused is ready as soon as the broker lets it in', async (t) => {
  const portOf = (door: KafkaDoor): number => Number(kafka.brokers[door].split(':')[1]);
  // The same address, behind which brokers that ask for nobody give way to such that ask for a user.
  const broker = { host: '127.0.0.1', port: portOf('open') };
  const door = await gate(broker);
  t.teardown(door.stop);
  door.open();
  const { host, producer } = await startOn(t, 'open', {
    ...user('scram-sha-512'),
    KAFKA_BROKERS: `127.0.0.1:${door.port}`,
  });
  t.deepEqual(await host.health.problems(), ['kafka']);
  broker.port = portOf('saslInTheClear');
  door.shut();
  door.open();
  await until('it is ready', async () => (await host.health.problems()).length === 0);
  const topic = await newTopic();
  await until('it is sent', () => producer.send({ topic, messages: [{ value: 'late' }] }), { everyMs: 100 });
  t.deepEqual(revealing(host.lines), []);
});
