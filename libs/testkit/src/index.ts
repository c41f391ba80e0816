export * from './bank-simulator.ts';
export * from './database.ts';
export * from './otlp-capture.ts';
export * from './servers.ts';
export * from './test-host.ts';
export * from './topics.ts';
export * from './until.ts';
export * from './webhook-sink.ts';
