export * from './assertions.ts';
export * from './connect-grpc.ts';
export * from './grpc-client.ts';
export { UnimplementedMethod } from './grpc-errors.ts';
export * from './grpc-identity.ts';
export * from './grpc-server.ts';
export * from './key-actor.ts';
