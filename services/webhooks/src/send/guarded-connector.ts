import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { isLocalhost, LOCALHOST_ADDRESS } from './endpoint-url.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };
/** Every address of a name; throws when it has none. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
}

type Rules = { readonly guard: AddressGuard; readonly resolve: Resolve; readonly timeoutMs: number };

/**
 * Opens connections only to addresses the guard allows. The addresses that are judged are the ones that are connected
 * to, so a name that changes its mind between the two finds nothing. One forbidden address among several forbids all.
 */
export function guardedConnector({ guard, resolve, timeoutMs }: Rules): buildConnector.connector {
  const lookup: LookupFunction = (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new NameNotResolved('no address'), '');
        if (!addresses.every(({ address }) => guard.allows(address))) return callback(new AddressNotAllowed(), '');
        return all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
      },
      (cause: unknown) => callback(new NameNotResolved('lookup failed', { cause }), ''),
    );
  };
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup, autoSelectFamily: true });
  return (options, callback) => {
    // An IP literal never reaches `lookup`.
    if (isIP(options.hostname) !== 0 && !guard.allows(options.hostname)) callback(new AddressNotAllowed(), null);
    else connect(options, callback);
  };
}

/**
 * Asks the name servers directly. The system's own lookup has four threads for the whole process, and one merchant's
 * slow name server could hold all of them; it also knows names of our own network that are nobody's webhook.
 */
export function nameServers(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (host) => {
    if (isLocalhost(host)) return [{ address: LOCALHOST_ADDRESS, family: 4 }];
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses: ResolvedAddress[] = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (addresses.length === 0)
      throw new Error('no A or AAAA record', { cause: v4.status === 'rejected' ? v4.reason : v6 });
    return addresses;
  };
}
