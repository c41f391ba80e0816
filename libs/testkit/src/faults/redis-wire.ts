import type { Pass } from './instance.ts';

/** What only looks after the connection. */
const NO_COMMANDS: ReadonlySet<string> = new Set([
  'connect',
  'destroy',
  'close',
  'on',
  'once',
  'off',
  'emit',
  'duplicate',
]);
const lost = (): Promise<never> => Promise.reject(new Error('redis: cut by the test'));

/** A Redis client whose commands pass the instance. */
export const redisWire = <C extends object>({ cross }: Pass, client: C): C =>
  new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (typeof name !== 'string' || NO_COMMANDS.has(name)) return value.bind(target);
      return (...given: unknown[]) => {
        const answer = (): Promise<unknown> => Promise.resolve(Reflect.apply(value, target, given));
        return cross('redis', name, { make: answer, lost });
      };
    },
  });
