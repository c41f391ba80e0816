import type { Tenant } from '@gx/core';
import type { DeliveryDocument } from '../store/delivery-document.ts';
import type { EndpointStore, Target } from '../store/endpoints.ts';
import type { SigningSecretStore } from '../store/signing-secrets.ts';

type Deps = { readonly endpoints: EndpointStore; readonly signingSecrets: SigningSecretStore };
export type TargetOf = ReturnType<typeof targetOf>;

/** Where a delivery goes and what signs it, as of now; undefined when its endpoint may get nothing. Nothing goes unsigned. */
export const targetOf =
  ({ endpoints, signingSecrets }: Deps) =>
  async (
    tenant: Tenant,
    { endpointId, url }: Pick<DeliveryDocument, 'endpointId' | 'url'>,
  ): Promise<Target | undefined> =>
    url === undefined ? endpoints.target(tenant, endpointId) : { url, secret: await signingSecrets.of(tenant) };
