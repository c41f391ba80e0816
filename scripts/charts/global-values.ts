import { flag, kubernetes, list, text, texts, type ValueRow, whole } from './value-row.ts';

const peers = (path: string, server: string): ValueRow => ({
  path,
  value: [],
  schema: list(kubernetes),
  says: `Who ${server} is, as peers of a NetworkPolicy (\`[{ipBlock: {cidr: 10.1.2.0/24}}]\`). Empty: the pods of a trial. Wrong: services cannot connect, and stay unready.`,
});

/** What all charts of one deployment have to agree on. */
export const GLOBAL_VALUES: readonly ValueRow[] = [
  {
    path: 'global.name',
    value: 'gx',
    schema: { type: 'string', pattern: '^[a-z]([a-z0-9-]{0,18}[a-z0-9])?$' },
    says: 'Before the name of every object, whatever the release is called: services find each other by it. Changing it makes a second deployment.',
  },
  {
    path: 'global.environment',
    value: 'production',
    schema: { enum: ['production', 'local'] },
    says: 'In production, what only a test may do is refused at the start.',
  },
  {
    path: 'global.imageRegistry',
    value: '',
    schema: text,
    says: 'Before every repository of an image, without a slash at its end.',
  },
  {
    path: 'global.imagePullSecrets',
    value: [],
    schema: list(kubernetes),
    says: 'Secrets for the registry: `[{name: registry}]`.',
  },
  {
    path: 'global.secretName',
    value: '',
    schema: text,
    says: 'One Secret for all services. Empty: each service reads the Secret that has its name, so that none can read another’s.',
  },
  {
    path: 'global.topicPrefix',
    value: '',
    schema: text,
    says: 'Before every topic and consumer group, where deployments share a broker. Changing it loses what has not been read yet.',
  },
  {
    path: 'global.otlpEndpoint',
    value: '',
    schema: text,
    says: 'Where traces and metrics are sent (OTLP over HTTP). Empty: no span is recorded; trace ids travel all the same.',
  },
  {
    path: 'global.otlpPeers',
    value: [],
    schema: list(kubernetes),
    says: 'Who the collector is, as peers of a NetworkPolicy. Empty with an endpoint: every span is lost at the policy.',
  },
  {
    path: 'global.metrics.serviceMonitors',
    value: false,
    schema: flag,
    says: 'A ServiceMonitor for each service, where the Prometheus operator is installed. Without its custom resources the release is refused.',
  },
  {
    path: 'global.metrics.rules',
    value: false,
    schema: flag,
    says: 'The alerts of docs/operations/alerts.md as a PrometheusRule; the umbrella alone makes it.',
  },
  {
    path: 'global.metrics.dashboards',
    value: false,
    schema: flag,
    says: 'Grafana’s dashboards as ConfigMaps with the label `grafana_dashboard`, for its sidecar; the umbrella alone makes them. Without the sidecar nobody reads them.',
  },
  {
    path: 'global.metrics.everySeconds',
    value: 30,
    schema: whole(5, 300),
    says: 'How often Prometheus reads. Slower than a minute: the fast burn rates see too little.',
  },
  {
    path: 'global.metrics.labels',
    value: {},
    schema: texts,
    says: 'Labels by which your Prometheus chooses monitors and rules, as in `{release: prometheus}`. Wrong: nothing is read, and nobody says so.',
  },
  {
    path: 'global.metrics.scrapers',
    value: [],
    schema: list(kubernetes),
    says: 'Who Prometheus is, as peers of a NetworkPolicy. Empty: `/metrics` cannot be reached.',
  },
  {
    path: 'global.simulator',
    value: false,
    schema: flag,
    says: 'Opens the ways between charge, refund, the simulated bank and the bank listener. Never in a deployment that holds money.',
  },
  peers('global.mongodb.peers', 'MongoDB'),
  {
    path: 'global.mongodb.port',
    value: 27_017,
    schema: whole(1, 65_535),
    says: 'Its port, for the policies; services take it from their `MONGO_URL`.',
  },
  {
    path: 'global.kafka.brokers',
    value: '',
    schema: text,
    says: '`host:port` of the brokers, between commas. Empty: the broker of a trial.',
  },
  peers('global.kafka.peers', 'Kafka'),
  {
    path: 'global.kafka.port',
    value: 9_092,
    schema: whole(1, 65_535),
    says: 'The port of the brokers, for the policies.',
  },
  {
    path: 'global.kafka.tls.enabled',
    value: false,
    schema: flag,
    says: 'Speaks TLS to the brokers, whose certificates are always verified. Wrong: no broker is reached, and the log of each service says so.',
  },
  {
    path: 'global.kafka.tls.ca.secretName',
    value: '',
    schema: text,
    says: 'Secret with the authorities that sign for the brokers, in PEM. Empty: the public ones that Node knows. Wrong: pods are not ready and say whose certificate is not trusted.',
  },
  { path: 'global.kafka.tls.ca.key', value: 'ca.crt', schema: text, says: 'The key in it.' },
  {
    path: 'global.kafka.tls.client.secretName',
    value: '',
    schema: text,
    says: 'Secret with the certificate by which the brokers know us, and its key. Empty: none is shown. Both are read at the start: roll the pods before it ends.',
  },
  {
    path: 'global.kafka.tls.client.certKey',
    value: 'tls.crt',
    schema: text,
    says: 'The key of the certificate in it.',
  },
  { path: 'global.kafka.tls.client.keyKey', value: 'tls.key', schema: text, says: 'The key of the private key in it.' },
  {
    path: 'global.kafka.sasl.mechanism',
    value: '',
    schema: { enum: ['', 'plain', 'scram-sha-256', 'scram-sha-512'] },
    says: 'How services say who they are. Empty: not at all. `plain` without TLS shows the password to the network.',
  },
  {
    path: 'global.kafka.sasl.secretName',
    value: '',
    schema: text,
    says: 'Secret with the user and the password, one for all. Empty: each reads its own Secret, as for its other secrets, so that each can be a user of its own. Wrong credentials: pods are not ready and say so.',
  },
  {
    path: 'global.kafka.sasl.usernameKey',
    value: 'KAFKA_SASL_USERNAME',
    schema: text,
    says: 'The key of the user in it.',
  },
  {
    path: 'global.kafka.sasl.passwordKey',
    value: 'KAFKA_SASL_PASSWORD',
    schema: text,
    says: 'The key of the password in it.',
  },
  peers('global.redis.peers', 'Redis'),
  {
    path: 'global.redis.port',
    value: 6_379,
    schema: whole(1, 65_535),
    says: 'Its port, for the policies; services take it from their `REDIS_URL`.',
  },
];
