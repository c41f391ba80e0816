import { type Id, notFound, type Tenant } from '@gx/core';
import type { SecretBox } from '@gx/runtime';
import { newSecret } from '../send/new-secret.ts';
import type { EndpointStore } from '../store/endpoints.ts';

type Deps = { readonly endpoints: EndpointStore; readonly secrets: SecretBox };

/** Swaps the signing secret at once, without an overlap: an attempt reads the secret when it is made. Answers the one time it is seen. */
export const rotateSecret =
  ({ endpoints, secrets }: Deps) =>
  async (tenant: Tenant, id: Id<'endpoint'>): Promise<string> => {
    const secret = newSecret();
    if ((await endpoints.update(tenant, id, { secret: secrets.seal(secret) })) === undefined)
      throw notFound('webhook endpoint');
    return secret;
  };
