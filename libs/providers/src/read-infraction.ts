import { z } from 'zod';
import type { ReadTime } from './bank-time.ts';
import { AMOUNT, END_TO_END_ID, instant, problemsOf } from './fields.ts';
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

function infractionIn(readTime: ReadTime) {
  const when = instant(readTime)
    .nullish()
    .catch(null)
    .transform((time) => time ?? null);
  return z
    .object({
      idInfracao: z.string().min(1).max(100),
      endToEndId: END_TO_END_ID,
      valor: AMOUNT,
      status: z.string(),
      razao: z.string().nullish().catch(null),
      dadosAnalise: z.object({ prazoFinalizacao: when }).nullish().catch(null),
      atualizadoEm: when,
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
}

/** Banks write the situation in their own words, and in those of the central bank's directory. */
function reasonOf(razao: string): ProviderInfraction['reason'] {
  if (/OPERA[CT]/i.test(razao)) return 'operational';
  return /FRAUD|GOLPE|SCAM|TAKEOVER|COER/i.test(razao) ? 'fraud' : 'other';
}

/** Reads one report of a list, or says why it cannot be read; people are told of one that cannot. */
export function infractionReader(readTime: ReadTime): (raw: unknown) => InfractionElement {
  const form = infractionIn(readTime);
  return (raw) => {
    const { success, data, error } = form.safeParse(raw);
    return success ? { kind: 'infraction', infraction: data } : { kind: 'unreadable', problems: problemsOf(error) };
  };
}
