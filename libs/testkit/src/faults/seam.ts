import type { Seam } from '@gx/runtime';
import type { Bus } from './bus.ts';
import type { Switchboard } from './grpc-wire.ts';
import { httpWire, type RewriteRequest } from './http-wire.ts';
import type { Instance } from './instance.ts';
import { kafkaWire } from './kafka-wire.ts';
import { mongoWire, type Rewrite } from './mongo-wire.ts';
import { redisWire } from './redis-wire.ts';

/** What an instance is wired to. */
export type Surroundings = {
  readonly bus: Bus;
  readonly switchboard: Switchboard;
  /** Planted defects, as changes to what crosses. */
  readonly rewrite?: { readonly mongo?: Rewrite; readonly http?: RewriteRequest };
};

/** The seam of one instance: every border leads through its `pass`. */
export function seamOf(owner: Instance, { bus, switchboard, rewrite = {} }: Surroundings): Seam {
  const { pass } = owner;
  const request = rewrite.http === undefined ? {} : { rewrite: rewrite.http };
  return {
    mongo: mongoWire(pass, rewrite.mongo),
    kafka: kafkaWire(owner, bus),
    http: (to, pool) => httpWire(pass, { to, pool, ...request }),
    redis: (client) => redisWire(pass, client),
    serve: (services) => switchboard.serve(owner, services),
    dial: (definition, address) => switchboard.dial(pass, definition, address),
    job: owner.jobs.take,
  };
}
