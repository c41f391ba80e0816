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
type Allows = (address: string) => boolean;

/** `localhost` is never asked of DNS: it is this address. */
const LOCALHOST: readonly ResolvedAddress[] = [{ address: LOCALHOST_ADDRESS, family: 4 }];

/**
 * Opens connections only to addresses the guard allows, and without TLS, or at a port that is not among those
 * of webhooks, only to private targets the operator named. The addresses that are judged are the ones that
 * are connected to, so a name that changes its mind between the two finds nothing. One forbidden address
 * among several forbids all.
 */
export function guardedConnector({ guard, resolve, timeoutMs }: Rules): buildConnector.connector {
  const connectorTo = (allows: Allows): buildConnector.connector => {
    const lookup = judgedLookup(resolve, allows);
    const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup, autoSelectFamily: true });
    return (options, callback) => {
      // An IP literal never reaches `lookup`.
      const isRefused =
        isIP(options.hostname) === 0 ? guard.isOwnHost(nameOf(options.hostname)) : !allows(options.hostname);
      if (isRefused) callback(new AddressNotAllowed(), null);
      else connect(options, callback);
    };
  };
  const outside = connectorTo(guard.allows);
  const inside = connectorTo(guard.allowsPrivate);
  return (options, callback) =>
    (options.protocol === 'https:' && guard.allowsPort(options.port) ? outside : inside)(options, callback);
}

const nameOf = (hostname: string): string => hostname.replace(/\.$/, '');

const judgedLookup =
  (resolve: Resolve, allows: Allows): LookupFunction =>
  (hostname, { all }, callback) => {
    const host = nameOf(hostname);
    const resolved = isLocalhost(host) ? Promise.resolve(LOCALHOST) : resolve(host);
    resolved.then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new NameNotResolved('no address'), '');
        if (!addresses.every(({ address }) => allows(address))) return callback(new AddressNotAllowed(), '');
        return all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
      },
      (cause: unknown) => callback(new NameNotResolved('lookup failed', { cause }), ''),
    );
  };

/**
 * Asks the name servers directly. The system's own lookup has four threads for the whole process, and one
 * merchant's slow name server could hold all of them; it also knows names of our own network that are
 * nobody's webhook.
 */
export function nameServers(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (host) => {
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
