import type { Cents, EndToEndId } from '@gx/core';
import { z } from 'zod';

export const CENTAVOS = z.int().min(0) as unknown as z.ZodType<Cents>;
/** As the books write it. */
export const END_TO_END_ID = z.string() as unknown as z.ZodType<EndToEndId>;

const DEVOLUTION = z.object({ id: z.string(), amount: CENTAVOS, status: z.string(), reason: z.string().nullable() });
/** A case about a Pix, in the bank's own words. */
export const INFRACTION_BOOKS = z.object({
  id: z.string(),
  amount: CENTAVOS,
  status: z.string(),
  reason: z.string(),
});
const PIX = z
  .object({
    end_to_end_id: END_TO_END_ID,
    amount: CENTAVOS,
    received_at: z.iso.datetime().transform((text) => new Date(text)),
    devolutions: z.array(DEVOLUTION).readonly(),
    infractions: z.array(INFRACTION_BOOKS).readonly(),
  })
  .transform(({ end_to_end_id, received_at, ...rest }) => ({
    ...rest,
    endToEndId: end_to_end_id,
    receivedAt: received_at,
  }));
/** `GET /sim/charges/{txid}`: what the simulated bank has written down about one charge. */
export const BOOKS = z.object({ txid: z.string(), status: z.string().nullable(), pix: z.array(PIX).readonly() });
export type SimulatedProviderState = z.infer<typeof BOOKS>;

const INSTANT = z.iso.datetime();
/** `GET /sim/pix-out/{idEnvio}`: what the simulated bank has written down about one Pix that it sent. */
export const PIX_OUT_BOOKS = z
  .object({
    id_envio: z.string(),
    amount: CENTAVOS,
    status: z.string(),
    destination: z.string(),
    end_to_end_id: END_TO_END_ID,
    code: z.string().nullable(),
    reason: z.string().nullable(),
    returns: z.array(z.object({ id: z.string(), amount: CENTAVOS, at: INSTANT })).readonly(),
    requested_at: INSTANT,
    settled_at: INSTANT.nullable(),
  })
  .transform(({ id_envio, code, reason, requested_at, settled_at, ...rest }) => ({
    id: id_envio,
    ...rest,
    reason: code === null ? reason : `${code}: ${reason}`,
    created_at: requested_at,
    settled_at,
  }));
/**
 * As a tester reads it (decisions, section 5): its destination masked, amounts in centavos, `reason` with the code of
 * a failure before the bank's sentence.
 */
export type SimulatedPixOutState = z.infer<typeof PIX_OUT_BOOKS>;
