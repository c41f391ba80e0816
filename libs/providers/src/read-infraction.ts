import { cents, isCents } from '@gx/core';
import { z } from 'zod';
import { AMOUNT, END_TO_END_ID, INSTANT, problemsOf } from './fields.ts';
import type { InfractionElement, ProviderInfraction } from './infraction.ts';

const STATUS: Readonly<Record<string, ProviderInfraction['status']>> = {
  ABERTA: 'open',
  EM_DEFESA: 'under_review',
  ACEITA: 'accepted',
  REJEITADA: 'rejected',
  CANCELADA: 'cancelled',
  // Efí's own.
  CANCELADA_EFI: 'cancelled',
};

/** Reais as a number, which is money only where it has whole centavos. */
const NUMBER = z.number().transform((reais, context) => {
  const amount = Math.round(reais * 100);
  if (isCents(amount) && Math.abs(reais * 100 - amount) < 1e-6) return cents(amount);
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});
const WHEN = INSTANT.nullish()
  .catch(null)
  .transform((time) => time ?? null);

const INFRACTION = z
  .object({
    idInfracao: z.string().min(1).max(100),
    endToEndId: END_TO_END_ID,
    valor: z.union([AMOUNT, NUMBER]),
    status: z.string(),
    razao: z.string().nullish().catch(null),
    dadosAnalise: z.object({ prazoFinalizacao: WHEN }).nullish().catch(null),
    atualizadoEm: WHEN,
  })
  .transform(
    ({ idInfracao, endToEndId, valor, status, razao, dadosAnalise, atualizadoEm }): ProviderInfraction => ({
      id: idInfracao,
      endToEndId: endToEndId as ProviderInfraction['endToEndId'],
      amount: valor,
      status: STATUS[status] ?? 'unrecognised',
      reason: reasonOf(razao ?? ''),
      evidenceDueBy: dadosAnalise?.prazoFinalizacao ?? null,
      updatedAt: atualizadoEm,
    }),
  );

/** Banks write the situation in their own words, and in those of the central bank's directory. */
function reasonOf(razao: string): ProviderInfraction['reason'] {
  if (/OPERA[CT]/i.test(razao)) return 'operational';
  return /FRAUD|GOLPE|SCAM|TAKEOVER|COER/i.test(razao) ? 'fraud' : 'other';
}

/** One report of a list, or why it cannot be read; people are told of one that cannot. */
export function readInfraction(raw: unknown): InfractionElement {
  const { success, data, error } = INFRACTION.safeParse(raw);
  return success ? { kind: 'infraction', infraction: data } : { kind: 'unreadable', problems: problemsOf(error) };
}
