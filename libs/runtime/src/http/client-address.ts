import { BlockList, isIP } from 'node:net';

/**
 * Whom a limit per client counts: the address that the nearest untrusted hop used (decisions A64; Express
 * walks X-Forwarded-For by `trustOf`). An IPv6 client owns its whole /64, so that is what counts.
 */
export function clientAddress(request: { readonly ip?: string | undefined }): string {
  const address = withoutPort(request.ip ?? 'unknown').slice(0, 64);
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  return address.includes(':') ? networkOf(address) : address;
}

/**
 * Whether a hop is one of ours: its address is in TRUSTED_PROXIES, with or without the port that some proxies
 * write beside it.
 */
export function trustOf(proxies: readonly string[]): (hop: string) => boolean {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (hop) => {
    const address = withoutPort(hop);
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Some proxies write `1.2.3.4:5678` and `[v6]:5678` (Azure's do): the port is the connection's, and a client
 * makes many.
 */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1];
  return bracketed ?? /^([^:]+):\d+$/.exec(address)?.[1] ?? address;
}

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
