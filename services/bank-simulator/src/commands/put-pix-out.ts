import { randomBytes } from 'node:crypto';
import type { Client } from '../domain/client.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { type PixOut, PixOutRefused, type PixOutRequest, pixOutSteps, sendOut } from '../domain/pix-out.ts';
import type { PixOutStore } from '../store/pix-out.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import { inTurn } from './in-turn.ts';

type Deps = {
  readonly pixOut: PixOutStore;
  readonly scenarios: ScenarioStore;
  readonly triggerSettle: () => void;
};

/** Sends a Pix out of the client's account. An id serves once, whatever became of its Pix. */
export const putPixOut = (deps: Deps) => {
  const turn = inTurn();
  return (client: Client, request: PixOutRequest, now: Date): Promise<PixOut> =>
    turn(`${client.clientId}/${request.idEnvio}`, () => put(deps, client, { request, now }));
};

type Order = { readonly request: PixOutRequest; readonly now: Date };

async function put(
  { pixOut, scenarios, triggerSettle }: Deps,
  { clientId, pixKey }: Client,
  { request, now }: Order,
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
