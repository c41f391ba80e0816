import type { DeliveryAttempt, DeliveryWithLog } from '@gx/contracts/webhooks';
import { type Id, notFound, type Tenant } from '@gx/core';
import { shownSignatures } from '../domain/shown-signatures.ts';
import { requestHeaders } from '../send/request-headers.ts';
import type { AttemptRecord, DeliveryDocument } from '../store/delivery-document.ts';
import { type ReadDeliveriesDeps, shownDelivery } from './list-deliveries.ts';

/**
 * One delivery with the attempts that were made, the last 50 of them, oldest first; of one whose body is gone
 * there is no log.
 */
export async function getDelivery(
  { deliveries, openBody }: Pick<ReadDeliveriesDeps, 'deliveries' | 'openBody'>,
  tenant: Tenant,
  id: Id<'delivery'>,
): Promise<DeliveryWithLog> {
  const found = await deliveries.get(tenant, id);
  if (found === undefined) throw notFound('delivery');
  const { payload, attemptLog = [] } = found;
  return {
    delivery: await shownDelivery(openBody, tenant, found),
    attemptLog: (payload === undefined ? [] : attemptLog).map((attempt) => attemptMessage(found, attempt)),
  };
}

const attemptMessage = (delivery: DeliveryDocument, record: AttemptRecord): DeliveryAttempt => ({
  attempt: record.attempt,
  startedAtMs: record.startedAt.getTime(),
  requestHeaders:
    record.signed === undefined ? {} : requestHeaders(delivery, record.attemptId, shownSignatures(record.signed)),
  ...(record.durationMs === undefined ? {} : { durationMs: Math.round(record.durationMs) }),
  ...(record.statusCode === undefined ? {} : { statusCode: record.statusCode }),
  ...(record.error === undefined ? {} : { error: record.error }),
  ...(record.responseBody === undefined ? {} : { responseBody: record.responseBody }),
});
