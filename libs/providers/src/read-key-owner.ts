import { parseTaxId } from '@gx/core';
import { z } from 'zod';
import { misread, unexpected, unreadable } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { PixKeyOwner } from './pix-out.ts';

const DOCUMENT = z.string().optional();
const ANSWER = z.object({
  chave: z.string(),
  titular: z.object({ cpf: DOCUMENT, cnpj: DOCUMENT, nome: z.string().nullish().catch(null) }),
});

/**
 * Whose a key is. A masked document, or one of another key, tells nothing: money goes by it, so it is not
 * guessed at.
 */
export function keyOwnerAnswered(raw: unknown, key: string): Outcome<PixKeyOwner> {
  const { success, data, error } = ANSWER.safeParse(raw);
  if (!success) return misread(error);
  if (data.chave !== key) return unexpected('another key');
  const { cpf, cnpj, nome } = data.titular;
  const document = cpf !== undefined && cnpj !== undefined ? undefined : parseTaxId(cpf ?? cnpj ?? '');
  if (document === undefined || document.kind !== (cpf === undefined ? 'cnpj' : 'cpf'))
    return unreadable('titular: not one CPF or CNPJ');
  return { kind: 'done', value: { document, name: nome ?? null } };
}
