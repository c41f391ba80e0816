import type { Reader } from '../config/config.ts';
import { allowPlaintext, unprotected } from '../config/plaintext.ts';

export type RedisCredentials = { readonly username?: string; readonly password?: string };
type Node = { readonly host: string; readonly port: number };

/** Where Redis is: one server, the nodes of a Cluster, or Sentinels that know the master of a name. */
export type RedisAddress = RedisCredentials & { readonly tls: boolean } & (
    | { readonly kind: 'server'; readonly node: Node; readonly database: number }
    | { readonly kind: 'cluster'; readonly nodes: readonly Node[] }
    | { readonly kind: 'sentinel'; readonly sentinels: readonly Node[]; readonly master: string }
  );

const ADDRESS =
  /^redis(?<tls>s?)(?:-(?<kind>cluster|sentinel))?:\/\/(?:(?<user>[^@/]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<path>[^/?#]*))?$/;
const NODE = /^(?:\[(?<ipv6>[^\]]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/;
const PORTS = { server: 6_379, cluster: 6_379, sentinel: 26_379 } as const;
const SAYS =
  'must be redis://host:port, redis-cluster://host:port,host:port or redis-sentinel://host:port,host:port/master, with rediss for TLS';

/** What a URL says; an Error that repeats nothing of it, since a password may stand in it. */
export function redisAddress(url: string): RedisAddress | Error {
  if (!isEncoded(url)) return new Error(SAYS);
  const { tls, kind = 'server', user, hosts = '', path = '' } = ADDRESS.exec(url)?.groups ?? {};
  const nodes = hosts.split(',').map((host) => nodeOf(host, PORTS[kind as keyof typeof PORTS]));
  const known = nodes.filter((node) => node !== undefined);
  const [first] = known;
  if (first === undefined || known.length < nodes.length) return new Error(SAYS);
  const shared = { tls: tls === 's', ...credentialsOf(user) };
  if (kind === 'cluster') return path === '' ? { ...shared, kind, nodes: known } : new Error(SAYS);
  if (kind === 'sentinel') {
    return path === '' ? new Error(SAYS) : { ...shared, kind, sentinels: known, master: decodeURIComponent(path) };
  }
  if (known.length > 1 || !/^\d{0,3}$/.test(path)) return new Error(SAYS);
  return { ...shared, kind: 'server', node: first, database: Number(path) };
}

/** Whether what stands behind each % can be decoded. */
function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

function nodeOf(text: string, usualPort: number): Node | undefined {
  const { ipv6, name, port = String(usualPort) } = NODE.exec(text)?.groups ?? {};
  const host = ipv6 ?? name;
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) };
}

function credentialsOf(text = ''): RedisCredentials {
  const [username = '', ...rest] = text.split(':');
  const password = rest.join(':');
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
}

/** A setting that says where Redis is. */
export const redisUrl = (): Reader<RedisAddress> => ({
  kind: 'secret: URL of a Redis server, Cluster (`redis-cluster://`) or of Sentinels (`redis-sentinel://…/master`)',
  parse: redisAddress,
});

/** Beside the setting that says where Redis is. */
export const ALLOW_PLAINTEXT_REDIS = allowPlaintext('ALLOW_PLAINTEXT_REDIS', {
  by: 'REDIS_URL',
  lacks: (given) => {
    const address = redisAddress(given('REDIS_URL') ?? '');
    // Without a name a password is that of the user `default`.
    return address instanceof Error ? undefined : unprotected(address.tls, address.password !== undefined);
  },
  risk: 'who reads or reaches it lifts rate limits and sees which keys are in use',
});
