import { publicCharge, statusesOf } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import { InvariantViolation } from '@gx/core';
import type { z } from 'zod';
import { charge, chargeList } from '../contract/answers/charge.ts';
import { listed, ok, replayable } from '../edge/answer.ts';
import { type RequestContext, type RouteDeps, route } from '../edge/route.ts';
import { type ChargeBody, chargeBody, chargeFields, pixChargeBody } from '../input/charge-body.ts';
import { chargeList as chargeListQuery } from '../input/charge-list.ts';
import { requestHash } from '../input/request-hash.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { qrPng } from '../qr-png.ts';
import { PATH_IDS } from './path-ids.ts';

const READ_DEADLINE_MS = 5_000;
const CREATE_ERRORS = [
  'fraud.customer_velocity_exceeded',
  'fraud.account_velocity_exceeded',
  'idempotency_key_reused',
  'unprocessable_entity',
] as const;

export const CHARGES = [
  route({
    at: 'POST /v1/charges',
    auth: 'key',
    operation: 'createCharge',
    summary: 'Ask a payer for money. One `Idempotency-Key` is one charge, for ever.',
    body: chargeBody,
    idempotencyKey: 'charge',
    example: {
      amount: 1990,
      payment_method: 'pix',
      description: 'Order 1001',
      expires_in: 3600,
      customer: { name: 'Ana Souza', document: '529.982.247-25' },
      metadata: { order: '1001' },
    },
    answers: { 201: charge },
    errors: CREATE_ERRORS,
    handle: createCharge,
  }),
  route({
    at: 'POST /v1/pix/charges',
    auth: 'key',
    operation: 'createPixCharge',
    summary: 'The same, with `payment_method` filled in.',
    body: pixChargeBody,
    idempotencyKey: 'charge',
    example: { amount: 1990, description: 'Order 1002' },
    answers: { 201: charge },
    errors: CREATE_ERRORS,
    handle: createCharge,
  }),
  route({
    at: 'GET /v1/charges/:id',
    auth: 'key',
    operation: 'getCharge',
    summary: 'One charge, by `ch_`, `tx_` or raw id. For spot checks: the webhook is what to wait for.',
    pathId: PATH_IDS.charge,
    answers: { 200: charge },
    handle: async (deps, { call, tenant, id }) =>
      ok(withImage(await deps.charge.getCharge({ ...call, deadlineMs: READ_DEADLINE_MS }, { tenant, id }), deps)),
  }),
  // Lists carry no images (decisions A55).
  route({
    at: 'GET /v1/charges',
    auth: 'key',
    operation: 'listCharges',
    summary: 'Charges, newest first, by cursor. Pages stay as they are while new charges come in.',
    query: chargeListQuery,
    exampleQuery: 'status=pending&limit=10',
    answers: { 200: chargeList },
    handle: async (deps, { call, tenant, query }) => {
      const { charges, hasMore } = await deps.charge.listCharges(
        { ...call, deadlineMs: READ_DEADLINE_MS },
        { tenant, ...listRequest(query) },
      );
      return listed(
        charges.map((one) => publicCharge(one)),
        hasMore,
      );
    },
  }),
  // For anybody who has the id, while the charge can be paid (decisions A55).
  route({
    at: 'GET /qr/:file',
    auth: 'none',
    operation: 'getQrImage',
    summary: 'The QR code of a charge that can be paid, for whoever has its id: `<raw id>.png`.',
    pathId: PATH_IDS.image,
    answers: { 200: { media: 'image/png' } },
    handle: async (deps, { call, id }) => {
      const { brCode } = await deps.charge.getPaymentCode({ ...call, deadlineMs: READ_DEADLINE_MS }, { id });
      return {
        status: 200,
        bytes: qrPng(brCode),
        headers: {
          'Content-Type': 'image/png',
          // Short, because the image goes when the charge is paid.
          'Cache-Control': 'public, max-age=10',
          'X-Content-Type-Options': 'nosniff',
        },
      };
    },
  }),
];

/** Whatever route created it, one key is one charge (decisions A33). */
async function createCharge(deps: RouteDeps, request: RequestContext<'key', ChargeBody>) {
  const { call, tenant, idempotencyKey, body } = request;
  const { charge: made, replayed } = await deps.charge.createCharge(call, {
    ...chargeFields(body),
    tenant,
    idempotencyKey,
    requestHash: requestHash(body),
    surface: 'CHARGES',
  });
  if (made === null) throw new InvariantViolation('a create without a charge');
  return replayable(withImage(made, deps), replayed);
}

const listRequest = (query: z.output<typeof chargeListQuery>) =>
  omitUndefined({
    limit: query.limit,
    startingAfter: query.starting_after,
    statuses: query.status === undefined ? [] : statusesOf(query.status),
    createdAfterMs: query.created_after,
    createdBeforeMs: query.created_before,
    customerDocument: query.customer_id,
  });

const withImage = (charge: Charge, { inlineImages }: RouteDeps) =>
  publicCharge(charge, inlineImages && charge.pix?.brCode ? qrPng(charge.pix.brCode).toString('base64') : undefined);
