import { z } from 'zod';
import { REASON_CODES } from '../domain/reasons.ts';
import { appliesTo, type BankScenario, isScenarioKind, OPERATIONS, type ScenarioKind } from '../domain/scenarios.ts';
import { BANK_RETURN } from './bank-return-request.ts';
import { readControl, refused } from './control-request.ts';

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
type Ordered = Omit<BankScenario, 'id' | 'clientId' | 'operation' | 'kind' | 'remaining'>;
export type ScenarioRequest = Partial<Ordered> &
  Pick<BankScenario, 'operation' | 'kind'> & {
    readonly clientId?: string;
    readonly pixKey?: string;
    readonly times?: number;
  };

/** Reads `POST /sim/scenarios`; a kind that the operation cannot show is refused rather than ignored. */
export function readScenarioRequest(body: unknown): ScenarioRequest {
  const request = readControl(schema, body) as ScenarioRequest;
  if (appliesTo(request.kind, request.operation)) return request;
  throw refused([['kind', `cannot be asked of ${request.operation}`]]);
}
