import { z } from 'zod';
import type { RefundEnd } from '../domain/order.ts';
import { REASON_CODES } from '../domain/reasons.ts';
import { readControl } from './control-request.ts';

const why = {
  code: z.enum(REASON_CODES).optional(),
  motivo: z.string().min(1).max(140).optional(),
};
const devolution = z.object({ status: z.enum(['DEVOLVIDO', 'NAO_REALIZADO']), ...why });
const pixOut = z.object({ status: z.enum(['REALIZADO', 'NAO_REALIZADO']), ...why });
const refund = z.object({ status: z.enum(['done', 'failed']), reason: z.string().min(1).max(140).optional() });

/** Reads how a tester wants a devolution to end. */
export const readDevolutionEnd = (body: unknown) => readControl(devolution, body);
/** Reads how a tester wants a sent Pix to end. */
export const readPixOutEnd = (body: unknown) => readControl(pixOut, body);

/** Reads how a tester wants a refund to end. */
export function readRefundEnd(body: unknown): RefundEnd {
  const { status, reason = 'issuer_declined' } = readControl(refund, body);
  return status === 'done' ? { status } : { status, reason };
}
