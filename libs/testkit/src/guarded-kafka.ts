import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNative, freePort, type Identity, type KafkaDoors, selfSigned, stackSettings, startKafka } from '@gx/stack';

/** Ways into a guarded Kafka, each at a port of its own. */
export type KafkaDoor = 'open' | 'saslInTheClear' | 'saslOverTls' | 'mutualTls';
export type GuardedKafka = {
  readonly brokers: Readonly<Record<KafkaDoor, string>>;
  /** Who trusts exactly it trusts the broker. */
  readonly certificate: string;
  /** Whom the door of mutual TLS lets in. */
  readonly client: Identity;
  /** A user of every mechanism. */
  readonly username: string;
  readonly password: string;
  readonly stop: () => Promise<void>;
};

const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;
const KAFKAS = 'org.apache.kafka.common.security';

/** A Kafka of the test's own that asks who comes in, as a managed one does. Nobody else knows its user. */
export async function guardedKafka(): Promise<GuardedKafka> {
  const dir = await mkdtemp(join(tmpdir(), 'gx-guarded-kafka-'));
  const [username, password] = [`user-${randomBytes(8).toString('hex')}`, `pass-${randomBytes(12).toString('hex')}`];
  const [broker, client] = [selfSigned('broker'), selfSigned('client')];
  const [inTheClear, overTls, mutual] = [await freePort(), await freePort(), await freePort()];
  await writeFile(join(dir, 'broker.pem'), `${broker.key}${broker.cert}`, { mode: 0o400 });
  await writeFile(join(dir, 'clients.pem'), client.cert);
  const doors: KafkaDoors = {
    listeners: [
      { name: 'NAMED', protocol: 'SASL_PLAINTEXT', port: inTheClear },
      { name: 'HIDDEN', protocol: 'SASL_SSL', port: overTls },
      { name: 'MUTUAL', protocol: 'SSL', port: mutual },
    ],
    settings: {
      ...saslSettings('named', username, password),
      ...saslSettings('hidden', username, password),
      ...tlsSettings('hidden', dir),
      ...tlsSettings('mutual', dir),
      'listener.name.mutual.ssl.client.auth': 'required',
    },
    scramUsers: MECHANISMS.slice(1).map((mechanism) => `${mechanism}=[name=${username},password=${password}]`),
  };
  const kafka = await startOwnKafka(join(dir, 'kafka'), doors);
  return {
    brokers: {
      open: kafka.kafkaBrokers,
      saslInTheClear: `127.0.0.1:${inTheClear}`,
      saslOverTls: `127.0.0.1:${overTls}`,
      mutualTls: `127.0.0.1:${mutual}`,
    },
    certificate: broker.cert,
    client,
    username,
    password,
    stop: async () => {
      await kafka.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export type OwnKafka = Awaited<ReturnType<typeof startKafka>>;

/** A Kafka beside the one that all tests share. */
export async function startOwnKafka(dir: string, doors: KafkaDoors): Promise<OwnKafka> {
  const binaries = await (await findNative({ ...stackSettings(), provider: 'native' })).kafka();
  return startKafka({ dir, binaries, log: () => undefined, doors });
}

function saslSettings(listener: string, username: string, password: string): Record<string, string> {
  const at = `listener.name.${listener}`;
  const scram = `${KAFKAS}.scram.ScramLoginModule required;`;
  return {
    [`${at}.sasl.enabled.mechanisms`]: MECHANISMS.join(','),
    [`${at}.plain.sasl.jaas.config`]: `${KAFKAS}.plain.PlainLoginModule required user_${username}="${password}";`,
    [`${at}.scram-sha-256.sasl.jaas.config`]: scram,
    [`${at}.scram-sha-512.sasl.jaas.config`]: scram,
  };
}

const tlsSettings = (listener: string, dir: string): Record<string, string> => ({
  [`listener.name.${listener}.ssl.keystore.type`]: 'PEM',
  [`listener.name.${listener}.ssl.keystore.location`]: join(dir, 'broker.pem'),
  [`listener.name.${listener}.ssl.truststore.type`]: 'PEM',
  [`listener.name.${listener}.ssl.truststore.location`]: join(dir, 'clients.pem'),
});
