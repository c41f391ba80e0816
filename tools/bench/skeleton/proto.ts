import { join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

export type CreateRequest = { readonly amount: number; readonly currency: string; readonly description: string };
export type CreateResponse = { readonly id: string; readonly brCode: string };
type Answer = (error: grpc.ServiceError | null, created?: CreateResponse) => void;
type Method = (request: CreateRequest, done: Answer) => void;
type SkeletonClient = grpc.Client & { readonly createCharge: Method; readonly echo: Method };
type Package = {
  readonly gx: { readonly bench: { readonly v1: { readonly Skeleton: grpc.ServiceClientConstructor } } };
};

const definition = loadSync(join(import.meta.dirname, 'skeleton.proto'), { longs: Number, defaults: true });
const { Skeleton } = (grpc.loadPackageDefinition(definition) as unknown as Package).gx.bench.v1;

export const skeletonService = Skeleton.service;
export const skeletonClient = (address: string): SkeletonClient =>
  new Skeleton(address, grpc.credentials.createInsecure()) as unknown as SkeletonClient;
