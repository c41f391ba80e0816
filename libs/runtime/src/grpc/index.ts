export * from './grpc-client.ts';
export { UnknownCall } from './grpc-errors.ts';
export * from './grpc-server.ts';
