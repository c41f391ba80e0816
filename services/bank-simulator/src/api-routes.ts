import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, json, param } from './call.ts';
import { patchCob } from './commands/patch-cob.ts';
import { putCob } from './commands/put-cob.ts';
import { atRevision } from './domain/cob.ts';
import { Problem } from './domain/problem.ts';
import { type BankScenario, magicScenario } from './domain/scenarios.ts';
import { INFRACTION_OPERATIONS } from './infraction-routes.ts';
import { returnPix, showBalance, showDevolution } from './money-out.ts';
import { type ApiVariant, type OperatedRequest, type OperationSpec, operatedRoute } from './operated.ts';
import { payCode, sendPix, showKeyOwner, showPixOut } from './pix-out-acts.ts';
import { listCobs } from './queries/list-cobs.ts';
import { listPix } from './queries/list-pix.ts';
import { showPixReceipt } from './receipts.ts';
import { readCobRequest, readCobRevision } from './requests/cob-request.ts';
import { readCobList, readPixList, readRevision } from './requests/list-request.ts';
import { type BankResponse, type BankRoute, type Request, readJson } from './route.ts';
import { cobJson } from './wire/cob-json.ts';
import { pixJson } from './wire/pix-json.ts';
import { webhookJson } from './wire/webhook-json.ts';

/**
 * API Pix 2.9.0 under `/v2`, one row per operation, Efí's Pix-out, balance and infraction reports, and
 * receipts and owners of keys of this bank's own. What the standard has and this bank has not answers 404.
 */
// biome-ignore format: one row per operation, read as a table
const OPERATIONS: readonly OperationSpec[] = [
  { operation: 'create',         method: 'PUT',    path: '/v2/cob/:txid',      scope: 'cob.write',     act: createCob },
  { operation: 'patch',          method: 'PATCH',  path: '/v2/cob/:txid',      scope: 'cob.write',     act: reviseCob },
  { operation: 'get',            method: 'GET',    path: '/v2/cob/:txid',      scope: 'cob.read',      act: showCob },
  { operation: 'list',           method: 'GET',    path: '/v2/cob',            scope: 'cob.read',      act: async (bank, call) => json(await listCobs(bank, call.client, readCobList(call.query))) },
  { operation: 'pix_get',        method: 'GET',    path: '/v2/pix/:e2eid',     scope: 'pix.read',      act: showPix },
  { operation: 'pix_receipt',    method: 'GET',    path: '/v2/comprovantes/:e2eid', scope: 'pix.read', act: showPixReceipt },
  { operation: 'pix_list',       method: 'GET',    path: '/v2/pix',            scope: 'pix.read',      act: async (bank, call) => json(await listPix(bank, call, readPixList(call.query, call.now))) },
  { operation: 'devolution_put', method: 'PUT',    path: '/v2/pix/:e2eid/devolucao/:id', scope: 'pix.write', act: returnPix },
  { operation: 'devolution_get', method: 'GET',    path: '/v2/pix/:e2eid/devolucao/:id', scope: 'pix.read',  act: showDevolution },
  { operation: 'pix_out_put',    method: 'PUT',    path: '/v2/gn/pix/:idEnvio',          scope: 'pix.write', act: sendPix },
  { operation: 'pix_out_put',    method: 'PUT',    path: '/v3/gn/pix/:idEnvio',          scope: 'pix.write', act: sendPix },
  { operation: 'pix_out_put',    method: 'PUT',    path: '/v2/gn/pix/:idEnvio/qrcode',   scope: 'pix.write', act: payCode },
  { operation: 'key_owner',      method: 'POST',   path: '/v2/gn/chaves/titular',        scope: 'pix.read',  act: showKeyOwner },
  { operation: 'pix_out_get',    method: 'GET',    path: '/v2/gn/pix/enviados/id-envio/:idEnvio', scope: 'pix.read', act: showPixOut },
  { operation: 'balance',        method: 'GET',    path: '/v2/gn/saldo',       scope: 'pix.read',      act: showBalance },
  ...INFRACTION_OPERATIONS,
  { operation: 'webhook_put',    method: 'PUT',    path: '/v2/webhook/:chave', scope: 'webhook.write', act: setWebhook },
  { operation: 'webhook_get',    method: 'GET',    path: '/v2/webhook/:chave', scope: 'webhook.read',  act: showWebhook },
  { operation: 'webhook_delete', method: 'DELETE', path: '/v2/webhook/:chave', scope: 'webhook.write', act: dropWebhook },
];

