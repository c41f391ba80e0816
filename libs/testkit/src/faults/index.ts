export * from './bus.ts';
export * from './crossing.ts';
export * from './dice.ts';
export * from './grpc-wire.ts';
export type * from './http-wire.ts';
export * from './instance.ts';
export * from './instance-host.ts';
export type * from './mongo-wire.ts';
export * from './seam.ts';
