import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KafkaSasl } from '@gx/runtime';
import { type Admin, Kafka, logLevel } from '@gx/runtime/kafkajs';
import { freePort, type KafkaDoors } from '@gx/stack';
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
  readonly withAdmin: <T>(act: (admin: Admin) => Promise<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
};

export const SUPER_USER = 'operator-in-chief';
const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
const DOOR = 'listener.name.named';

/** A Kafka of the test's own with an authorizer and these users, as a production one has. */
export async function authorizedKafka(users: readonly string[]): Promise<AuthorizedKafka> {
  const dir = await mkdtemp(join(tmpdir(), 'gx-authorized-kafka-'));
  const port = await freePort();
  const passwords = new Map([SUPER_USER, ...users].map((name) => [name, randomBytes(12).toString('hex')]));
  const entries = [...passwords].map(([name, password]) => `user_${name}="${password}"`);
  const doors: KafkaDoors = {
    listeners: [{ name: 'NAMED', protocol: 'SASL_PLAINTEXT', port }],
    settings: {
      [`${DOOR}.sasl.enabled.mechanisms`]: 'PLAIN',
      [`${DOOR}.plain.sasl.jaas.config`]: `${PLAIN} ${entries.join(' ')};`,
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      // The node itself and the test come by the doors that ask for no name.
      'super.users': `User:ANONYMOUS;User:${SUPER_USER}`,
      'allow.everyone.if.no.acl.found': 'false',
    },
    scramUsers: [],
  };
  const kafka = await startOwnKafka(join(dir, 'kafka'), doors);
  const userOf = (username: string): KafkaSasl => {
    const password = passwords.get(username);
    if (password === undefined) throw new Error(`no user ${username}`);
    return { mechanism: 'plain', username, password };
  };
  return {
    adminBrokers: kafka.kafkaBrokers,
    brokers: `127.0.0.1:${port}`,
    userOf,
    superUser: userOf(SUPER_USER),
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
