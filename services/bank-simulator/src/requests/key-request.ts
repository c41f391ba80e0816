import { z } from 'zod';
import { Problem } from '../domain/problem.ts';

const schema = z.object({ chave: z.string().min(1).max(77) });

/** Reads the question whose a key is. */
export function readKeyRequest(body: unknown): string {
  const { success, data } = schema.safeParse(body);
  if (success) return data.chave;
  throw new Problem('RequisicaoInvalida', [{ razao: 'O campo chave não respeita o schema.', propriedade: 'chave' }]);
}
