import type { StackSettings } from './config.ts';

/** Addresses of servers that someone else runs. */
export type Addresses = { readonly mongoUrl: string; readonly kafkaBrokers: string; readonly redisUrl: string };

/** Where the servers come from, and why. */
export type Provider =
  | { readonly kind: 'given'; readonly why: string; readonly addresses: Addresses }
  | { readonly kind: 'native'; readonly why: string };

/** The stack cannot start; the message says what was looked for and what to do. */
export class StackUnavailable extends Error {
  override readonly name = 'StackUnavailable';
}

/** Given addresses first, else native. A forced provider never falls through, and half of the addresses is an error. */
export function chooseProvider(settings: StackSettings): Provider {
  const { provider } = settings;
  if (provider === undefined) {
    return anyAddress(settings) ? given(settings, 'addresses are set') : native('no addresses are set');
  }
  const why = `STACK_PROVIDER=${provider}`;
  if (provider === 'given') return given(settings, why);
  if (provider === 'native') return native(why);
  if (provider === 'docker') {
    throw new StackUnavailable('STACK_PROVIDER=docker: Docker is not supported yet; use given or native.');
  }
  throw new StackUnavailable(`STACK_PROVIDER=${provider} is none of given, native (docker comes later).`);
}

const native = (why: string): Provider => ({ kind: 'native', why });

const addressesOf = (settings: StackSettings) => ({
  MONGO_URL: settings.mongoUrl,
  KAFKA_BROKERS: settings.kafkaBrokers,
  REDIS_URL: settings.redisUrl,
});

const anyAddress = (settings: StackSettings): boolean =>
  Object.values(addressesOf(settings)).some((address) => address !== undefined);

function given(settings: StackSettings, why: string): Provider {
  const { mongoUrl, kafkaBrokers, redisUrl } = settings;
  if (mongoUrl !== undefined && kafkaBrokers !== undefined && redisUrl !== undefined) {
    return { kind: 'given', why, addresses: { mongoUrl, kafkaBrokers, redisUrl } };
  }
  const entries = Object.entries(addressesOf(settings));
  const missing = entries.filter(([, address]) => address === undefined).map(([name]) => name);
  throw new StackUnavailable(
    `${why}, but ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set. Set all three addresses, or none.`,
  );
}
