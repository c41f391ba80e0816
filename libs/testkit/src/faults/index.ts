export * from './bus.ts';
export * from './crossing.ts';
export * from './dice.ts';
export * from './grpc-wire.ts';
export * from './instance.ts';
export * from './instance-host.ts';
export * from './plans.ts';
export * from './seam.ts';
export type * from './tampering.ts';
