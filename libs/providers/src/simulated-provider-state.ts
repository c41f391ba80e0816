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
