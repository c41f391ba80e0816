import { z } from 'zod';
import { answer, count, time, wireForm } from './answer.ts';

const SECRET = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'Shown in this answer only.' });
const endpointFields = {
  id: wireForm('we_'),
  url: z.string(),
  events: z.array(z.string()),
  status: z.enum(['ACTIVE', 'INACTIVE']),
};

/** `default` stands for what has a URL of its own and no endpoint (decisions A20). */
const ENDPOINT_OR_DEFAULT = z.union([wireForm('we_'), z.literal('default')]);
const listedFields = {
  ...endpointFields,
  id: ENDPOINT_OR_DEFAULT,
  url: z.string().nullable().meta({ description: 'None of `default`: each transaction names its own.' }),
  createdAt: time,
  updatedAt: time,
};

export const endpoint = answer('Endpoint', z.strictObject(endpointFields));
export const registered = answer('RegisteredEndpoint', z.strictObject({ ...endpointFields, secret: SECRET }));
export const endpointList = answer('EndpointList', z.strictObject({ data: z.array(z.strictObject(listedFields)) }));
export const newSecret = answer('NewSecret', z.strictObject({ id: ENDPOINT_OR_DEFAULT, secret: SECRET }));
export const replayed = answer(
  'Replayed',
  z.strictObject({ replayed: count.meta({ description: 'How many events are sent again.' }) }),
);
export const deleted = answer('Deleted', z.strictObject({ deleted: z.literal(true) }));

export const eventCatalog = answer(
  'EventCatalog',
  z.array(z.strictObject({ event: z.string(), description: z.string(), legacy: z.literal(true).exactOptional() })),
);

const deliveryFields = {
  id: wireForm('dlv_'),
  endpointId: ENDPOINT_OR_DEFAULT,
  eventType: z.string(),
  status: z.enum(['PENDING', 'PROCESSING', 'DELIVERED', 'FAILED', 'CANCELLED']),
  attempts: count,
  maxAttempts: count,
  lastStatusCode: z.int().nullable(),
  lastError: z.string().nullable(),
  lastResponseBody: z.string().nullable(),
  nextRetryAt: time.nullable(),
  deliveredAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  payload: z
    .unknown()
    .meta({ description: 'The body that is sent, as `asyncapi.json` describes it; null once it is gone.' }),
};
const attempt = z.strictObject({
  attempt: count,
  startedAt: time,
  durationMs: count.nullable(),
  statusCode: z.int().nullable(),
  error: z.string().nullable(),
  requestHeaders: z.record(z.string(), z.string()),
  responseBody: z.string().nullable(),
});

export const delivery = answer('Delivery', z.strictObject(deliveryFields));
export const deliveryWithLog = answer(
  'DeliveryWithLog',
  z.strictObject({ ...deliveryFields, attemptLog: z.array(attempt).nullable() }),
);
export const deliveryList = answer(
  'DeliveryList',
  z.strictObject({ data: z.array(delivery), total: count, limit: count, offset: count }),
);
export const deliveryStats = answer(
  'DeliveryStats',
  z.strictObject({
    total: count,
    PENDING: count,
    PROCESSING: count,
    DELIVERED: count,
    FAILED: count,
    CANCELLED: count,
  }),
);
