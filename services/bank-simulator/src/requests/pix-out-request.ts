import { z } from 'zod';
import { readValor } from '../domain/money.ts';
import { PixOutRefused, type PixOutRequest } from '../domain/pix-out.ts';

const KEY = z.string().min(1).max(77);
const schema = z.object({
  idEnvio: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  valor: z.string(),
  pagador: z.object({ chave: KEY, infoPagador: z.string().max(140).optional() }),
  favorecido: z.object({ chave: KEY }),
});

/** Reads Efí's `PUT /v2/gn/pix/{idEnvio}`. A destination by account number is outside what this bank does. */
export function readPixOutRequest(idEnvio: string, body: unknown): PixOutRequest {
  const { data } = schema.safeParse({ ...(typeof body === 'object' ? body : {}), idEnvio });
  const amount = data === undefined ? undefined : readValor(data.valor);
  if (data === undefined || amount === undefined || amount === 0) throw new PixOutRefused('valor_invalido');
  const { chave, infoPagador } = data.pagador;
  const destination = data.favorecido.chave;
  return { idEnvio, amount, chave, destination, ...(infoPagador === undefined ? {} : { infoPagador }) };
}
