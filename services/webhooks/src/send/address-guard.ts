import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressGuard = {
  /** Whether a connection may be opened to this IP address. */
  readonly allows: (address: string) => boolean;
  /**
   * Whether the operator named it among the private targets; never true of a public address that nobody
   * named.
   */
  readonly allowsPrivate: (address: string) => boolean;
  /** Whether public hosts are called at this port, as a URL writes it: absent is that of https. */
  readonly allowsPort: (port: string) => boolean;
  /** Those ports, as the operator wrote them. */
  readonly ports: readonly string[];
  /** No private target is allowed: how production runs. */
  readonly strict: boolean;
};

/**
 * What merchants' servers listen at; behind another port of a public host may be anything that speaks TLS.
 */
export const DEFAULT_PORTS: readonly string[] = ['443', '8443'];
const HTTPS_PORT = 443;
type PortRange = readonly [from: number, to: number];

/** A port, or two with a dash between them; undefined for anything else. */
export function portRange(text: string): PortRange | undefined {
  const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const range: PortRange = [Number(from), Number(to)];
  return from !== '' && range[0] >= 1 && range[0] <= range[1] && range[1] <= 65_535 ? range : undefined;
}

const holds = ([from, to]: PortRange, port: number): boolean => port >= from && port <= to;

/**
 * IPv6 that is routed in the world. Outside it, ::/96 among others looks like unicast and reaches IPv4 hosts.
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Classifies addresses: only public unicast ones pass, so private, loopback, link-local, CGNAT, ULA,
 * multicast, 0/8, reserved, v4-mapped, NAT64, 6to4 and Teredo addresses do not, unless one of `allowedCidrs`
 * holds them.
 */
export function addressGuard(allowedCidrs: readonly string[], allowedPorts = DEFAULT_PORTS): AddressGuard {
  const ports = allowedPorts.map((text) => portRange(text));
  const allowed = allowedCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  const named = (address: IpAddress): boolean =>
    allowed.some((range) => address.kind() === range[0].kind() && address.match(range));
  const allowsPrivate = (address: string): boolean => isIP(address) !== 0 && named(ipaddr.parse(address));
  return {
    allowsPrivate,
    allows: (address) => isIP(address) !== 0 && (isPublic(ipaddr.parse(address)) || allowsPrivate(address)),
    allowsPort: (text) => ports.some((range) => range !== undefined && holds(range, Number(text || HTTPS_PORT))),
    ports: allowedPorts,
    strict: allowed.length === 0,
  };
}

function isPublic(address: IpAddress): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** A CIDR that the guard can read; for reading the configuration. */
export const isCidr = (text: string): boolean => ipaddr.isValidCIDR(text);
