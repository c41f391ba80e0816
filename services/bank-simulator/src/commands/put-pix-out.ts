import { randomBytes } from 'node:crypto';
import type { SimulatedBank } from '../bank.ts';
import type { Client } from '../domain/client.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { type PixOut, sendOut } from '../domain/pix-out.ts';
import { type PixOutErrorName, PixOutRefused } from '../domain/pix-out-refusal.ts';
import { stepsByScenario, stepsByWord } from '../domain/pix-out-steps.ts';
import { type BankScenario, takesEffect } from '../domain/scenarios.ts';
import { type TestWord, testWordOf } from '../domain/test-words.ts';
import type { PixOutRequest } from '../requests/pix-out-request.ts';
import { resolveDestination } from './resolve-destination.ts';

/** A Pix that is on its way, and what its key ordered of it, if it ordered something. */
export type AcceptedPixOut = { readonly pixOut: PixOut; readonly word: TestWord | undefined };

/** Sends a Pix out of the client's account. An id serves once, whatever became of its Pix. */
export const putPixOut = (
  bank: SimulatedBank,
  client: Client,
  request: PixOutRequest,
  now: Date,
): Promise<AcceptedPixOut> =>
  bank.inTurn(`${client.clientId}/${request.idEnvio}`, () => put(bank, client, { request, now }));

/** Scenarios that refuse at once, unless they are to be accepted first, and the name of the refusal. */
const REFUSED: Partial<Record<BankScenario['kind'], PixOutErrorName>> = {
  key_not_found: 'chave_favorecido_nao_encontrada',
  owner_differs: 'favorecido_documento_divergente',
  short_of_funds: 'saldo_insuficiente',
  over_limit: 'limite_excedido',
};

async function put(
  bank: SimulatedBank,
  { clientId, pixKey }: Client,
  { request, now }: { readonly request: PixOutRequest; readonly now: Date },
): Promise<AcceptedPixOut> {
  const { idEnvio, chave, infoPagador } = request;
  if (chave !== pixKey) throw new PixOutRefused('chave_invalida');
  if ((await bank.pixOut.get(clientId, idEnvio)) !== undefined) throw new PixOutRefused('id_envio_duplicado');
  const { destination, amount, ending } = await resolveDestination(bank, request);
  const scenario = await bank.scenarios.claim({
    operation: 'pix_out_put',
    clientId,
    txid: idEnvio,
    decides: 'money',
  });
  refuseBy(scenario);
  const isOrdered = scenario !== undefined || destination.kind === 'bank_account';
  const word = isOrdered ? undefined : testWordOf(destination.key);
  const steps = scenario === undefined ? (ending ?? stepsByWord(word)) : stepsByScenario(scenario);
  const order = { idEnvio, chave, amount, destination, ...(infoPagador === undefined ? {} : { infoPagador }) };
  const pixOut = sendOut(order, { clientId, endToEndId: endToEndId(now, randomBytes(11)), now }, steps);
  if (!(await bank.pixOut.insert(pixOut))) throw new PixOutRefused('id_envio_duplicado');
  bank.triggerSettle();
  return { pixOut, word };
}

/** What is not accepted first, by its kind or by the tester's word, is refused. */
function refuseBy(scenario: BankScenario | undefined): void {
  const nome = scenario && REFUSED[scenario.kind];
  if (nome !== undefined && scenario !== undefined && !takesEffect(scenario)) throw new PixOutRefused(nome);
}
