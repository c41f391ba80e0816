import type { StackSettings } from './config.ts';

/** Addresses of servers that someone else runs. */
export type Addresses = { readonly mongoUrl: string; readonly kafkaBrokers: string; readonly redisUrl: string };

/** Servers that this process starts, and how. */
export type OwnKind = 'native' | 'docker';

/** Where the servers come from, and why: given, or of one's own by the first way that is possible. */
export type Provider =
  | { readonly kind: 'given'; readonly why: string; readonly addresses: Addresses }
  | { readonly kind: 'own'; readonly why: string; readonly order: readonly OwnKind[] };

/**
 * The stack cannot start; the message says what was looked for and what to do, `brief` the same in half a
 * line.
 */
export class StackUnavailable extends Error {
  override readonly name = 'StackUnavailable';
  readonly brief: string;

  constructor(message: string, brief = message) {
    super(message);
    this.brief = brief;
  }
}

/**
 * Given addresses first, else servers of one's own: native before Docker where registries hold binaries for
 * this machine, the other way round elsewhere. A forced provider never falls through, and half of the
 * addresses is an error.
 */
export function chooseProvider(settings: StackSettings, nativeFirst: boolean): Provider {
  const { provider } = settings;
  if (provider === undefined) {
    if (anyAddress(settings)) return given(settings, 'addresses are set');
    return own('no addresses are set', nativeFirst ? ['native', 'docker'] : ['docker', 'native']);
  }
  const why = `STACK_PROVIDER=${provider}`;
  if (provider === 'given') return given(settings, why);
  if (provider === 'native' || provider === 'docker') return own(why, [provider]);
  throw new StackUnavailable(`STACK_PROVIDER=${provider} is none of given, native, docker.`);
}

const own = (why: string, order: readonly OwnKind[]): Provider => ({ kind: 'own', why, order });

/** What is there to start, with what to say about it. */
type Candidate = { readonly says: string };

/**
 * The first of these that this machine has; what was passed over is said. When it has none, one message says
 * why of each.
 */
export async function firstPossible<T extends Candidate>(
  { why, order }: Extract<Provider, { kind: 'own' }>,
  look: Readonly<Record<OwnKind, () => Promise<T>>>,
): Promise<{ readonly found: T; readonly chosen: string }> {
  const failures: StackUnavailable[] = [];
  for (const kind of order) {
    try {
      const found = await look[kind]();
      const reasons = [why, ...failures.map(({ brief }) => brief)].join('; ');
      return { found, chosen: `${kind} (${reasons}): ${found.says}` };
    } catch (cause) {
      if (!(cause instanceof StackUnavailable)) throw cause;
      failures.push(cause);
    }
  }
  throw new StackUnavailable(failures.map(({ message }) => message).join('\n'));
}

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
