import type { Cents, EndToEndId } from '@gx/core';

/** Who paid, as the payer's bank named them. `ispb` is kept in the books and shown nowhere else. */
export type Payer = {
  readonly kind: 'cpf' | 'cnpj';
  readonly taxId: string;
  readonly name: string;
  readonly ispb: string;
};

/**
 * How this bank tells the receiver who paid: in every copy of the Pix, by the payer filter alone, or not at
 * all.
 */
export type ReportPayer = 'notification' | 'query' | 'never';

/**
 * By whose order money goes back (yaml, `natureza`): all but the first are the bank's, not the receiver's.
 */
export const NATURES = ['ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO'] as const;
export type Nature = (typeof NATURES)[number];

/** Money of a Pix on its way back (yaml, `Devolucao`). */
export type Devolution = {
  readonly id: string;
  /** Absent: ORIGINAL, the receiver's own order. */
  readonly nature?: Exclude<Nature, 'ORIGINAL'>;
  readonly rtrId: string;
  readonly amount: Cents;
  readonly descricao?: string;
  readonly status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  readonly motivo?: string;
  readonly requestedAt: Date;
  /** When it was returned. */
  readonly paidAt?: Date;
  /**
   * What it comes to by itself; absent once it is final, and for one that is stuck until somebody tells it.
   */
  readonly next?: { readonly status: 'DEVOLVIDO' | 'NAO_REALIZADO'; readonly motivo?: string; readonly dueAt: Date };
};

/**
 * What the bank is going to take back of a Pix by itself; without an amount all that is left of it by then.
 */
export type PlannedReturn = {
  readonly dueAt: Date;
  readonly nature: Exclude<Nature, 'ORIGINAL'>;
  readonly amount?: Cents;
  readonly status: Devolution['status'];
  /** How long it is under way before it is in that status. */
  readonly underWayMs: number;
};

export type Pix = {
  readonly clientId: string;
  readonly endToEndId: EndToEndId;
  /** Absent for a Pix that answers no charge. */
  readonly txid?: string;
  readonly amount: Cents;
  readonly chave: string;
  /** When the money settled (`horario`); the tester may name it. */
  readonly paidAt: Date;
  /** When this bank wrote it down. The same instant at a real bank. */
  readonly receivedAt: Date;
  readonly payer: Payer;
  readonly reportPayer: ReportPayer;
  /** The payer filter finds the Pix from here on: a lagging index. */
  readonly filterableFrom: Date;
  /** `GET /pix` shows the Pix from here on, whatever is asked; absent is from the start. */
  readonly listedFrom?: Date;
  readonly infoPagador?: string;
  readonly devolutions: readonly Devolution[];
  /** The Pix-out of a client here that it is the other side of: what goes back of it goes back there. */
  readonly sentAs?: { readonly clientId: string; readonly idEnvio: string };
  readonly plannedReturn?: PlannedReturn;
};
