import type { Cents } from '@gx/core';
import { z } from 'zod';
import { readValor } from '../domain/money.ts';
import type { BankAccount } from '../domain/pix-out.ts';
import { PixOutRefused } from '../domain/pix-out-refusal.ts';

type Document = BankAccount['document'];
/** Where a sender wants a Pix to go, as it was asked for; nothing of it has been looked up. */
export type WantedDestination =
  | { readonly kind: 'key'; readonly key: string; readonly owner?: Document }
  | { readonly kind: 'bank_account'; readonly account: BankAccount }
  | { readonly kind: 'br_code'; readonly brCode: string };
export type PixOutRequest = {
  readonly idEnvio: string;
  /** Absent for a code: then it is what the code asks for. */
  readonly amount?: Cents;
  readonly chave: string;
  readonly infoPagador?: string;
  readonly to: WantedDestination;
};

const KEY = z.string().min(1).max(77);
const ID = z.string().regex(/^[a-zA-Z0-9]{1,35}$/);
const VALOR = z.string().transform((text, context) => {
  const amount = readValor(text);
  if (amount !== undefined && amount > 0) return amount;
  context.addIssue({ code: 'custom', message: 'is no amount' });
  return z.NEVER;
});
const DOCUMENT = {
  cpf: z
    .string()
    .regex(/^\d{11}$/)
    .optional(),
  cnpj: z
    .string()
    .regex(/^[0-9A-Z]{14}$/)
    .optional(),
};
const pagador = z.object({ chave: KEY, infoPagador: z.string().max(140).optional() });
const account = z.object({
  nome: z.string().min(1).max(200),
  ...DOCUMENT,
  codigoBanco: z.string().regex(/^[0-9A-Z]{8}$/),
  agencia: z.string().regex(/^\d{1,4}$/),
  conta: z.string().regex(/^\d{1,20}$/),
  tipoConta: z.enum(['cacc', 'svgs', 'tran']),
});
const favorecido = z.union([
  z.object({ chave: KEY, ...DOCUMENT, contaBanco: z.never().optional() }),
  z.object({ contaBanco: account, chave: z.never().optional() }),
]);
const order = z.object({ idEnvio: ID, valor: VALOR, pagador, favorecido });
const codeOrder = z.object({
  idEnvio: ID,
  valor: VALOR.optional(),
  pagador,
  pixCopiaECola: z.string().min(1).max(512),
});

/** Reads Efí's `PUT /gn/pix/{idEnvio}`: to a key, perhaps of a certain owner, or to a bank account. */
export function readPixOutRequest(idEnvio: string, body: unknown): PixOutRequest {
  const { valor: amount, pagador: payer, favorecido: receiver } = read(order, idEnvio, body);
  if (receiver.contaBanco === undefined) {
    const owner = documentOf(receiver);
    return { ...sender(idEnvio, payer), amount, to: { kind: 'key', key: receiver.chave, ...(owner && { owner }) } };
  }
  const { contaBanco } = receiver;
  const document = documentOf(contaBanco);
  if (document === undefined) throw new PixOutRefused('valor_invalido');
  const { cpf: _cpf, cnpj: _cnpj, ...rest } = contaBanco;
  return { ...sender(idEnvio, payer), amount, to: { kind: 'bank_account', account: { ...rest, document } } };
}

/** Reads Efí's `PUT /gn/pix/{idEnvio}/qrcode`; `valor`, which Efí's has not, is what the code has to ask for. */
export function readCodeRequest(idEnvio: string, body: unknown): PixOutRequest {
  const { valor, pagador: payer, pixCopiaECola: brCode } = read(codeOrder, idEnvio, body);
  return { ...sender(idEnvio, payer), ...(valor !== undefined && { amount: valor }), to: { kind: 'br_code', brCode } };
}

type Documents = { readonly cpf?: string | undefined; readonly cnpj?: string | undefined };

/** The one document that is named; undefined for none. Two are no request. */
function documentOf({ cpf, cnpj }: Documents): Document | undefined {
  if (cpf !== undefined && cnpj !== undefined) throw new PixOutRefused('valor_invalido');
  if (cpf !== undefined) return { kind: 'cpf', taxId: cpf };
  return cnpj === undefined ? undefined : { kind: 'cnpj', taxId: cnpj };
}

function read<T>(schema: z.ZodType<T>, idEnvio: string, body: unknown): T {
  const { success, data } = schema.safeParse({ ...(typeof body === 'object' ? body : {}), idEnvio });
  if (!success) throw new PixOutRefused('valor_invalido');
  return data;
}

const sender = (idEnvio: string, { chave, infoPagador }: z.infer<typeof pagador>) => ({
  idEnvio,
  chave,
  ...(infoPagador === undefined ? {} : { infoPagador }),
});
