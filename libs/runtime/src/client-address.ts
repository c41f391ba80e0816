/**
 * Whom a limit per client counts: the address that the nearest untrusted hop used (decisions A64; Express walks
 * X-Forwarded-For by TRUSTED_PROXIES). An IPv6 client owns its whole /64, so that is what counts.
 */
export function clientAddress(request: { readonly ip?: string | undefined }): string {
  const address = (request.ip ?? 'unknown').slice(0, 64);
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  return address.includes(':') ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
