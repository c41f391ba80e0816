import {
  type ConfigOf,
  demanding,
  flag,
  list,
  oneOf,
  optional,
  type Reader,
  type SettingLookUp,
  type Spec,
  secret,
  setting,
  text,
} from '../config/config.ts';
import { certificates, certificatesIn, privateKey, privateKeyIn } from '../config/pem.ts';
import { allowPlaintext, unprotected } from '../config/plaintext.ts';

/** What proves who the broker is and, where it asks for a certificate, who we are. */
export type KafkaTls = {
  /** Authorities in PEM; without them those that Node knows. */
  readonly ca?: string;
  readonly identity?: { readonly cert: string; readonly key: string };
};
export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type KafkaSasl = {
  readonly mechanism: (typeof SASL_MECHANISMS)[number];
  readonly username: string;
  readonly password: string;
};
/**
 * Where the brokers are, and how they let us in; without `tls` in the clear, without `sasl` without a name.
 */
export type KafkaAccess = {
  readonly brokers: readonly string[];
  readonly tls?: KafkaTls;
  readonly sasl?: KafkaSasl;
};

const brokers: Reader<readonly string[]> = {
  ...list(),
  parse: (raw) => {
    const named = list().parse(raw);
    return named instanceof Error || named.length > 0 ? named : new Error('must name a broker');
  },
};

type Rule = (given: SettingLookUp) => string | undefined;
const allOf =
  (...rules: readonly Rule[]): Rule =>
  (given) =>
    rules.map((rule) => rule(given)).find((problem) => problem !== undefined);

/** It must be there where one of the others is. */
const together =
  (name: string, ...others: readonly string[]): Rule =>
  (given) => {
    const other = others.find((one) => given(one) !== undefined);
    return given(name) === undefined && other !== undefined ? `is required beside ${other}` : undefined;
  };

/** What is meant to protect and would not be used is no setting that may be passed over. */
const onlyWithTls =
  (name: string): Rule =>
  (given) =>
    given(name) !== undefined && flag().parse(given('KAFKA_TLS') ?? 'off') === false
      ? 'is set while KAFKA_TLS is off'
      : undefined;

const fitsCertificate: Rule = (given) => {
  const [own] = certificatesIn(given('KAFKA_TLS_CERT') ?? '') ?? [];
  const key = privateKeyIn(given('KAFKA_TLS_KEY') ?? '');
  return own === undefined || key === undefined || own.checkPrivateKey(key)
    ? undefined
    : 'is not the key of KAFKA_TLS_CERT';
};

const [CERT, KEY] = ['KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'] as const;
const [MECHANISM, USERNAME, PASSWORD] = ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const;

/** What everything that speaks to Kafka reads: spread it into the program's own spec. */
export const KAFKA_SPEC = {
  KAFKA_BROKERS: setting('`host:port` of the brokers', brokers),
  KAFKA_TLS: setting('whether the brokers are spoken to over TLS; their certificates are always verified', flag(false)),
  KAFKA_TLS_CA: setting(
    'the authorities that sign for the brokers, usually in the file `KAFKA_TLS_CA_FILE`; without it, those that Node knows',
    demanding(optional(certificates), onlyWithTls('KAFKA_TLS_CA')),
  ),
  KAFKA_TLS_CERT: setting(
    'our own certificate, where the brokers ask for one (`KAFKA_TLS_CERT_FILE`)',
    demanding(optional(certificates), allOf(onlyWithTls(CERT), together(CERT, KEY))),
  ),
  KAFKA_TLS_KEY: setting(
    'its key, without a passphrase (`KAFKA_TLS_KEY_FILE`)',
    demanding(optional(privateKey), allOf(onlyWithTls(KEY), together(KEY, CERT), fitsCertificate)),
  ),
  KAFKA_SASL_MECHANISM: setting(
    'how we say who we are; without it, not at all. `plain` shows the password to the network unless `KAFKA_TLS` is on',
    demanding(optional(oneOf(SASL_MECHANISMS)), together(MECHANISM, USERNAME, PASSWORD)),
  ),
  KAFKA_SASL_USERNAME: setting(
    'the user; it is in no log',
    demanding(optional(secret()), together(USERNAME, MECHANISM, PASSWORD)),
  ),
  KAFKA_SASL_PASSWORD: setting(
    'the user’s password; as a file, `KAFKA_SASL_PASSWORD_FILE`',
    demanding(optional(secret()), together(PASSWORD, MECHANISM, USERNAME)),
  ),
} as const satisfies Spec;

/** What every service that publishes or consumes events reads. */
export const EVENTS_SPEC = {
  ...KAFKA_SPEC,
  TOPIC_PREFIX: setting(
    'before every topic and consumer group, where deployments share a broker; the same everywhere',
    optional(text()),
  ),
  ALLOW_PLAINTEXT_KAFKA: allowPlaintext('ALLOW_PLAINTEXT_KAFKA', {
    by: 'KAFKA_BROKERS',
    lacks: (given) =>
      unprotected(
        flag().parse(given('KAFKA_TLS') ?? 'off') === true,
        given(MECHANISM) !== undefined || given(CERT) !== undefined,
      ),
    risk: 'who reads or reaches it has every event and can fill a topic, or commit for another’s group',
  }),
} as const satisfies Spec;

export type KafkaConfig = ConfigOf<typeof KAFKA_SPEC>;

/** The settings as `connectKafka` takes them. */
export function kafkaAccess(config: KafkaConfig): KafkaAccess {
  const { KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = config;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  const identity = cert === undefined || key === undefined ? {} : { identity: { cert, key } };
  const isNamed = mechanism !== undefined && username !== undefined && password !== undefined;
  return {
    brokers: config.KAFKA_BROKERS,
    ...(config.KAFKA_TLS ? { tls: { ...(ca === undefined ? {} : { ca }), ...identity } } : {}),
    ...(isNamed ? { sasl: { mechanism, username, password } } : {}),
  };
}
