import { DATABASES, type DatabaseOwner, KAFKA_USERS, type KafkaUser } from '@gx/contracts';
import {
  identitySpec,
  KAFKA_SPEC,
  type KafkaAccess,
  kafkaAccess,
  optional,
  type Reader,
  readConfig,
  type Spec,
  secret,
  setting,
  text,
} from '@gx/runtime';
import { GrpcIdentity } from '@gx/runtime/grpc';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of Kafka, of which only some commands have need. */
const forTopics = <S extends Spec>(spec: S): S => needed('for `topics create` and `dead-letters`:', spec);
/** Who the operators are to the services that they call. */
const forRpcs = <S extends Spec>(spec: S): S => needed('for every command that calls a service:', spec);

function needed<S extends Spec>(before: string, spec: S): S {
  const settings = Object.entries(spec).map(([name, reader]) => [name, setting(`${before} ${reader.says}`, reader)]);
  return Object.fromEntries(settings) as S;
}

const principal: Reader<string> = {
  kind: 'secret, principal of Kafka',
  parse: (raw) => (/^[A-Za-z]+:\S/.test(raw) ? raw : new Error('must be a type and a name, as in User:charge')),
};

/** Without a setting, the user of a service has its name. */
function principalOf(user: KafkaUser): Reader<string | undefined> {
  return setting(
    `for \`topics create\`: as whom the brokers know ${user}; without it, \`User:${user}\``,
    optional(principal),
  );
}

/** Everything that some command reads. Each command demands what it needs, and no more. */
export const SPEC = {
  KEYS_ADDRESS: setting('for `account`, `audit`, `keys` and `user`: `host:port` of keys', text()),
  LEDGER_ADDRESS: setting('for `ledger verify` and `reconcile`: `host:port` of the ledger', text()),
  CHARGE_ADDRESS: setting(
    'for `bank-profile`, `reconcile`, `review`, `secrets` and `stats`: `host:port` of charge',
    text(),
  ),
  REFUND_ADDRESS: setting('for `return`, `reconcile` and `secrets`: `host:port` of refund', text()),
  PAYOUT_ADDRESS: setting('for `reconcile` and `secrets`: `host:port` of payout', text()),
  WEBHOOKS_ADDRESS: setting('for `secrets`: `host:port` of webhooks', text()),
  ...forRpcs(identitySpec('ops')),
  ...forTopics(KAFKA_SPEC),
  TOPIC_PREFIX: setting(
    'for `topics create` and `dead-letters`: before every topic, as in the services',
    optional(text()),
  ),
  CHARGE_KAFKA_PRINCIPAL: principalOf('charge'),
  LEDGER_KAFKA_PRINCIPAL: principalOf('ledger'),
  REFUND_KAFKA_PRINCIPAL: principalOf('refund'),
  PAYOUT_KAFKA_PRINCIPAL: principalOf('payout'),
  WEBHOOKS_KAFKA_PRINCIPAL: principalOf('webhooks'),
  OPS_KAFKA_PRINCIPAL: principalOf('ops'),
  BACK_UP_KAFKA_PRINCIPAL: principalOf('back-up'),
  ACCOUNT_PASSWORD: setting(
    'for `account create`; without it, the password is read from standard input',
    optional(secret()),
  ),
  BANK_CLIENT_SECRET: setting(
    'for `bank-profile set`; without it, the secret is read from standard input',
    optional(secret()),
  ),
  BANK_CERTIFICATE: setting(
    'for `bank-profile set`, PEM: what is shown to a bank that demands a certificate, ours first, then those that lead to its authority; without it, none is shown',
    optional(secret()),
  ),
  BANK_CERTIFICATE_KEY: setting(
    'for `bank-profile set`, PEM without a passphrase: the private key of `BANK_CERTIFICATE`',
    optional(secret()),
  ),
  BANK_AUTHORITY: setting(
    'for `bank-profile set`, PEM: the authorities that vouch for the bank, instead of those that Node trusts',
    optional(secret()),
  ),
  MONGO_ADMIN_URL: setting(
    'for `databases create-users`: a user who may make users; without it, it is read from standard input',
    optional(secret()),
  ),
  MONGO_DB_PREFIX: setting(
    'for `databases create-users`: before the names of databases, where deployments share a MongoDB',
    optional(text()),
  ),
  KEYS_MONGO_URL: setting('for `databases create-users`: the `MONGO_URL` of keys', optional(secret())),
  CHARGE_MONGO_URL: setting('for `databases create-users`: the `MONGO_URL` of charge', optional(secret())),
  LEDGER_MONGO_URL: setting('for `databases create-users`: the `MONGO_URL` of the ledger', optional(secret())),
  REFUND_MONGO_URL: setting('for `databases create-users`: the `MONGO_URL` of refund', optional(secret())),
  PAYOUT_MONGO_URL: setting('for `databases create-users`: the `MONGO_URL` of payout', optional(secret())),
  WEBHOOKS_MONGO_URL: setting('for `databases create-users`: the `MONGO_URL` of webhooks', optional(secret())),
  BANK_SIMULATOR_MONGO_URL: setting(
    'for `databases create-users`: the `MONGO_URL` of the simulated bank',
    optional(secret()),
  ),
} as const;

