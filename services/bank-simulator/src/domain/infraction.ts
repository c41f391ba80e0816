import { addMillis, type Cents, type EndToEndId } from '@gx/core';
import { returnedOf } from './devolution.ts';
import type { Devolution, Pix } from './pix.ts';

export type InfractionReason = 'FRAUDE' | 'FALHA_OPERACIONAL';
export type InfractionStatus = 'ABERTA' | 'EM_DEFESA' | 'ACEITA' | 'REJEITADA';
/** An infraction report (MED): a payer contests a Pix that a client received. */
export type Infraction = {
  readonly id: string;
  readonly clientId: string;
  readonly chave: string;
  readonly endToEndId: EndToEndId;
  /** Absent for a Pix that answers no charge. */
  readonly txid?: string;
  /** The number that people call it by. */
  readonly protocol: number;
  readonly amount: Cents;
  readonly reason: InfractionReason;
  readonly status: InfractionStatus;
  readonly paidAt: Date;
  readonly openedAt: Date;
  readonly updatedAt: Date;
  /** Until when the receiver may defend itself. */
  readonly dueAt: Date;
  readonly defence?: { readonly text: string; readonly at: Date };
  readonly decidedAt?: Date;
};

/** What the bank looks into for at most (docs/pix.md, MED). */
const ANALYSIS_MS = 7 * 86_400_000;

export type NewInfraction = {
  readonly id: string;
  readonly protocol: number;
  readonly amount?: Cents;
  readonly reason: InfractionReason;
  readonly dueAt?: Date;
};

/** A payer contests a Pix: of it what is left if nobody says how much. Why it cannot be, as a text. */
export function openInfraction(pix: Pix, { amount, dueAt, ...opened }: NewInfraction, now: Date): Infraction | string {
  const left = pix.amount - returnedOf(pix);
  const contested = amount ?? (left as Cents);
  if (contested < 1) return 'nothing is left of the Pix';
  if (contested > pix.amount) return `is more than the Pix, ${pix.amount}`;
  const { clientId, chave, endToEndId, txid, paidAt } = pix;
  return {
    ...opened,
    ...{ clientId, chave, endToEndId, paidAt, amount: contested, status: 'ABERTA', openedAt: now, updatedAt: now },
    ...(txid === undefined ? {} : { txid }),
    dueAt: dueAt ?? addMillis(now, ANALYSIS_MS),
  };
}

const isDecided = ({ status }: Infraction): boolean => status === 'ACEITA' || status === 'REJEITADA';

/** How the bank decides a report, once; undefined: it was decided otherwise. */
export function decideInfraction(
  infraction: Infraction,
  status: 'ACEITA' | 'REJEITADA',
  now: Date,
): Infraction | undefined {
  if (isDecided(infraction)) return infraction.status === status ? infraction : undefined;
  return { ...infraction, status, updatedAt: now, decidedAt: now };
}

/** What a receiver says to a report: that it accepts it, or why not. */
export type Defence = { readonly accepts: boolean; readonly text: string };

/** One defence is taken of a report, while it is open and in time; undefined: not any more. */
export function defend(infraction: Infraction, { accepts, text }: Defence, now: Date): Infraction | undefined {
  if (infraction.status !== 'ABERTA' || now > infraction.dueAt) return undefined;
  const defence = { text, at: now };
  if (accepts) return { ...infraction, status: 'ACEITA', defence, updatedAt: now, decidedAt: now };
  return { ...infraction, status: 'EM_DEFESA', defence, updatedAt: now };
}

/** What the bank takes back for an accepted report: as much of it as is left. Undefined: nothing is. */
export function returnFor(
  { id, amount, reason }: Pick<Infraction, 'id' | 'amount' | 'reason'>,
  pix: Pix,
): { readonly id: string; readonly amount: Cents; readonly nature: NonNullable<Devolution['nature']> } | undefined {
  const returnId = `MED${id.replaceAll('-', '')}`;
  const known = pix.devolutions.find((one) => one.id === returnId);
  const left = Math.min(amount, known?.amount ?? pix.amount - returnedOf(pix));
  if (left < 1) return undefined;
  return { id: returnId, amount: left as Cents, nature: reason === 'FRAUDE' ? 'MED_FRAUDE' : 'MED_OPERACIONAL' };
}
