import { flag, kubernetes, list, text, texts, type ValueRow, whole } from './value-row.ts';

const SERVICE_TYPE = { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] };

/** How the world reaches what merchants or payers call. */
export const EDGE_VALUES: readonly ValueRow[] = [
  {
    path: 'service.type',
    value: 'ClusterIP',
    schema: SERVICE_TYPE,
    says: 'LoadBalancer puts it before the world; an ingress needs ClusterIP only.',
  },
  { path: 'service.annotations', value: {}, schema: texts, says: 'For the cloud’s load balancer.' },
  {
    path: 'ingress.enabled',
    value: false,
    schema: flag,
    says: 'Makes an Ingress for the merchants’ interface. Set `settings.TRUSTED_PROXIES` to its addresses, else all clients count as one.',
  },
  {
    path: 'ingress.className',
    value: '',
    schema: text,
    says: 'Which controller serves it. Empty: the cluster’s default.',
  },
  { path: 'ingress.host', value: 'gx.example.com', schema: text, says: 'The host that merchants call.' },
  {
    path: 'ingress.tlsSecretName',
    value: '',
    schema: text,
    says: 'Secret with the certificate. Empty: plain HTTP, and API keys in the clear.',
  },
  { path: 'ingress.annotations', value: {}, schema: texts, says: 'For the controller.' },
  {
    path: 'gatewayApi.enabled',
    value: false,
    schema: flag,
    says: 'Makes an HTTPRoute instead, where the Gateway API is installed.',
  },
  { path: 'gatewayApi.host', value: 'gx.example.com', schema: text, says: 'The host that merchants call.' },
  {
    path: 'gatewayApi.parentRefs',
    value: [],
    schema: list(kubernetes),
    says: 'The Gateways that serve it: `[{name: public, namespace: gateways}]`.',
  },
];

/** How banks reach the gateway: by a Service of its own, `<name>-gateway-bank`. */
export const BANK_LISTENER_VALUES: readonly ValueRow[] = [
  {
    path: 'bankService.type',
    value: 'ClusterIP',
    schema: SERVICE_TYPE,
    says: 'LoadBalancer, or something before it that passes TLS through: banks show a certificate, so TLS ends at the gateway.',
  },
  {
    path: 'bankService.port',
    value: 8070,
    schema: whole(1, 65_535),
    says: 'Where banks come in; 443 for a load balancer that maps no ports. `PROVIDER_CALLBACK_BASE_URL` of charge names it.',
  },
  { path: 'bankService.annotations', value: {}, schema: texts, says: 'For the cloud’s load balancer.' },
  {
    path: 'bankTls.secretName',
    value: '',
    schema: text,
    says: 'Secret with `tls.crt`, `tls.key` and the banks’ `ca.crt`; gateways take it up anew when it changes. Empty: the bank listener speaks plain HTTP, which no real bank takes.',
  },
];

/** Which commands of operators run by themselves. */
export const JOB_VALUES: readonly ValueRow[] = [
  {
    path: 'jobs.databaseUsers.enabled',
    value: false,
    schema: flag,
    says: 'Makes the database user of each service whose `<SERVICE>_MONGO_URL` is among the secrets, by `MONGO_ADMIN_URL`. Off: somebody else has made them.',
  },
  {
    path: 'jobs.databaseUsers.when',
    value: 'before',
    schema: { enum: ['before', 'beside'] },
    says: 'before: a hook that ends before anything is installed or upgraded. beside: at the same time, for a MongoDB that comes with the release; services are started again until their users are there.',
  },
  {
    path: 'jobs.topics.enabled',
    value: true,
    schema: flag,
    says: 'Makes the topics that are missing. Off: somebody else has made them.',
  },
  {
    path: 'jobs.topics.when',
    value: 'before',
    schema: { enum: ['before', 'beside'] },
    says: 'before: a hook that ends before anything is installed or upgraded, so that no consumer is refused. beside: at the same time, for a Kafka that comes with the release.',
  },
  {
    path: 'jobs.topics.replicationFactor',
    value: 3,
    schema: whole(1, 10),
    says: 'Copies of each partition. One: the loss of a broker is the loss of events.',
  },
  {
    path: 'jobs.topics.minInsyncReplicas',
    value: 2,
    schema: whole(1, 10),
    says: 'Copies that must have an event before it counts as sent.',
  },
  {
    path: 'jobs.topics.accessLists',
    value: true,
    schema: flag,
    says: 'Makes the access lists as well (docs/reference/kafka-rights.md); its user has to be an administrator of the brokers. Off: somebody else makes them.',
  },
  {
    path: 'jobs.bankProfile.enabled',
    value: false,
    schema: flag,
    says: 'Sets a bank profile after each install and upgrade, with the secrets `BANK_CLIENT_SECRET` and, for mutual TLS, `BANK_CERTIFICATE`, `BANK_CERTIFICATE_KEY` and `BANK_AUTHORITY`.',
  },
  {
    path: 'jobs.bankProfile.args',
    value: [],
    schema: list(text),
    says: 'Options of `ops bank-profile set`. Where `TWO_OPERATORS` is `required`: with `--by`, and another operator makes the same call.',
  },
  {
    path: 'jobs.ledgerVerify.enabled',
    value: true,
    schema: flag,
    says: 'Recomputes every balance and walks every chain by a schedule; a Job that failed says that money does not add up, or, with exit code 2, that it could not be queried. It is not tried again before its time.',
  },
  {
    path: 'jobs.ledgerVerify.schedule',
    value: '17 4 * * *',
    schema: text,
    says: 'When, in the zone of the cluster’s controller.',
  },
  {
    path: 'jobs.reconcile.enabled',
    value: true,
    schema: flag,
    says: 'Holds each bank’s books of yesterday against ours by a schedule; a Job that failed says that they differ, or, with exit code 2, that a bank or a service could not be queried. It is not tried again before its time.',
  },
  {
    path: 'jobs.reconcile.schedule',
    value: '47 5 * * *',
    schema: text,
    says: 'When, in the zone of the cluster’s controller. Days of banks end at 03:00 UTC, and what settled late in one is there some minutes after.',
  },
];
