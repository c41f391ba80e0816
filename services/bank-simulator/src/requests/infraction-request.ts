import { cents } from '@gx/core';
import { z } from 'zod';
import type { PlayedInfraction } from '../commands/play-infraction.ts';
import type { Defence } from '../domain/infraction.ts';
import { AMOUNT, CALLBACK, callbackPlanOf, readControl } from './control-request.ts';

const REASON = { fraud: 'FRAUDE', operational: 'FALHA_OPERACIONAL' } as const;

const ORDER = z.object({
  outcome: z.enum(['opened', 'won', 'lost']),
  id: z
    .string()
    .regex(/^[a-zA-Z0-9-]{1,36}$/)
    .exactOptional(),
  amount: AMOUNT.transform(cents).exactOptional(),
  reason: z.enum(['fraud', 'operational']).default('fraud'),
  due_at: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .exactOptional(),
  devolution: z.enum(['DEVOLVIDO', 'EM_PROCESSAMENTO', 'NAO_REALIZADO', 'none']).default('DEVOLVIDO'),
  notify: CALLBACK.notify,
});

/** Reads what a tester wants a payer to contest, or the bank to decide. Amounts are centavos. */
export function readPlayedInfraction(body: unknown): PlayedInfraction {
  const { reason, due_at, notify, ...order } = readControl(ORDER, body);
  return {
    ...order,
    reason: REASON[reason],
    ...(due_at === undefined ? {} : { dueAt: due_at }),
    callback: callbackPlanOf({ notify }),
  };
}

const DEFENCE_MAX = 10_000;
const DEFENCE = z.strictObject({
  analise: z.enum(['aceito', 'rejeitado']),
  justificativa: z.string().max(DEFENCE_MAX),
});

/** The body of a defence; undefined for what Efí answers `valor_invalido`. */
export function readDefence(body: unknown): Defence | undefined {
  const { success, data } = DEFENCE.safeParse(body);
  return success ? { accepts: data.analise === 'aceito', text: data.justificativa } : undefined;
}
