import { z } from 'zod';
import type { DevolutionRequest } from '../domain/devolution.ts';
import { readValor } from '../domain/money.ts';
import { Problem } from '../domain/problem.ts';

const solicitada = z.object({
  valor: z.string().refine((text) => (readValor(text) ?? 0) > 0),
  // Pix Saque and Pix Troco are outside what this bank's contract covers, and with them `RETIRADA`.
  natureza: z.literal('ORIGINAL').optional(),
  descricao: z.string().max(140).optional(),
});

/**
 * Reads `PUT /pix/{e2eid}/devolucao/{id}`; each field that is not as the standard wants it is one violation.
 */
export function readDevolutionRequest(id: string, body: unknown): DevolutionRequest {
  const parsed = solicitada.safeParse(body);
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0] ?? ''));
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) wrong.push('id');
  const amount = parsed.success ? readValor(parsed.data.valor) : undefined;
  if (amount === undefined || wrong.length > 0)
    throw new Problem('PixDevolucaoInvalida', [...new Set(wrong)].map(violationOf));
  const descricao = parsed.data?.descricao;
  return { id, amount, ...(descricao === undefined ? {} : { descricao }) };
}

const violationOf = (field: string) => {
  const propriedade = field === '' ? 'devolucao' : `devolucao.${field}`;
  return { razao: `O campo ${propriedade} não respeita o schema.`, propriedade };
};
