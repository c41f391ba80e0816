export * from './connect-events.ts';
export * from './consumer.ts';
export * from './event-keys.ts';
export * from './kafka.ts';
export * from './messages.ts';
export type * from './read-batch.ts';
export * from './read-to-end.ts';
export * from './refusal.ts';
export * from './send-pieces.ts';
