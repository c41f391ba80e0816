import { z } from 'zod';
import { REASON_CODES } from '../domain/reasons.ts';
import { refused } from './pay-request.ts';

const why = {
  code: z.enum(REASON_CODES).optional(),
  motivo: z.string().min(1).max(140).optional(),
};
const devolution = z.object({ status: z.enum(['DEVOLVIDO', 'NAO_REALIZADO']), ...why });
const pixOut = z.object({ status: z.enum(['REALIZADO', 'NAO_REALIZADO']), ...why });

/** Reads how a tester wants a devolution to end. */
export const readDevolutionEnd = (body: unknown) => parse(devolution, body);
/** Reads how a tester wants a sent Pix to end. */
export const readPixOutEnd = (body: unknown) => parse(pixOut, body);

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw refused(result.error.issues.map(({ path, message }) => [path.join('.'), message]));
}
