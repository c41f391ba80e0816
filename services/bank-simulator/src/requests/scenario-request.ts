import { z } from 'zod';
import { REASON_CODES } from '../domain/reasons.ts';
import { appliesTo, isScenarioKind, OPERATIONS, type ScenarioKind } from '../domain/scenarios.ts';
import { BANK_RETURN } from './bank-return-request.ts';
import { readControl, refused } from './control-request.ts';

const kind = z
  .union([z.string(), z.int()])
  .transform((value) => String(value))
  .refine((value): value is ScenarioKind => isScenarioKind(value), 'is no kind of scenario');
const schema = z.object({
  clientId: z.string().exactOptional(),
  pixKey: z.string().exactOptional(),
  txid: z.string().exactOptional(),
  operation: z.enum([...OPERATIONS, '*']),
  kind,
  times: z.int().min(1).max(1_000_000).exactOptional(),
  ms: z.int().min(0).max(600_000).exactOptional(),
  copies: z.int().min(1).max(100).exactOptional(),
  accept: z.boolean().exactOptional(),
  code: z.enum(REASON_CODES).exactOptional(),
  motivo: z.string().min(1).max(140).exactOptional(),
  laterMs: z.int().min(0).max(600_000).exactOptional(),
  ...BANK_RETURN,
});
export type ScenarioRequest = Omit<z.infer<typeof schema>, 'kind'> & { readonly kind: ScenarioKind };

/** Reads `POST /sim/scenarios`; a kind that the operation cannot show is refused rather than ignored. */
export function readScenarioRequest(body: unknown): ScenarioRequest {
  const { kind: known, ...rest } = readControl(schema, body);
  const request = { ...rest, kind: known as ScenarioKind };
  if (appliesTo(request.kind, request.operation)) return request;
  throw refused([['kind', `cannot be played on ${request.operation}`]]);
}
