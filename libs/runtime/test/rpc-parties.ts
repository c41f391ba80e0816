import { type RpcParty, type SERVICES, spiffeId } from '@gx/contracts';
import { newId } from '@gx/core';
import { type Call, identitySpec, readConfig } from '@gx/runtime';
import { GrpcIdentity, type GrpcListeners, grpcClient, serverOf, startGrpcServer } from '@gx/runtime/grpc';
import { type Authority, localAssertion, localAssertions, localIdentity, testHost } from '@gx/testkit';
import type { ExecutionContext } from 'ava';

type Definition = (typeof SERVICES)[keyof typeof SERVICES];
/** A client of any service, by the names of its RPCs. */
export type AnyClient = Readonly<Record<string, (call: Call, request: object) => Promise<object>>>;

export const TENANT = { accountId: newId('account'), livemode: true };
/** For this tenant, where it matters. */
export const CALL: Call = { requestId: 'req_1', asserted: () => localAssertion({ tenant: TENANT }) };
export const OPTIONS = { idempotent: [], deadlineMs: 3_000 } as const;

/** Every RPC of a service, served by handlers that do nothing but count. */
export async function served(t: ExecutionContext, definition: Definition, listeners: Partial<GrpcListeners> = {}) {
  const host = testHost(serverOf(definition));
  const called: string[] = [];
  const names = Object.keys(definition);
  const handlers = names.map((name) => [name, () => ({ _: called.push(name) })] as const);
  const service = { definition, handlers: Object.fromEntries(handlers) as never };
  const identity = localIdentity(serverOf(definition));
  const assertions = localAssertions();
  const ports = await startGrpcServer(host, { port: 0, identity, assertions, ...listeners }, [service]);
  t.teardown(host.stop);
  return { ...ports, called, lines: host.lines, stop: host.stop };
}

export function clientAs(t: ExecutionContext, definition: Definition, port: number, identity: GrpcIdentity): AnyClient {
  const client = grpcClient(definition, `127.0.0.1:${port}`, { ...OPTIONS, identity });
  t.teardown(() => client.close());
  return client as unknown as AnyClient;
}

const methodOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
/** An identity as somebody else would have it made. */
export function identityBy(
  signer: Authority,
  party: RpcParty,
  uri = spiffeId(party),
  trusted = signer.cert,
): GrpcIdentity {
  const { cert, key } = signer.issue('any', { uri });
  return new GrpcIdentity(party, {
    GRPC_CERTIFICATE: () => cert,
    GRPC_PRIVATE_KEY: () => key,
    GRPC_AUTHORITY: () => trusted,
    ALLOW_PLAINTEXT_GRPC: undefined,
    GRPC_TLS_STEP: undefined,
  });
}
export const plaintext = (party: RpcParty) =>
  new GrpcIdentity(party, readConfig({ ALLOW_PLAINTEXT_GRPC: 'a test of plaintext' }, identitySpec(party)));

/** What came of a call: that it was answered, a code of ours, or the last word of the transport. */
export async function outcomeOf(
  client: AnyClient,
  name: string,
  { call = CALL, request = { tenant: TENANT } }: { readonly call?: Call; readonly request?: object } = {},
): Promise<string> {
  try {
    await client[methodOf(name)]?.(call, request);
    return 'answered';
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message.split(' ').at(-1) ?? '';
  }
}
