import { createRequire } from 'node:module';
import kafkajs, { type AuthenticationProviderArgs, type Authenticator } from 'kafkajs';

export type * from 'kafkajs';
export { Kafka, logLevel } from 'kafkajs';
// Node does not see these among the names of a CommonJS module.
export const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, KafkaJSError, ResourcePatternTypes } = kafkajs;
/** Its types forget what it is made of. */
export const KafkaJSSASLAuthenticationError = kafkajs.KafkaJSSASLAuthenticationError as new (message: string) => Error;

const inside = createRequire(import.meta.url);
type Provider = (of: {
  readonly username: string;
  readonly password: string;
}) => (args: AuthenticationProviderArgs) => Authenticator;
/** kafkajs' own ways of saying who we are, which it does not hand out. */
export const SASL_PROVIDERS = {
  plain: inside('kafkajs/src/broker/saslAuthenticator/plain') as Provider,
  'scram-sha-256': inside('kafkajs/src/broker/saslAuthenticator/scram256') as Provider,
  'scram-sha-512': inside('kafkajs/src/broker/saslAuthenticator/scram512') as Provider,
} as const;

type Queue = {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
};
/** While requests wait for those under way, whose answers look at them too. */
const LOOK_AGAIN_MS = 10;

/**
 * kafkajs 2.2.4 looks for requests to send once a millisecond on every connection, for ever, as soon as one
 * was answered: a thirtieth of a processor for each idle service. It need look only while some wait. Nobody
 * else imports its values, so that no client is without this.
 */
const { prototype } = inside('kafkajs/src/network/requestQueue') as {
  readonly prototype: Queue;
};
prototype.scheduleCheckPendingRequests = function (this: Queue): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId !== null) return;
  const throttledMs = this.throttledUntil - Date.now();
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    },
    throttledMs > 0 ? throttledMs : LOOK_AGAIN_MS,
  );
};

type BrokerPool = { withBroker<T>(ask: (broker: object) => Promise<T>): Promise<T | null> };
const DENIED = /_AUTHORIZATION_FAILED$/;

/**
 * kafkajs 2.2.4 asks one broker after the other and forgets why each has not answered: whom an authorizer
 * denies the coordinator of a group would only hear that none is to be found.
 */
const { prototype: pool } = inside('kafkajs/src/cluster/brokerPool') as { readonly prototype: BrokerPool };
const { withBroker } = pool;
pool.withBroker = async function <T>(this: BrokerPool, ask: (broker: object) => Promise<T>): Promise<T | null> {
  let denied: unknown;
  const answer = await withBroker.call(this, async (broker) => {
    try {
      return await ask(broker);
    } catch (error) {
      if (DENIED.test(String((error as { readonly type?: unknown } | null)?.type))) denied = error;
      throw error;
    }
  });
  if (answer === null && denied !== undefined) throw denied;
  return answer as T | null;
};
