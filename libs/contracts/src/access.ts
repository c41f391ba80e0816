/** Who takes part in RPCs, by the name that stands in a certificate. */
export const RPC_PARTIES = [
  'charge',
  'checkout',
  'gateway',
  'keys',
  'ledger',
  'ops',
  'payout',
  'refund',
  'webhooks',
] as const;
export type RpcParty = (typeof RPC_PARTIES)[number];

const TRUST_DOMAIN = 'spiffe://gx/';

/** How a certificate names its bearer: by a URI among its alternative names (decisions, section 13). */
export const spiffeId = (party: RpcParty): string => `${TRUST_DOMAIN}${party}`;

const URI = 'URI:';
const ACCESS = '(gx.common.v1.access)';
/** Options keep the names of their proto. */
const FOR_MERCHANTS = 'for_merchants';

/**
 * Whom a certificate names, from its alternative names as Node writes them; undefined unless there is exactly
 * one URI in it and that is one of ours.
 */
export function partyIn(subjectAltName: string | undefined): RpcParty | undefined {
  const uris = (subjectAltName ?? '').split(', ').filter((name) => name.startsWith(URI));
  return uris.length === 1 ? RPC_PARTIES.find((party) => uris[0] === `${URI}${spiffeId(party)}`) : undefined;
}

/** The option `access` of an RPC, as the loader of protos gives it. */
type Access = { readonly callers?: RpcParty[]; readonly [FOR_MERCHANTS]?: boolean };
const accessOf = (method: object): Access =>
  (method as { readonly options?: { readonly [ACCESS]?: Access } }).options?.[ACCESS] ?? {};

/** Who may use an RPC, by the option `access` in its proto; nobody where it says nothing. */
export const callersOf = (method: object): readonly RpcParty[] => accessOf(method).callers ?? [];

/** Whether the gateway calls it for a merchant, and has to show for whom. */
export const isForMerchants = (method: object): boolean => accessOf(method)[FOR_MERCHANTS] ?? false;
