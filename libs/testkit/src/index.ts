export {
  type Authority,
  authority,
  type CertificateTerms,
  type Identity,
  identitySettings,
  localAssertion,
  localAssertions,
  localClient,
  localIdentity,
  selfSigned,
} from '@gx/stack';
export * from './authenticator-app.ts';
export * from './authorized-kafka.ts';
export * from './bank-proxy.ts';
export * from './bank-simulator.ts';
export * from './database.ts';
export * from './event-keys.ts';
export * from './forgeries.ts';
export * from './guarded-kafka.ts';
export * from './guarded-mongo.ts';
export * from './held-connections.ts';
export * from './kafka-acts.ts';
export * from './median.ts';
export * from './otlp-capture.ts';
export * from './redis-topologies.ts';
export * from './run-program.ts';
export * from './serve-rpcs.ts';
export * from './servers.ts';
export * from './service-process.ts';
export * from './stubborn-client.ts';
export * from './test-host.ts';
export * from './topics.ts';
export * from './until.ts';
export * from './walk-database.ts';
export * from './webhook-sink.ts';
