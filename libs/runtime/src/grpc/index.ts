export * from './grpc-client.ts';
export * from './grpc-server.ts';
