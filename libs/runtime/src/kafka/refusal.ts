type Failure = {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly cause?: unknown;
  /** Of several things that were asked for at once. */
  readonly errors?: readonly unknown[];
};

/** OpenSSL's words for a certificate that no trusted authority stands behind. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
const OUT_OF_DATE: ReadonlySet<unknown> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED']);
/** What a broker answers to a client whose certificate it does not take, or that shows none. */
const CLIENT_REFUSED =
  /^ERR_SSL_.*ALERT_(BAD_CERTIFICATE|CERTIFICATE_\w+|NO_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;
const NO_TLS: ReadonlySet<unknown> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);
/** What an authorizer denies, by Kafka's name of the answer. */
const DENIED: Readonly<Record<string, string>> = {
  GROUP_AUTHORIZATION_FAILED: 'the consumer group',
  TOPIC_AUTHORIZATION_FAILED: 'the topic',
  CLUSTER_AUTHORIZATION_FAILED: 'the administration of the cluster',
};
/** Errors wrap each other a few times and never endlessly. */
const DEPTH = 8;

/**
 * Why the brokers and this process do not accept each other: what waiting does not mend, said with the
 * setting to look at. Undefined for a broker that is away, and for one that only closes the connection, as a
 * proxy before a broker that is away does too.
 */
export function refusalOf(error: unknown): string | undefined {
  let one = error as Failure | null | undefined;
  for (let depth = 0; depth < DEPTH && typeof one === 'object' && one !== null; depth += 1) {
    const says = sentenceOf(one);
    if (says !== undefined) return says;
    one = (one.cause ?? one.errors?.[0]) as Failure | null | undefined;
  }
  return undefined;
}

function sentenceOf({ name, message, code, type }: Failure): string | undefined {
  if (name === 'KafkaJSSASLAuthenticationError') return `${message}`;
  if (type === 'ILLEGAL_SASL_STATE')
    return 'the broker asks nobody at this port who they are: see KAFKA_SASL_MECHANISM';
  const denied = typeof type === 'string' ? DENIED[type] : undefined;
  if (denied !== undefined) return `the broker denies this user ${denied} (${type}): see \`ops topics create\``;
  if (UNTRUSTED.has(code)) return `no trusted authority signs for the broker: see KAFKA_TLS_CA_FILE (${code})`;
  if (OUT_OF_DATE.has(code)) return `the broker’s certificate is not good now (${code})`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the broker’s certificate is not for its name in KAFKA_BROKERS';
  if (NO_TLS.has(code)) return 'the broker does not speak TLS at this port: see KAFKA_TLS';
  if (CLIENT_REFUSED.test(String(code)))
    return `the broker refuses our certificate, or that we show none: see KAFKA_TLS_CERT_FILE (${code})`;
  return undefined;
}
