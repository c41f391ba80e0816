import type { FaultHook } from '@gx/runtime';
import type { Bus } from './bus.ts';
import type { Switchboard } from './grpc-wire.ts';
import { httpWire } from './http-wire.ts';
import type { Instance } from './instance.ts';
import { kafkaWire } from './kafka-wire.ts';
import { mongoWire } from './mongo-wire.ts';
import { redisWire } from './redis-wire.ts';
import type { AskTampering } from './tampering.ts';
import { webhookWire } from './webhook-wire.ts';

/** What an instance is wired to. */
export type Surroundings = {
  readonly bus: Bus;
  readonly switchboard: Switchboard;
  /** What is planted at the moment. */
  readonly tampering?: AskTampering;
};

/** The fault hook of one instance: every border leads through its `pass`. */
export function faultHookOf(owner: Instance, { bus, switchboard, tampering = () => ({}) }: Surroundings): FaultHook {
  const { pass } = owner;
  return {
    mongo: mongoWire(owner, tampering),
    kafka: kafkaWire(owner, bus),
    bank: (pool) => httpWire(owner, pool, tampering),
    webhook: (send) => webhookWire(owner, send, tampering),
    redis: (client) => redisWire(owner, client, tampering),
    serve: (services) => switchboard.serve(owner, services),
    dial: (definition, address, caller) =>
      switchboard.dial(pass, definition, {
        caller,
        address,
        change: (what, answer) => tampering().grpcAnswer?.({ service: owner.service, what }, answer),
      }),
    job: owner.jobs.register,
  };
}
