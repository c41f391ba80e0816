import type { Cents, EndToEndId } from '@gx/core';

/** Who paid, as the payer's bank named them. `ispb` is kept in the books and shown nowhere else. */
export type Payer = {
  readonly kind: 'cpf' | 'cnpj';
  readonly taxId: string;
  readonly name: string;
  readonly ispb: string;
};

/** How this bank tells the receiver who paid: in every copy of the Pix, by the payer filter alone, or not at all. */
export type ReportPayer = 'notification' | 'query' | 'never';

/** Room for what the next release of the simulator adds (`PUT /pix/{e2eid}/devolucao/{id}`). Nothing writes it yet. */
export type Devolution = {
  readonly id: string;
  readonly amount: Cents;
  readonly status: string;
  readonly reason?: string;
};

export type Pix = {
  readonly clientId: string;
  readonly endToEndId: EndToEndId;
  /** Absent for a Pix that answers no charge. */
  readonly txid?: string;
  readonly amount: Cents;
  readonly chave: string;
  /** When the money settled (`horario`); the tester may name it. */
  readonly settledAt: Date;
  /** When this bank wrote it down. The same instant at a real bank. */
  readonly receivedAt: Date;
  readonly payer: Payer;
  readonly reportPayer: ReportPayer;
  /** The payer filter finds the Pix from here on: a lagging index. */
  readonly filterableFrom: Date;
  readonly infoPagador?: string;
  readonly devolutions: readonly Devolution[];
};
