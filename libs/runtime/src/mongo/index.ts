export * from './again-if-away.ts';
export * from './lease.ts';
export * from './mongo.ts';
export * from './mongo-operator.ts';
export * from './outbox.ts';
export * from './own-entries.ts';
export * from './run-prepare.ts';
export * from './sealed-walk.ts';
