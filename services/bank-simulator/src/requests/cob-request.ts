import { z } from 'zod';
import type { CobChanges, CobTerms } from '../domain/cob.ts';
import { readValor } from '../domain/money.ts';
import { type BrokenRule, Problem } from '../domain/problem.ts';

const NAO_RESPEITA = 'não respeita o schema.';
const expiracao = z.int32().positive('O campo cob.calendario.expiracao é igual ou menor que zero.');
const original = z
  .string()
  .refine((text) => readValor(text) !== undefined)
  .refine((text) => readValor(text) !== 0, 'O campo cob.valor.original é zero.');
const modalidadeAlteracao = z.union([z.literal(0), z.literal(1)]);
const devedor = z
  .object({
    cpf: z
      .string()
      .regex(/^\d{11}$/)
      .optional(),
    cnpj: z
      .string()
      .regex(/^[0-9A-Z]{14}$/)
      .optional(),
    nome: z.string().min(1).max(200),
  })
  .refine(({ cpf, cnpj }) => (cpf === undefined) !== (cnpj === undefined));
const common = {
  devedor: devedor.optional(),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.unknown())
    .max(50)
    // Their number is judged before any of them is read.
    .pipe(z.array(z.object({ nome: z.string().max(50), valor: z.string().max(200) })))
    .optional(),
  loc: z.object({ id: z.int() }).optional(),
};

const solicitada = z.object({
  ...common,
  calendario: z.object({ expiracao: expiracao.default(86_400) }),
  valor: z.object({ original, modalidadeAlteracao: modalidadeAlteracao.optional(), retirada: z.unknown().optional() }),
});
const revisada = z.object({
  ...common,
  chave: common.chave.optional(),
  calendario: z.object({ expiracao: expiracao.default(86_400) }).optional(),
  valor: z
    .object({
      original: original.optional(),
      modalidadeAlteracao: modalidadeAlteracao.optional(),
      retirada: z.unknown().optional(),
    })
    .optional(),
  status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional(),
});

/** What PUT asks for. `locationId` is an existing location the receiver wants used again. */
export type CobRequest = { readonly terms: CobTerms; readonly locationId?: number };
export type CobRevision =
  | { readonly kind: 'remove' }
  | { readonly kind: 'amend'; readonly changes: CobChanges; readonly locationId?: number };

/**
 * Reads the body of `PUT /cob/{txid}`; unknown fields are left out (yaml, "Clientes devem estar preparados").
 */
export function readCobRequest(body: unknown): CobRequest {
  const { loc, ...parsed } = parse(solicitada, body);
  refuseWithdrawal(parsed.valor.retirada);
  return { terms: compact({ ...parsed, valor: compact(parsed.valor) }) as CobTerms, ...locationOf(loc) };
}

/** Reads the body of `PATCH /cob/{txid}`: a removal stands alone, anything else is a revision. */
export function readCobRevision(body: unknown): CobRevision {
  const { status, loc, ...parsed } = parse(revisada, body);
  refuseWithdrawal(parsed.valor?.retirada);
  const changes = compact({ ...parsed, ...(parsed.valor && { valor: compact(parsed.valor) }) }) as CobChanges;
  if (status === undefined) return { kind: 'amend', changes, ...locationOf(loc) };
  if (Object.keys(changes).length === 0 && loc === undefined) return { kind: 'remove' };
  const razao = 'A requisição propõe remover a cobrança juntamente com outras alterações.';
  throw new Problem('CobOperacaoInvalida', [{ razao, propriedade: 'cob.status' }]);
}

const locationOf = (loc: { id: number } | undefined) => (loc === undefined ? {} : { locationId: loc.id });

/** Pix Saque and Pix Troco are outside what this bank's contract covers (yaml, `AcessoNegado`). */
function refuseWithdrawal(retirada: unknown): void {
  if (retirada !== undefined) throw new Problem('AcessoNegado');
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const violations = new Map(result.error.issues.map(violationOf).map((one) => [one.propriedade, one]));
  throw new Problem('CobOperacaoInvalida', [...violations.values()]);
}

/**
 * The standard words a rule about an object (`devedor`, `infoAdicionais`) as one; other fields are named by
 * their path.
 */
function violationOf({ path, message }: z.core.$ZodIssue): BrokenRule {
  const [head = '', second] = path.map(String);
  const whole = head === 'devedor' || head === 'infoAdicionais' || second === undefined;
  const propriedade = head === '' ? 'cob' : whole ? `cob.${head}` : `cob.${head}.${second}`;
  const own = message.startsWith('O campo') ? message : `O campo ${propriedade} ${NAO_RESPEITA}`;
  return { razao: own, propriedade };
}

const compact = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
