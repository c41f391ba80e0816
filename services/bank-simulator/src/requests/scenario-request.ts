import { z } from 'zod';
import { REASON_CODES } from '../domain/reasons.ts';
import { appliesTo, isScenarioKind, OPERATIONS, type ScenarioKind } from '../domain/scenarios.ts';
import { BANK_RETURN } from './bank-return-request.ts';
import { refused } from './pay-request.ts';

const kind = z
  .union([z.string(), z.int()])
  .transform((value) => String(value))
  .refine((value): value is ScenarioKind => isScenarioKind(value), 'is no kind of scenario');
const schema = z.object({
  clientId: z.string().optional(),
  pixKey: z.string().optional(),
  txid: z.string().optional(),
  operation: z.enum([...OPERATIONS, '*']),
  kind,
  times: z.int().min(1).max(1_000_000).optional(),
  ms: z.int().min(0).max(600_000).optional(),
  copies: z.int().min(1).max(100).optional(),
  accept: z.boolean().optional(),
  code: z.enum(REASON_CODES).optional(),
  motivo: z.string().min(1).max(140).optional(),
  laterMs: z.int().min(0).max(600_000).optional(),
  ...BANK_RETURN,
});
export type ScenarioRequest = Omit<z.infer<typeof schema>, 'kind'> & { readonly kind: ScenarioKind };

/** Reads `POST /sim/scenarios`; a kind that the operation cannot show is refused rather than ignored. */
export function readScenarioRequest(body: unknown): ScenarioRequest {
  const result = schema.safeParse(body);
  if (!result.success) throw refused(result.error.issues.map(({ path, message }) => [path.join('.'), message]));
  const request = { ...result.data, kind: result.data.kind as ScenarioKind };
  if (appliesTo(request.kind, request.operation)) return request;
  throw refused([['kind', `cannot be asked of ${request.operation}`]]);
}
