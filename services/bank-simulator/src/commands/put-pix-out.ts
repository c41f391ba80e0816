import { randomBytes } from 'node:crypto';
import type { SimulatedBank } from '../bank.ts';
import type { Client } from '../domain/client.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { type PixOut, PixOutRefused, type PixOutRequest, pixOutSteps, sendOut } from '../domain/pix-out.ts';

/** Sends a Pix out of the client's account. An id serves once, whatever became of its Pix. */
export const putPixOut = (bank: SimulatedBank, client: Client, request: PixOutRequest, now: Date): Promise<PixOut> =>
  bank.inTurn(`${client.clientId}/${request.idEnvio}`, () => put(bank, client, { request, now }));

async function put(
  { pixOut, scenarios, triggerSettle }: SimulatedBank,
  { clientId, pixKey }: Client,
  { request, now }: { readonly request: PixOutRequest; readonly now: Date },
): Promise<PixOut> {
  if (request.chave !== pixKey) throw new PixOutRefused('chave_invalida');
  const { idEnvio: txid } = request;
  if ((await pixOut.get(clientId, txid)) !== undefined) throw new PixOutRefused('id_envio_duplicado');
  const scenario = await scenarios.claim({ operation: 'pix_out_put', clientId, txid, decides: 'money' });
  if (scenario?.kind === 'key_not_found') throw new PixOutRefused('chave_favorecido_nao_encontrada');
  if (scenario?.kind === 'short_of_funds' && scenario.accept === false) throw new PixOutRefused('saldo_insuficiente');
  const opening = { clientId, endToEndId: endToEndId(now, randomBytes(11)), now };
  const sent = sendOut(request, opening, pixOutSteps(scenario));
  if (!(await pixOut.insert(sent))) throw new PixOutRefused('id_envio_duplicado');
  triggerSettle();
  return sent;
}
