export * from './grpc-client.ts';
export { Unimplemented } from './grpc-errors.ts';
export * from './grpc-server.ts';
