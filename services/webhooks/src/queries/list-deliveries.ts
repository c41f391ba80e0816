import type { Delivery, ListDeliveriesRequest, ListDeliveriesResponse } from '@gx/contracts/webhooks';
import { parseEndpoint, parseId, Refusal, type Tenant } from '@gx/core';
import { MAX_ATTEMPTS } from '../domain/retry-schedule.ts';
import type { OpenBody } from '../peers/persons.ts';
import type { DeliveryFilter, DeliveryStore } from '../store/deliveries.ts';
import type { DeliveryDocument } from '../store/delivery-document.ts';

const LIMIT = { fallback: 25, max: 100 } as const;
type Request = Omit<ListDeliveriesRequest, 'tenant'>;
export type ReadDeliveriesDeps = {
  readonly deliveries: DeliveryStore;
  readonly openBody: OpenBody;
  readonly openListed: OpenBody;
};

/**
 * Deliveries of the tenant, newest first, by any of the filters (specification, Deliveries query; decisions,
 * section 12).
 */
export async function listDeliveries(
  { deliveries, openListed }: Pick<ReadDeliveriesDeps, 'deliveries' | 'openListed'>,
  tenant: Tenant,
  request: Request,
): Promise<ListDeliveriesResponse> {
  if (request.limit > LIMIT.max) {
    throw new Refusal('invalid_request', `limit must be from 1 to ${LIMIT.max}.`, { param: 'limit' });
  }
  const filter = filterOf(request);
  if (filter === undefined) return { deliveries: [], total: 0 };
  const page = { limit: request.limit || LIMIT.fallback, offset: request.offset };
  const { found, total } = await deliveries.list(tenant, filter, page);
  return { deliveries: await Promise.all(found.map((one) => shownDelivery(openListed, tenant, one))), total };
}

/** Undefined when nothing can match: an id that is none names nobody's endpoint and no charge. */
function filterOf({ status, eventType, endpointId: wire, ...more }: Request): DeliveryFilter | undefined {
  const endpointId = wire === undefined ? undefined : parseEndpoint(wire);
  if (wire !== undefined && endpointId === undefined) return undefined;
  const { createdAfterMs, createdBeforeMs, chargeId } = more;
  const subjectId = chargeId === undefined ? undefined : parseId('charge', chargeId);
  if (chargeId !== undefined && subjectId === undefined) return undefined;
  return {
    ...(status === undefined || status === 'STATUS_UNSPECIFIED' ? {} : { status }),
    ...(eventType === undefined ? {} : { eventName: eventType }),
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(createdAfterMs === undefined ? {} : { createdFrom: new Date(createdAfterMs) }),
    ...(createdBeforeMs === undefined ? {} : { createdTo: new Date(createdBeforeMs) }),
  };
}

type Found = Omit<DeliveryDocument, 'attemptLog'>;

/** A delivery as it crosses, without its log; its body only while that is kept. */
export async function shownDelivery(openBody: OpenBody, tenant: Tenant, found: Found): Promise<Delivery> {
  const { payload } = found;
  return deliveryMessage(found, payload === undefined ? undefined : await openBody(tenant, payload));
}

/** The same with its body as it leaves. */
export function deliveryMessage(found: Found, body: string | undefined): Delivery {
  const { lastStatusCode, lastError, lastResponseBody, nextRetryAt, deliveredAt } = found;
  return {
    id: found._id,
    endpointId: found.endpointId,
    eventType: found.eventName,
    status: found.status,
    attempts: found.attempts,
    maxAttempts: MAX_ATTEMPTS,
    ...(lastStatusCode === undefined ? {} : { lastStatusCode }),
    ...(lastError === undefined ? {} : { lastError }),
    ...(lastResponseBody === undefined ? {} : { lastResponseBody }),
    ...(nextRetryAt === undefined ? {} : { nextRetryAtMs: nextRetryAt.getTime() }),
    ...(deliveredAt === undefined ? {} : { deliveredAtMs: deliveredAt.getTime() }),
    createdAtMs: found.createdAt.getTime(),
    updatedAtMs: found.updatedAt.getTime(),
    ...(body === undefined ? {} : { payloadJson: body }),
  };
}
