import { eventIdOf, newAct, newId, type Tenant } from '@gx/core';
import { type EncryptedValue, newCipher } from '@gx/runtime';
import type { TestDatabase } from '@gx/testkit';
import { endpointAct } from '../src/domain/acts.ts';
import type { NewDelivery } from '../src/domain/delivery.ts';
import type { Endpoint } from '../src/domain/endpoint.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { endpointStore } from '../src/store/endpoints.ts';

export type DeliverySeed = {
  readonly url: string;
  readonly key: string | undefined;
  readonly count?: number;
  /** Since when they are due. */
  readonly since?: Date;
};

const ENDPOINT = { events: ['charge.created' as const], status: 'ACTIVE' as const, apiVersion: '2026-11-01' };

/** An endpoint that was registered long ago. */
export async function plantEndpoint(
  connection: TestDatabase['connection'],
  endpoint: Endpoint,
  secret: EncryptedValue,
): Promise<void> {
  const endpoints = await endpointStore(connection);
  const act = endpointAct(endpoint, 'webhook_endpoint.created', [], newAct({ kind: 'api_key' }, endpoint.createdAt));
  await endpoints.insert(endpoint, { secret, act, max: 32 });
  await endpoints.acts.markFiled([act.id]);
}

/** An endpoint with deliveries that are due for anybody; answers its id. */
export async function plantDeliveries(
  connection: TestDatabase['connection'],
  tenant: Tenant,
  { url, key = '', count = 1, since = new Date() }: DeliverySeed,
): Promise<NewDelivery['endpointId']> {
  const now = new Date();
  const id = newId('endpoint');
  const encrypted = newCipher(Buffer.from(key, 'base64')).encrypt('0'.repeat(64));
  await plantEndpoint(connection, { ...ENDPOINT, id, tenant, url, createdAt: now, updatedAt: now }, encrypted);
  const batch = Array.from({ length: count }, (): NewDelivery => {
    const chargeId = newId('charge');
    return {
      id: newId('delivery'),
      tenant,
      endpointId: id,
      eventId: eventIdOf(chargeId, 1),
      eventName: 'charge.created',
      resendId: '',
      subjectId: chargeId,
      payload: '{"planted":true}',
      traceparent: undefined,
      origin: new URL(url).origin,
    };
  });
  await storeDue(connection, batch, since);
  return id;
}

/** Stores deliveries that are due for anybody, since then by the database's clock. */
export async function storeDue(
  connection: TestDatabase['connection'],
  batch: readonly NewDelivery[],
  since: Date,
): Promise<void> {
  const store = await deliveryStore(connection, async () => since);
  await store.insertNew(batch, () => false);
}