async function createCob(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const withoutBrCode = call.scenario?.kind === 'no_br_code';
  const request = { ...readCobRequest(readJson(call)), txid: param(call, 'txid'), withoutBrCode };
  return json(cobJson(await putCob(bank, call.client, request, call.now)), 201);
}

async function reviseCob(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  return json(cobJson(await patchCob(bank, call.client, param(call, 'txid'), readCobRevision(readJson(call)))));
}

/** A cob, as it is or as it stood at a revision, with every Pix that arrived under its txid. */
async function showCob(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const revisao = readRevision(call.query);
  const found = await bank.cobs.withPix(call.client.clientId, param(call, 'txid'));
  if (found === undefined) throw new Problem('CobNaoEncontrado');
  const cob = revisao === undefined ? found.cob : atRevision(found.cob, revisao);
  if (cob !== undefined) return json(cobJson(cob, found.received));
  const razao = 'o parâmetro revisao corresponde a uma revisão inexistente para a cobrança.';
  throw new Problem('CobConsultaInvalida', [{ razao, propriedade: 'revisao' }]);
}

async function showPix({ pix }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const found = await pix.get(call.client.clientId, param(call, 'e2eid'));
  if (found === undefined) throw new Problem('PixNaoEncontrado');
  return json(pixJson(found));
}

/** Registers where callbacks about a key go; a second call moves them. */
async function setWebhook({ webhooks }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const body = readJson(call);
  const url = typeof body === 'object' && body !== null && 'webhookUrl' in body ? body.webhookUrl : undefined;
  const { clientId, pixKey } = call.client;
  const chave = param(call, 'chave');
  if (chave !== pixKey) {
    const razao = 'o parâmetro {chave} não corresponde a uma chave DICT pertencente a este usuário recebedor.';
    throw new Problem('WebhookOperacaoInvalida', [{ razao, propriedade: 'chave' }]);
  }
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url)) {
    const razao = 'Campo webhook.webhookUrl não respeita o schema.';
    throw new Problem('WebhookOperacaoInvalida', [{ razao, propriedade: 'webhook.webhookUrl' }]);
  }
  await webhooks.put({ clientId, chave, url, createdAt: call.now });
  return { status: 200 };
}

async function showWebhook({ webhooks }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const webhook = await webhooks.get(call.client.clientId, param(call, 'chave'));
  if (webhook === undefined) throw new Problem('WebhookNaoEncontrado');
  return json(webhookJson(webhook, call.client));
}

async function dropWebhook({ webhooks }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  if (!(await webhooks.delete(call.client.clientId, param(call, 'chave')))) throw new Problem('WebhookNaoEncontrado');
  return { status: 204 };
}

const VARIANT: ApiVariant = {
  operationOf: (usual, request) => (usual === 'pix_list' && asksByPayer(request) ? 'pix_list_by_payer' : usual),
  subjectOf,
  magic,
};

/** The routes of API Pix. */
export const API_ROUTES: readonly BankRoute[] = OPERATIONS.map((one) => operatedRoute(one, VARIANT));

function asksByPayer({ query }: Request): boolean {
  return query.has('cpf') || query.has('cnpj');
}

/**
 * What a request is about, for scenarios and the request log: a txid, for a devolution or a defence its
 * Pix's, for a sent Pix its id.
 */
async function subjectOf(
  { pix, infractions }: SimulatedBank,
  { params, query }: Request,
  clientId: string,
): Promise<string | undefined> {
  const { txid, idEnvio, e2eid, id, idInfracao } = params;
  if (idInfracao !== undefined) return (await infractions.get(clientId, idInfracao))?.txid ?? idInfracao;
  if (id !== undefined && e2eid !== undefined) return (await pix.get(clientId, e2eid))?.txid ?? e2eid;
  return txid ?? idEnvio ?? query.get('txid') ?? undefined;
}

/**
 * `#sim:` in the text of a create. The raw body is searched first: reading it twice would cost every create.
 */
function magic(
  { seen }: SimulatedBank,
  { clientId, operation, subject, body }: OperatedRequest,
): BankScenario | undefined {
  if (operation !== 'create' || subject === undefined || !body.includes('#sim:')) return undefined;
  return magicScenario(body, subject, seen.count(clientId, subject, 'create'));
}
