import { callersOf, type RpcParty } from '@gx/contracts';
import { type Client, identitySpec, readConfig } from '@gx/runtime';
import { type ClientOptions, GrpcIdentity, grpcClient, serverOf } from '@gx/runtime/grpc';
import { identitySettings } from './identities.ts';

type Definition = Parameters<typeof grpcClient>[0];
type LocalClientOptions<D> = Omit<ClientOptions<D>, 'identity'> & {
  /** Where operators' calls go, if not to the same address. */
  readonly operatorsAddress?: string;
};
type AnyClient = Client<Definition> & Readonly<Record<string, unknown>>;

/** An identity of this process' own authority. */
export const localIdentity = (party: RpcParty): GrpcIdentity =>
  new GrpcIdentity(party, readConfig(identitySettings(party), identitySpec(party)));

/**
 * A client of services that this process has started: each RPC is called as the first whom its proto names.
 */
export function localClient<D extends Definition>(
  definition: D,
  address: string,
  { operatorsAddress = address, ...options }: LocalClientOptions<D>,
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
  const callers = Object.entries(definition).map(([name, method]): [string, RpcParty] => [
    name.charAt(0).toLowerCase() + name.slice(1),
    callersOf(method)[0] ?? serverOf(definition),
  ]);
  const first = clientOf(callers[0]?.[1] ?? serverOf(definition));
  const calls = callers.map(([name, party]) => [name, clientOf(party)[name]]);
  return {
    ...Object.fromEntries(calls),
    close: () => {
      for (const client of clients.values()) client.close();
    },
    waitForReady: first.waitForReady,
  } as unknown as Client<D>;
}
