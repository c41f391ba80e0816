import type { KafkaSasl } from './kafka-config.ts';
import {
  type AuthenticationProviderArgs,
  KafkaJSSASLAuthenticationError,
  type Mechanism,
  SASL_PROVIDERS,
} from './kafkajs.ts';

/** kafkajs logs what it is about to throw. It is thrown to us, and what becomes of it is ours to say. */
const QUIET = Object.fromEntries(
  ['namespace', 'setLogLevel', 'info', 'error', 'warn', 'debug'].map((name) => [name, () => undefined]),
) as unknown as AuthenticationProviderArgs['logger'];

/**
 * Says who we are as kafkajs does, but for its failures. What a broker says of a refusal is repeated without
 * our name and password, which it may quote; and a broker that went away in between has refused nobody: that
 * is the fault of a connection, which kafkajs tells as a wrong password, for good.
 */
export const saslOptions = (sasl: KafkaSasl): Mechanism => {
  const provider = SASL_PROVIDERS[sasl.mechanism](sasl);
  return {
    mechanism: sasl.mechanism,
    authenticationProvider: (args) => {
      let fault: unknown;
      const saslAuthenticate: AuthenticationProviderArgs['saslAuthenticate'] = async (request) => {
        try {
          return await args.saslAuthenticate(request);
        } catch (error) {
          fault = error;
          throw error;
        }
      };
      const own = provider({ ...args, logger: QUIET, saslAuthenticate });
      return {
        authenticate: async () => {
          try {
            await own.authenticate();
          } catch (error) {
            throw fault === undefined || isRefusal(fault) ? refusal(sasl, error) : fault;
          }
        },
      };
    },
  };
};

const isRefusal = (error: unknown): boolean =>
  (error as { readonly type?: unknown } | null)?.type === 'SASL_AUTHENTICATION_FAILED';

/** Without a cause: the error as it came quotes what the broker said. */
function refusal({ mechanism, username, password }: KafkaSasl, error: unknown): Error {
  const reason = error instanceof Error ? error.message : '';
  const clean = [password, username].reduce((text, own) => text.replaceAll(own, '…'), reason);
  return new KafkaJSSASLAuthenticationError(
    `the broker refuses KAFKA_SASL_USERNAME with KAFKA_SASL_PASSWORD (${mechanism}): ${clean}`,
  );
}
