import { randomBytes } from 'node:crypto';
import { type Cents, cents } from '@gx/core';
import { z } from 'zod';
import type { CallbackPlan } from '../commands/plan-callback.ts';
import { AMOUNT, CALLBACK, callbackPlanOf, readControl } from './control-request.ts';

const schema = z.object({
  amount: AMOUNT.transform(cents).optional(),
  id: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  notify: CALLBACK.notify,
});
/** Money of a sent Pix that is to come back; without an amount all that is left. */
export type PixOutReturnRequest = {
  readonly id: string;
  readonly amount: Cents | 'rest';
  readonly callback: Partial<CallbackPlan>;
};

/** Reads what a tester wants to come back of a sent Pix. */
export function readPixOutReturn(body: unknown): PixOutReturnRequest {
  const { id, amount = 'rest', notify } = readControl(schema, body ?? {});
  return { id: id ?? randomBytes(16).toString('hex'), amount, callback: callbackPlanOf({ notify }) };
}
