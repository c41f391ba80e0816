import { isIP } from 'node:net';
import { Refusal } from '@gx/core';
import type { AddressGuard } from './address-guard.ts';

const LENGTH_MAX = 2_048;
/** Names that no public DNS answers for; a host under them is somebody's inside. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'svc',
  'test',
  'invalid',
];

const refuse = (message: string): Refusal => new Refusal('invalid_url', message, { param: 'url' });

/**
 * Reads a URL that may be registered, or throws `invalid_url`: http or https, no credentials, no host that
 * can only be private, no port beside the allowed ones. Plain http and any port are for the private targets
 * an operator allowed. What a name resolves to is not asked here: that can change, so the connector asks at
 * every connection.
 */
export function endpointUrl(raw: string, guard: AddressGuard): URL {
  if (raw.length > LENGTH_MAX) throw refuse(`The URL must have at most ${LENGTH_MAX} characters.`);
  // The parser would silently drop what is invisible here and read another address than the merchant sees.
  if (/[\s\p{C}\\]/u.test(raw)) throw refuse('The URL must have no spaces, control characters or backslashes.');
  const url = URL.parse(raw);
  if (url === null || !/^https?:\/\//i.test(raw)) throw refuse('The URL must be an absolute http or https address.');
  if (url.username !== '' || url.password !== '') throw refuse('The URL must carry no credentials.');
  if (url.hash !== '') throw refuse('The URL must have no fragment: it would never be sent.');
  if (hostOf(url) === '') throw refuse('The URL must name a host.');
  if (url.port === '0') throw refuse('The URL must not name port 0: nothing can listen there.');
  const target = targetOf(url, guard);
  if (target === 'refused') throw refuse('The URL must lead to a public host: a machine of your own needs a tunnel.');
  if (url.protocol !== 'https:' && target !== 'private') throw refuse('The URL must use https.');
  if (target === 'public' && !guard.allowsPort(url.port))
    throw refuse(`The URL must use one of the ports that webhooks are sent to: ${guard.ports.join(', ')}.`);
  return url;
}

/** The host as a connection needs it: no brackets, no dot at its end. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** What `localhost` and every name under it stand for (RFC 6761). */
export const LOCALHOST_ADDRESS = '127.0.0.1';
export const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

function targetOf(url: URL, guard: AddressGuard): 'public' | 'private' | 'refused' {
  const host = hostOf(url);
  const literal = isLocalhost(host) ? LOCALHOST_ADDRESS : host;
  if (isIP(literal) !== 0) {
    if (guard.allowsPrivate(literal)) return 'private';
    return guard.allows(literal) ? 'public' : 'refused';
  }
  if (guard.isOwnHost(host)) return 'refused';
  if (!isPrivateName(host)) return 'public';
  return guard.strict ? 'refused' : 'private';
}

const isPrivateName = (host: string): boolean =>
  !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
