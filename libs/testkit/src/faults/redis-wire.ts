import type { Instance } from './instance.ts';
import type { AskTampering } from './tampering.ts';

/** What only looks after the connection. */
const NO_COMMANDS: ReadonlySet<string> = new Set(['connect', 'destroy', 'close', 'on', 'once', 'off', 'emit']);
const lost = (): Promise<never> => Promise.reject(new Error('redis: cut by the test'));

/** A Redis client whose commands pass the instance. */
export const redisWire = <C extends object>({ service, pass }: Instance, client: C, tampering: AskTampering): C =>
  new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (typeof name !== 'string' || NO_COMMANDS.has(name)) return value.bind(target);
      return (...given: unknown[]) => {
        const make = async (): Promise<unknown> => {
          const { redis } = tampering();
          const sent = redis === undefined ? given : redis(service, name, given);
          return sent === undefined ? undefined : Reflect.apply(value, target, [...sent]);
        };
        return pass.cross('redis', name, { make, lost });
      };
    },
  });
