import { randomUUID } from 'node:crypto';
import { SERVICES } from '@gx/contracts';
import { isUnavailable } from '@gx/core';
import type { Call, Client } from '@gx/runtime';
import { grpcClient, UnimplementedMethod } from '@gx/runtime/grpc';
import { type AddressedService, addressOf, type Environment, identityOf } from './config.ts';
import { OperatorError } from './terminal.ts';

export type Connection<S extends AddressedService> = {
  readonly client: Client<(typeof SERVICES)[S]>;
  readonly call: Call;
};
type Target<S extends AddressedService> = {
  readonly service: S;
  readonly env: Environment;
  readonly deadlineMs?: number;
};

const DEADLINE_MS = 15_000;

const older = (service: AddressedService, address: string): string =>
  `${service} at ${address} is of an older version, which does not know this command.`;

/** Calls a service once and closes the connection; says which service it was when nobody answered. */
export async function withClient<S extends AddressedService, T>(
  { service, env, deadlineMs = DEADLINE_MS }: Target<S>,
  work: (connection: Connection<S>) => Promise<T>,
): Promise<T> {
  const address = addressOf(service, env);
  const client = grpcClient(SERVICES[service], address, { identity: identityOf(env), idempotent: [], deadlineMs });
  try {
    return await work({ client, call: { requestId: randomUUID() } });
  } catch (error) {
    if (error instanceof UnimplementedMethod) throw new OperatorError(older(service, address), { cause: error });
    // A refusal that the service itself sent has no cause: it says more than we could.
    const unreached = isUnavailable(error) && error.cause !== undefined;
    if (!unreached) throw error;
    throw new OperatorError(`${service} at ${address} cannot be reached or does not answer.`, { cause: error });
  } finally {
    client.close();
  }
}
