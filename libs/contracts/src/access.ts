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

/**
 * Whom a certificate names, from its alternative names as Node writes them; undefined unless there is exactly
 * one URI in it and that is one of ours.
 */
export function partyIn(subjectAltName: string | undefined): RpcParty | undefined {
  const uris = (subjectAltName ?? '').split(', ').filter((name) => name.startsWith(URI));
  return uris.length === 1 ? RPC_PARTIES.find((party) => uris[0] === `${URI}${spiffeId(party)}`) : undefined;
}

/** Who may use an RPC, by the option `access` in its proto; nobody where it says nothing. */
export function callersOf(method: object): readonly RpcParty[] {
  const { options } = method as { readonly options?: { readonly [ACCESS]?: { readonly callers?: RpcParty[] } } };
  return options?.[ACCESS]?.callers ?? [];
}
