import { randomBytes } from 'node:crypto';
import { cents } from '@gx/core';
import { z } from 'zod';
import type { BankReturnRequest } from '../commands/make-bank-return.ts';
import type { CallbackPlan } from '../commands/plan-callback.ts';
import type { OrderRefund } from '../domain/order.ts';
import { AMOUNT, CALLBACK, callbackPlanOf, readControl } from './control-request.ts';

const amount = AMOUNT.transform(cents);
const nature = z.enum(['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO', 'RETIRADA']);
const status = z.enum(['DEVOLVIDO', 'EM_PROCESSAMENTO', 'NAO_REALIZADO']);
/** What a bank takes back by itself, as a scenario names it. */
export const BANK_RETURN = {
  amount: amount.exactOptional(),
  nature: nature.exactOptional(),
  status: status.exactOptional(),
};
const common = {
  amount: amount.exactOptional(),
  id: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .exactOptional(),
  notify: CALLBACK.notify,
};
const pix = z.object({
  ...common,
  nature: nature.default('MED_FRAUDE'),
  status: status.default('DEVOLVIDO'),
});
const order = z.object({ ...common, status: z.enum(['done', 'processing', 'failed']).default('done') });

/** Of an order: what the acquirer gives back by itself. */
export type AcquirerRefund = Pick<OrderRefund, 'id' | 'status'> & {
  readonly amount?: OrderRefund['amount'];
  readonly callback: Partial<CallbackPlan>;
};

/**
 * Reads what a tester wants the bank to take back of a Pix. Amounts are centavos; without an id the bank
 * makes one.
 */
export function readBankReturn(body: unknown): BankReturnRequest {
  const { nature, status, ...rest } = readControl(pix, body ?? {});
  return { ...named(rest), nature, status };
}

/** Reads what a tester wants the acquirer to give back of an order by itself. */
export function readAcquirerRefund(body: unknown): AcquirerRefund {
  const { status, ...rest } = readControl(order, body ?? {});
  return { ...named(rest), status };
}

type BankReturnFields = Pick<z.infer<typeof pix>, 'amount' | 'id' | 'notify'>;

const named = ({ amount, id, notify }: BankReturnFields) => ({
  id: id ?? `MED${randomBytes(10).toString('hex')}`,
  ...(amount === undefined ? {} : { amount }),
  callback: callbackPlanOf({ notify }),
});
