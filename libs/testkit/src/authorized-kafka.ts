import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KafkaSasl } from '@gx/runtime';
import { type Admin, Kafka, logLevel } from '@gx/runtime/kafkajs';
import { findNative, freePort, type KafkaDoors, runTool, stackSettings } from '@gx/stack';
import { startOwnKafka } from './guarded-kafka.ts';

export type AuthorizedKafka = {
  /** Where anybody may do everything: for the test itself. */
  readonly adminBrokers: string;
  /** Where each comes with a name, and may do what the access lists say: by default nothing. */
  readonly brokers: string;
  /** How a user of this name comes in. */
  readonly userOf: (name: string) => KafkaSasl;
  /** The user whom no access list binds. */
  readonly superUser: KafkaSasl;
  /** The brokers know a user of this name no more. */
  readonly removeUser: (name: string) => Promise<void>;
  readonly withAdmin: <T>(act: (admin: Admin) => Promise<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
};

export const SUPER_USER = 'operator-in-chief';
const MECHANISM = 'SCRAM-SHA-512';
const SCRAM = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
const DOOR = 'listener.name.named';

/** A Kafka of the test's own with an authorizer and these users, as a production one has. */
export async function authorizedKafka(users: readonly string[]): Promise<AuthorizedKafka> {
  const dir = await mkdtemp(join(tmpdir(), 'gx-authorized-kafka-'));
  const port = await freePort();
  const passwords = new Map([SUPER_USER, ...users].map((name) => [name, randomBytes(12).toString('hex')]));
  const doors: KafkaDoors = {
    listeners: [{ name: 'NAMED', protocol: 'SASL_PLAINTEXT', port }],
    settings: {
      [`${DOOR}.sasl.enabled.mechanisms`]: MECHANISM,
      [`${DOOR}.scram-sha-512.sasl.jaas.config`]: SCRAM,
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      // The node itself and the test come by the doors that ask for no name.
      'super.users': `User:ANONYMOUS;User:${SUPER_USER}`,
      'allow.everyone.if.no.acl.found': 'false',
    },
    scramUsers: [...passwords].map(([name, password]) => `${MECHANISM}=[name=${name},password=${password}]`),
  };
  const kafka = await startOwnKafka(join(dir, 'kafka'), doors);
  const userOf = (username: string): KafkaSasl => {
    const password = passwords.get(username);
    if (password === undefined) throw new Error(`no user ${username}`);
    return { mechanism: 'scram-sha-512', username, password };
  };
  return {
    adminBrokers: kafka.kafkaBrokers,
    brokers: `127.0.0.1:${port}`,
    userOf,
    superUser: userOf(SUPER_USER),
    removeUser: (name) => removeUser(kafka.kafkaBrokers, name),
    withAdmin: async (act) => {
      const admin = new Kafka({ brokers: [kafka.kafkaBrokers], logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      try {
        return await act(admin);
      } finally {
        await admin.disconnect();
      }
    },
    stop: async () => {
      await kafka.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function removeUser(brokers: string, name: string): Promise<void> {
  const { java, classpath, sharedClasses } = await (
    await findNative({ ...stackSettings(), provider: 'native' })
  ).kafka();
  const archive = sharedClasses === undefined ? [] : [`-XX:SharedArchiveFile=${sharedClasses}`, '-Xlog:cds=off'];
  const options = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', ...archive, '-cp', classpath];
  const user = ['--entity-type', 'users', '--entity-name', name];
  const change = ['--bootstrap-server', brokers, '--alter', '--delete-config', MECHANISM];
  await runTool(java, [...options, 'kafka.admin.ConfigCommand', ...change, ...user], {});
}
