import { isoMillis } from '@gx/core';
import type { Infraction } from '../domain/infraction.ts';
import { writeValor } from '../domain/money.ts';

const time = (at: Date | undefined): string | undefined => at && isoMillis(at);

/** An infraction report as Efí shows it (its pages, "Infrações"). */
export const infractionJson = (infraction: Infraction): Record<string, unknown> => ({
  idInfracao: infraction.id,
  endToEndId: infraction.endToEndId,
  protocolo: infraction.protocol,
  dataTransacao: isoMillis(infraction.paidAt),
  valor: writeValor(infraction.amount),
  chave: infraction.chave,
  status: infraction.status,
  razao: infraction.reason,
  defesa: infraction.defence?.text,
  dadosAnalise: {
    abertura: isoMillis(infraction.openedAt),
    prazoFinalizacao: isoMillis(infraction.dueAt),
    recebimentoDefesa: time(infraction.defence?.at),
    finalizacao: time(infraction.decidedAt),
  },
  criadoEm: isoMillis(infraction.openedAt),
  atualizadoEm: isoMillis(infraction.updatedAt),
});

/** One report in the bank's own books, as a tester reads it: snake_case, centavos. */
export const infractionBooks = (infraction: Infraction): Record<string, unknown> => ({
  id: infraction.id,
  end_to_end_id: infraction.endToEndId,
  protocol: infraction.protocol,
  amount: infraction.amount,
  status: infraction.status,
  reason: infraction.reason,
  defence: infraction.defence?.text ?? null,
  opened_at: isoMillis(infraction.openedAt),
  due_at: isoMillis(infraction.dueAt),
});
