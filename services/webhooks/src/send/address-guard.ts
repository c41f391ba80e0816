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
  /** Whether a name is the deployment's own, or under one that is. */
  readonly isOwnHost: (host: string) => boolean;
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
 * Public by its range and answered by the host of the machine alone (Azure's wire server): no merchant's.
 */
const PLATFORM = [ipaddr.parseCIDR('168.63.129.16/32')];

/** What an operator excepts from the rules below. */
export type GuardExceptions = {
  /** Ranges that may be reached although they are not public. */
  readonly allowed?: readonly string[];
  /** Ports of public hosts. */
  readonly ports?: readonly string[];
  /** Hosts, with all under them, and ranges that may not be reached although they are public. */
  readonly refused?: readonly string[];
};

/**
 * Classifies addresses: only public unicast ones pass, so private, loopback, link-local, CGNAT, ULA,
 * multicast, 0/8, reserved, v4-mapped, NAT64, 6to4 and Teredo addresses do not, unless one of `allowed` holds
 * them; nor does what is the platform's or the deployment's own.
 */
export function addressGuard({ allowed = [], ports = DEFAULT_PORTS, refused = [] }: GuardExceptions): AddressGuard {
  const ranges = ports.map((text) => portRange(text));
  const named = within(allowed.map((cidr) => ipaddr.parseCIDR(cidr)));
  const isOwn = within([...PLATFORM, ...refused.filter(isCidr).map((cidr) => ipaddr.parseCIDR(cidr))]);
  const hosts = refused.filter((target) => !isCidr(target)).map((host) => host.toLowerCase());
  const allowsPrivate = (address: string): boolean => isIP(address) !== 0 && named(ipaddr.parse(address));
  return {
    allowsPrivate,
    allows: (address) => {
      if (isIP(address) === 0) return false;
      const parsed = ipaddr.parse(address);
      return (isPublic(parsed) && !isOwn(parsed)) || allowsPrivate(address);
    },
    allowsPort: (text) => ranges.some((range) => range !== undefined && holds(range, Number(text || HTTPS_PORT))),
    isOwnHost: (host) => hosts.some((own) => host === own || host.endsWith(`.${own}`)),
    ports,
    strict: allowed.length === 0,
  };
}

const within =
  (ranges: readonly [IpAddress, number][]) =>
  (address: IpAddress): boolean =>
    ranges.some((range) => address.kind() === range[0].kind() && address.match(range));

function isPublic(address: IpAddress): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** A CIDR that the guard can read; for reading the configuration. */
export const isCidr = (text: string): boolean => ipaddr.isValidCIDR(text);
