export * from './consumer.ts';
export * from './kafka.ts';
export * from './messages.ts';
export * from './read-to-end.ts';
export * from './refusal.ts';
export * from './send-pieces.ts';
