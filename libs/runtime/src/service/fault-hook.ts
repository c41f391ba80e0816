import type * as grpc from '@grpc/grpc-js';
import type { RpcParty } from '@gx/contracts';
import type { Kafka } from '../kafka/kafkajs.ts';
import type { Job } from './job.ts';

/** The RPCs of one server as a transport takes them. */
export type ServedRpcs = {
  readonly definition: grpc.ServiceDefinition;
  readonly implementation: grpc.UntypedServiceImplementation;
};

/**
 * Where every call leaves the process. A test stands here and lets a call, or the whole instance, die before
 * it, die after it, wait, fail or happen twice (docs/adr/0034). Each border asks its host once, when it
 * connects: without a fault hook, as in production, it makes its own connection and nothing of this is in the
 * path of any call.
 */
export type FaultHook = {
  /** Options of MongoDB's driver through which its commands leave. */
  readonly mongo: Readonly<Record<string, unknown>>;
  /** The client of the broker. */
  readonly kafka: Kafka;
  /** The dispatcher through which a bank is asked. */
  readonly bank: <D extends object>(dispatcher: D) => D;
  /** What sends one webhook. */
  readonly webhook: <R extends object, A>(
    send: (request: R, signal: AbortSignal) => Promise<A>,
  ) => (request: R, signal: AbortSignal) => Promise<A>;
  /** The client through which Redis is asked. */
  readonly redis: <C extends object>(client: C) => C;
  /** RPCs in: a server without a socket of its own. */
  readonly serve: (services: readonly ServedRpcs[]) => { readonly port: number };
  /** RPCs out: what stands for a channel of `caller` to `address`. */
  readonly dial: (definition: grpc.ServiceDefinition, address: string, caller: RpcParty) => grpc.Client;
  /** Takes a job off the clock: it runs when it is triggered or when the test says so. */
  readonly job: (name: string, run: () => Promise<void>) => Job;
};
