import { publicCharge, statusesOf } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import { type Id, InvariantViolation, notFound, parseId, Refusal } from '@gx/core';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import { type Answer, ok } from '../edge/answer.ts';
import type { Handler, RequestContext } from '../edge/route.ts';
import { type ChargeBody, chargeFields } from '../input/charge-body.ts';
import type { chargeList } from '../input/charge-list.ts';
import { requestHash } from '../input/request-hash.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { qrPng } from '../qr-png.ts';

const READ_DEADLINE_MS = 5_000;

/**
 * `POST /v1/charges` and `POST /v1/pix/charges`: whatever route created it, one key is one charge (decisions
 * A33).
 */
export const createCharge =
  ({ charge: charges }: Clients, images: Images): Handler<'key', z.ZodType<ChargeBody>, undefined> =>
  async (exchange): Promise<Answer> => {
    const { charge, replayed } = await charges.createCharge(exchange, createRequest(exchange));
    if (charge === null) throw new InvariantViolation('a create without a charge');
    return {
      status: 201,
      json: withImage(charge, images),
      ...(replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
    };
  };

const createRequest = ({ tenant, idempotencyKey, body }: RequestContext<'key', ChargeBody>) => ({
  ...chargeFields(body),
  tenant,
  idempotencyKey,
  requestHash: requestHash(body),
  surface: 'CHARGES' as const,
});

/** `GET /v1/charges/{id}`: by `ch_`, `tx_` or raw id (decisions A1). */
export const getCharge =
  ({ charge: charges }: Clients, images: Images): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const id = chargeIdOf(params);
    const charge = await charges.getCharge({ requestId, deadlineMs: READ_DEADLINE_MS }, { tenant, id });
    return ok(withImage(charge, images));
  };

/** `GET /v1/charges`: newest first, by cursor; lists carry no images (decisions A55). */
export const listCharges =
  ({ charge: charges }: Clients): Handler<'key', undefined, typeof chargeList> =>
  async ({ requestId, tenant, query }) => {
    const page = await charges.listCharges(
      { requestId, deadlineMs: READ_DEADLINE_MS },
      { tenant, ...listRequest(query) },
    );
    const data = page.charges.map((charge) => publicCharge(charge));
    return ok({
      object: 'list',
      data,
      has_more: page.hasMore,
      next_cursor: page.hasMore ? (data.at(-1)?.id ?? null) : null,
    });
  };

const listRequest = (query: z.output<typeof chargeList>) =>
  omitUndefined({
    limit: query.limit,
    startingAfter: query.starting_after,
    statuses: query.status === undefined ? [] : statusesOf(query.status),
    createdAfterMs: query.created_after,
    createdBeforeMs: query.created_before,
    customerDocument: query.customer_id,
  });

/**
 * Whether answers about one charge carry the image itself beside its address; the specification asks for one
 * of the two.
 */
export type Images = { readonly inline: boolean };

const withImage = (charge: Charge, { inline }: Images) =>
  publicCharge(charge, inline && charge.pix?.brCode ? qrPng(charge.pix.brCode).toString('base64') : undefined);

/** The raw id in the path; an id of no known form is answered like an unknown one. */
export function chargeIdOf(params: Readonly<Record<string, string>>): Id<'charge'> {
  const id = parseId('charge', params['id'] ?? '');
  if (id === undefined) throw notFound('charge');
  return id;
}

/** A charge that is paid is there, and its image is not. */
function noImage(error: unknown): never {
  throw error instanceof Refusal && error.code === 'not_found' ? notFound('image') : error;
}

/** `GET /qr/<raw id>.png`, for anybody who has the id, while the charge can be paid (decisions A55). */
export const qrImage =
  ({ charge: charges }: Clients): Handler<'none', undefined, undefined> =>
  async ({ requestId, params }) => {
    const id = parseId('charge', /^([0-9a-fA-F-]{36})\.png$/.exec(params['file'] ?? '')?.[1] ?? '');
    if (id === undefined) throw notFound('image');
    const { brCode } = await charges.getPaymentCode({ requestId, deadlineMs: READ_DEADLINE_MS }, { id }).catch(noImage);
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
  };
