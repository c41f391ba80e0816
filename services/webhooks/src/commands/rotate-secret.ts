import { type ActOrigin, DEFAULT_ENDPOINT, type Id, notFound, type Tenant } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import { endpointAct } from '../domain/acts.ts';
import { newSecret } from '../send/new-secret.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import type { SigningSecretStore } from '../store/signing-secrets.ts';

export type RotateSecretDeps = {
  readonly endpoints: EndpointStore;
  readonly signingSecrets: SigningSecretStore;
  readonly secrets: Cipher;
};

const ROTATED = 'webhook_endpoint.secret_rotated';

/**
 * Swaps the signing secret of an endpoint, or with `default` the account's own, at once, without an overlap:
 * an attempt reads the secret when it is made. Answers the one time it is seen.
 */
export async function rotateSecret(
  { endpoints, signingSecrets, secrets }: RotateSecretDeps,
  tenant: Tenant,
  id: Id<'endpoint'>,
  origin: ActOrigin,
): Promise<string> {
  const secret = newSecret();
  const [encrypted, act] = [secrets.encrypt(secret), endpointAct({ id, tenant }, ROTATED, [], origin)];
  if (id === DEFAULT_ENDPOINT) await signingSecrets.replace(tenant, encrypted, act);
  else if ((await endpoints.update(tenant, id, { secret: encrypted }, () => act)) === undefined)
    throw notFound('webhook endpoint');
  return secret;
}