export type AddressedService = 'keys' | 'ledger' | 'charge' | 'refund' | 'payout' | 'webhooks';

const addressVariable = (service: AddressedService) =>
  `${service.toUpperCase() as Uppercase<AddressedService>}_ADDRESS` as const;

/** Where a service is served, `host:port`. Each command needs the address of its own service only. */
export function addressOf(service: AddressedService, env: Environment): string {
  const name = addressVariable(service);
  const read: Readonly<Record<string, string>> = readConfig(env, { [name]: SPEC[name] });
  return read[name] as string;
}

/** Who calls. */
export const identityOf = (env: Environment): GrpcIdentity =>
  new GrpcIdentity('ops', readConfig(env, identitySpec('ops')));

/**
 * Of a command that asks several services: which addresses are missing, all in one message and before any of
 * them is asked.
 */
export function demandAddresses(services: readonly AddressedService[], env: Environment): void {
  readConfig(env, Object.fromEntries(services.map(addressVariable).map((name) => [name, SPEC[name]])));
}

/** Where the topics are made and how one is let in there, and what stands before their names. */
export function brokersOf(env: Environment): { readonly access: KafkaAccess; readonly prefix: string } {
  const config = readConfig(env, { ...KAFKA_SPEC, TOPIC_PREFIX: SPEC.TOPIC_PREFIX });
  return { access: kafkaAccess(config), prefix: config.TOPIC_PREFIX ?? '' };
}

/** As whom the brokers know each user. */
export function principalsOf(env: Environment): ReadonlyMap<KafkaUser, string> {
  const rows = KAFKA_USERS.map((user) => {
    const variable = `${user.toUpperCase().replace('-', '_')}_KAFKA_PRINCIPAL`;
    const read: Readonly<Record<string, string | undefined>> = readConfig(env, { [variable]: principalOf(user) });
    return [user, read[variable] ?? `User:${user}`] as const;
  });
  return new Map(rows);
}

/** A service that was named by its connection string: its variable, what stands there, its database. */
export type OwnedDatabase = {
  readonly owner: DatabaseOwner;
  readonly variable: string;
  readonly url: string;
  readonly database: string;
};

/** The databases of the services whose connection strings are given. */
export function databasesOf(env: Environment): readonly OwnedDatabase[] {
  const prefix = readConfig(env, { MONGO_DB_PREFIX: SPEC.MONGO_DB_PREFIX }).MONGO_DB_PREFIX ?? '';
  const owners = Object.keys(DATABASES) as DatabaseOwner[];
  const rows = owners.map((owner) => {
    const variable = `${owner.toUpperCase().replace('-', '_')}_MONGO_URL` as keyof typeof SPEC;
    const read: Readonly<Record<string, string | undefined>> = readConfig(env, { [variable]: optional(secret()) });
    return { owner, variable, url: read[variable] ?? '', database: `${prefix}${DATABASES[owner]}` };
  });
  return rows.filter(({ url }) => url !== '');
}

/** The environment of the process. */
export const environment: Environment = process.env;
