import { isDeepStrictEqual } from 'node:util';
import type { Tampering } from '@gx/testkit/faults';
import mongoose from 'mongoose';

const { BSON } = mongoose.mongo;

/**
 * The same tampering, and a word each time that it has really changed something. One that finds nothing to
 * change was written for a product that is no more: whatever then goes wrong, or does not, says nothing about
 * the mistake.
 */
export function counted(
  { mongo, mongoReply, http, httpAnswer, grpcAnswer, redis, bus }: Tampering,
  applied: () => void,
): Tampering {
  return {
    ...(mongo && {
      mongo: (call) => {
        const { command, options } = call;
        const before = [BSON.serialize(command), options.session] as const;
        mongo(call);
        if (options.session !== before[1] || !BSON.serialize(command).every((byte, at) => byte === before[0][at]))
          applied();
      },
    }),
    ...(mongoReply && {
      mongoReply: (call, reply) => {
        const before = BSON.serialize(reply);
        mongoReply(call, reply);
        if (!BSON.serialize(reply).every((byte, at) => byte === before[at])) applied();
      },
    }),
    ...(http && {
      http: (call, request) => {
        const sent = http(call, request);
        if (!isDeepStrictEqual(sent, request)) applied();
        return sent;
      },
    }),
    ...(httpAnswer && {
      httpAnswer: (call, answer) => {
        const before = { ...answer };
        httpAnswer(call, answer);
        if (!isDeepStrictEqual(answer, before)) applied();
      },
    }),
    ...(grpcAnswer && {
      grpcAnswer: (call, answer) => {
        const before = structuredClone(answer);
        grpcAnswer(call, answer);
        if (!isDeepStrictEqual(answer, before)) applied();
      },
    }),
    ...(redis && {
      redis: (...call) => {
        const sent = redis(...call);
        if (!isDeepStrictEqual(sent, call[2])) applied();
        return sent;
      },
    }),
    ...(bus && { bus: countedUse(bus, applied) }),
  };
}

/** A flaw of the bus is applied whenever the bus acts by it. */
const countedUse = <T extends object>(flaws: T, applied: () => void): T =>
  new Proxy(flaws, {
    get: (target, name) => {
      const flaw: unknown = Reflect.get(target, name);
      if (flaw !== undefined) applied();
      return flaw;
    },
  });
