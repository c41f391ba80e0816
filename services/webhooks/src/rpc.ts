import type { SERVICES, TenantMessage } from '@gx/contracts';
import { type ActOrigin, type Id, newAct, notFound, parseEndpoint, parseId, Refusal, type Tenant } from '@gx/core';
import { type CallContext, type Handlers, traceparent } from '@gx/runtime';
import { keyActor } from '@gx/runtime/grpc';
import type { EncryptedWalk } from '@gx/runtime/mongo';
import { type DeleteEndpointDeps, deleteEndpoint } from './commands/delete-endpoint.ts';
import { type RegisterEndpointDeps, registerEndpoint } from './commands/register-endpoint.ts';
import { type ReplayEventsDeps, replayEvents } from './commands/replay-events.ts';
import { type ResendEventDeps, resendEvent } from './commands/resend-event.ts';
import { type RetryDeliveryDeps, retryDelivery } from './commands/retry-delivery.ts';
import { type RotateSecretDeps, rotateSecret } from './commands/rotate-secret.ts';
import { type SendTestEventDeps, sendTestEvent } from './commands/send-test-event.ts';
import { type UpdateEndpointDeps, updateEndpoint } from './commands/update-endpoint.ts';
import { EVENT_CATALOG } from './domain/event-catalog.ts';
import { countDeliveries } from './queries/count-deliveries.ts';
import { getDelivery } from './queries/get-delivery.ts';
import { listDeliveries } from './queries/list-deliveries.ts';
import { endpointMessage, type ListEndpointsDeps, listEndpoints } from './queries/list-endpoints.ts';
import { getEvent, type ListEventsDeps, listEvents } from './queries/list-events.ts';

export type WebhooksRpcDeps = RegisterEndpointDeps &
  ListEventsDeps &
  ListEndpointsDeps &
  DeleteEndpointDeps &
  UpdateEndpointDeps &
  RotateSecretDeps &
  RetryDeliveryDeps &
  SendTestEventDeps &
  ReplayEventsDeps &
  ResendEventDeps & { readonly reencryptSecrets: EncryptedWalk };

/** The RPCs of gx.webhooks.v1. Ids cross raw; the edge adds their prefixes. */
export const webhooksHandlers = (deps: WebhooksRpcDeps): Handlers<typeof SERVICES.webhooks> => ({
  RegisterEndpoint: async (ctx, { tenant, url, events, ...from }) => {
    const { endpoint, secret } = await registerEndpoint(deps, tenantOf(tenant), originOf(ctx, from), { url, events });
    return { endpoint: endpointMessage(endpoint), secret };
  },
  CheckUrl: (_ctx, { url }) => {
    deps.checkUrl(url);
    return {};
  },
  ListEndpoints: async (_ctx, { tenant }) => ({ endpoints: await listEndpoints(deps, tenantOf(tenant)) }),
  DeleteEndpoint: async (ctx, { tenant, id, ...from }) => {
    await deleteEndpoint(deps, tenantOf(tenant), endpointId(id), originOf(ctx, from));
    return {};
  },
  UpdateEndpoint: async (ctx, { tenant, id, url, events, status, ...from }) => {
    const change = {
      origin: originOf(ctx, from),
      ...(url === undefined ? {} : { url }),
      ...(events === null ? {} : { events: events.names }),
      ...(status === 'ACTIVE' || status === 'INACTIVE' ? { status } : {}),
    };
    return endpointMessage(await updateEndpoint(deps, tenantOf(tenant), endpointId(id), change));
  },
  RotateEndpointSecret: async (ctx, { tenant, id: wire, ...from }) => {
    const id = parseEndpoint(wire);
    if (id === undefined) throw notFound('webhook endpoint');
    return { id, secret: await rotateSecret(deps, tenantOf(tenant), id, originOf(ctx, from)) };
  },
  GetEventCatalog: () => ({
    events: Object.entries(EVENT_CATALOG).map(([event, row]) => ({
      event,
      description: row.description,
      legacy: 'legacy' in row,
    })),
  }),
  ...deliveryHandlers(deps),
  ListEvents: (_ctx, { tenant, ...request }) => listEvents(deps, tenantOf(tenant), request),
  GetEvent: (_ctx, { tenant, id }) => getEvent(deps, tenantOf(tenant), id),
  ReencryptSecrets: (_ctx, request) => deps.reencryptSecrets(request),
  CountDeliveries: (_ctx, { tenant }) => countDeliveries(deps, tenantOf(tenant)),
});

/** Those about deliveries, and what makes more of them. */
const deliveryHandlers = (deps: WebhooksRpcDeps) =>
  ({
    ListDeliveries: (_ctx, { tenant, ...request }) => listDeliveries(deps, tenantOf(tenant), request),
    GetDelivery: (_ctx, { tenant, id }) => getDelivery(deps, tenantOf(tenant), deliveryId(id)),
    RetryDelivery: ({ now }, { tenant, id }) => retryDelivery(deps, tenantOf(tenant), deliveryId(id), now),
    SendTestEvent: ({ now }, { tenant, endpointId: endpoint, deliveryId: delivery, event }) =>
      sendTestEvent(deps, tenantOf(tenant), {
        endpointId: endpointId(endpoint),
        deliveryId: deliveryId(delivery),
        event,
        now,
        traceparent: traceparent(),
      }),
    ReplayEvents: async ({ now }, { tenant, replayId, endpointId: endpoint, sinceMs, untilMs, events, only }) => ({
      replayed: await replayEvents(deps, tenantOf(tenant), {
        replayId: madeByCaller('replay', replayId),
        endpointId: endpointId(endpoint),
        since: new Date(sinceMs),
        until: untilMs === undefined ? undefined : new Date(untilMs),
        events,
        only: only === 'ALL' ? 'all' : 'undelivered',
        now,
      }),
    }),
    ResendEvent: async ({ now }, { tenant, resendId, event }) => ({
      deliveries: await resendEvent(deps, tenantOf(tenant), {
        resendId: madeByCaller('resend', resendId),
        event,
        now,
        traceparent: traceparent(),
      }),
    }),
  }) satisfies Partial<Handlers<typeof SERVICES.webhooks>>;

const originOf = (ctx: CallContext, { clientAddress }: { readonly clientAddress: string }): ActOrigin =>
  newAct(keyActor(ctx, clientAddress), ctx.now);

/** Made by the edge, never by a client: an empty one would be the first delivery's own. */
function madeByCaller<E extends 'resend' | 'replay'>(entity: E, wire: string): Id<E> {
  const id = parseId(entity, wire);
  if (id === undefined) throw new Refusal('invalid_request', `The ${entity} has no id.`);
  return id;
}

function deliveryId(wire: string): Id<'delivery'> {
  const id = parseId('delivery', wire);
  if (id === undefined) throw notFound('delivery');
  return id;
}

function endpointId(wire: string): Id<'endpoint'> {
  const id = parseId('endpoint', wire);
  if (id === undefined) throw notFound('webhook endpoint');
  return id;
}

function tenantOf(message: TenantMessage | null): Tenant {
  const accountId = parseId('account', message?.accountId ?? '');
  if (message === null || accountId === undefined) throw new Refusal('invalid_request', 'The call names no account.');
  return { accountId, livemode: message.livemode };
}
