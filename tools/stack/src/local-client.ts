import { callersOf, isForMerchants, type RpcParty } from '@gx/contracts';
import type { Id, Tenant } from '@gx/core';
import { ASSERTIONS_SPEC, type Call, type Client, identitySpec, readConfig } from '@gx/runtime';
import { Assertions, type ClientOptions, GrpcIdentity, grpcClient, serverOf } from '@gx/runtime/grpc';
import { localAssertion } from './assertion-key.ts';
import { identitySettings } from './identities.ts';

type Definition = Parameters<typeof grpcClient>[0];
type LocalClientOptions<D> = Omit<ClientOptions<D>, 'identity'> & {
  /** Where operators' calls go, if not to the same address. */
  readonly operatorsAddress?: string;
  /** The clock of the server, where that is another. */
  readonly now?: () => Date;
};
type MerchantRequest = { readonly tenant?: Tenant; readonly keyIssuerUserId?: Id<'user'> };
type AnyRpc = (call: Call, request: MerchantRequest) => Promise<unknown>;
type AnyClient = Client<Definition>;
const rpcOf = (client: AnyClient, name: string): AnyRpc =>
  (client as unknown as Record<string, AnyRpc>)[name] as AnyRpc;

/** An identity of this process' own authority. */
export const localIdentity = (party: RpcParty): GrpcIdentity =>
  new GrpcIdentity(party, readConfig(identitySettings(party), identitySpec(party)));

/** Believes what `localAssertion` says. */
export const localAssertions = (): Assertions =>
  new Assertions(readConfig(identitySettings('charge'), ASSERTIONS_SPEC), new Date());

/** The same RPC, for the tenant that its request names. */
const forMerchant =
  (rpc: AnyRpc, now: () => Date): AnyRpc =>
  (call, request) => {
    const { tenant, keyIssuerUserId } = request;
    if (!tenant) return rpc(call, request);
    const issuer = keyIssuerUserId === undefined ? {} : { issuerUserId: keyIssuerUserId };
    return rpc({ asserted: () => localAssertion({ tenant, ...issuer }, now()), ...call }, request);
  };

/**
 * A client of services that this process has started: each RPC is called as the first whom its proto names,
 * and as the gateway for the tenant of its request.
 */
export function localClient<D extends Definition>(
  definition: D,
  address: string,
  { operatorsAddress = address, now = () => new Date(), ...options }: LocalClientOptions<D>,
): Client<D> {
  const clients = new Map<RpcParty, AnyClient>();
  const clientOf = (party: RpcParty): AnyClient => {
    const known = clients.get(party);
    if (known !== undefined) return known;
    const made = grpcClient(definition, party === 'ops' ? operatorsAddress : address, {
      ...options,
      identity: localIdentity(party),
    }) as unknown as AnyClient;
    clients.set(party, made);
    return made;
  };
  const callerOf = (method: object | undefined): RpcParty => callersOf(method ?? {})[0] ?? serverOf(definition);
  const first = clientOf(callerOf(Object.values(definition)[0]));
  const calls = Object.entries(definition).map(([rpc, method]) => {
    const name = rpc.charAt(0).toLowerCase() + rpc.slice(1);
    const call = rpcOf(clientOf(callerOf(method)), name);
    return [name, isForMerchants(method) ? forMerchant(call, now) : call];
  });
  return {
    ...Object.fromEntries(calls),
    close: () => {
      for (const client of clients.values()) client.close();
    },
    waitForReady: first.waitForReady,
  } as unknown as Client<D>;
}
