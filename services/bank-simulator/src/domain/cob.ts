import type { Txid } from '@gx/core';
import type { BrokenRule } from './problem.ts';

/** The person a charge is addressed to: cpf or cnpj, never both (yaml, `DadosDevedor`). */
export type Debtor = ({ readonly cpf: string } | { readonly cnpj: string }) & { readonly nome: string };

/**
 * What a receiver asks for. Fields keep the standard's own names, so that this type can be read beside
 * `CobSolicitada` in spec/bcb-api-pix-2.9.0.yaml; amounts stay the standard's text.
 */
export type CobTerms = {
  readonly calendario: { readonly expiracao: number };
  readonly devedor?: Debtor;
  readonly valor: { readonly original: string; readonly modalidadeAlteracao?: 0 | 1 };
  readonly chave: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: readonly { readonly nome: string; readonly valor: string }[];
};
/** The fields of a revision; those present replace the former ones whole (yaml, `CobRevisada`). */
export type CobChanges = {
  readonly [K in keyof CobTerms]?: K extends 'valor' ? Partial<CobTerms['valor']> : CobTerms[K];
};

export type CobStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';

export type Cob = {
  readonly clientId: string;
  readonly txid: Txid;
  readonly status: CobStatus;
  readonly revisao: number;
  readonly criacao: Date;
  readonly terms: CobTerms;
  readonly location: { readonly id: number; readonly token: string; readonly url: string };
  /** Null at a bank that leaves `pixCopiaECola` to the receiver (pix.md 2.3). */
  readonly brCode: string | null;
  /** Former revisions, oldest first: `GET /cob/{txid}?revisao=n` answers from here. */
  readonly earlier: readonly { readonly revisao: number; readonly terms: CobTerms }[];
};

export type CobDecision =
  | { readonly ok: true; readonly cob: Cob }
  | { readonly ok: false; readonly violation: BrokenRule };

const refused = (razao: string, propriedade = 'cob.status'): CobDecision => ({
  ok: false,
  violation: { razao, propriedade },
});

/**
 * PUT on a txid in use: only an active cob takes it, and each time is a revision, also with equal terms
 * (pix.md 2.2).
 */
export function revise(cob: Cob, terms: CobTerms): CobDecision {
  if (cob.status !== 'ATIVA')
    return refused('A cobrança já existe, não está no status ATIVA, e a presente requisição busca alterá-la.');
  return { ok: true, cob: revised(cob, terms) };
}

/** PATCH without a status: the fields present replace the former ones. */
export function amend(cob: Cob, changes: CobChanges): CobDecision {
  if (cob.status !== 'ATIVA') return refused('A cobrança não está ATIVA, e a presente requisição busca alterá-la.');
  const valor = { ...cob.terms.valor, ...changes.valor };
  return { ok: true, cob: revised(cob, { ...cob.terms, ...changes, valor }) };
}

/** PATCH with the status alone. The removal is itself a change, so it is a revision. */
export function remove(cob: Cob): CobDecision {
  if (cob.status !== 'ATIVA') return refused('A cobrança não está ATIVA, e a presente requisição busca alterá-la.');
  return { ok: true, cob: { ...revised(cob, cob.terms), status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } };
}

/**
 * The bank takes a charge off on its own account: fraud, debt, a lost key. No revision: nothing the receiver
 * wrote changes.
 */
export function removeByBank(cob: Cob): CobDecision {
  if (cob.status !== 'ATIVA') return refused('A cobrança não está ATIVA.');
  return { ok: true, cob: { ...cob, status: 'REMOVIDA_PELO_PSP' } };
}

/** The instant after which a payer's bank refuses to pay. */
export const expiresAt = (cob: Cob): Date => new Date(cob.criacao.getTime() + cob.terms.calendario.expiracao * 1000);

/** The cob as it stood at a revision; undefined when it never had that one. */
export function atRevision(cob: Cob, revisao: number): Cob | undefined {
  if (revisao === cob.revisao) return cob;
  const former = cob.earlier.find((one) => one.revisao === revisao);
  return former && { ...cob, revisao, terms: former.terms };
}

const revised = (cob: Cob, terms: CobTerms): Cob => ({
  ...cob,
  terms,
  revisao: cob.revisao + 1,
  earlier: [...cob.earlier, { revisao: cob.revisao, terms: cob.terms }],
});
