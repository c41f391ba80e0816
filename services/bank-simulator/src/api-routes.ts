import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, json, param } from './call.ts';
import { patchCob } from './commands/patch-cob.ts';
import { putCob } from './commands/put-cob.ts';
import { putWebhook } from './commands/put-webhook.ts';
import type { Client } from './domain/client.ts';
import { Problem } from './domain/problem.ts';
import { type BankScenario, magicScenario } from './domain/scenarios.ts';
import { returnPix, sendPix, showBalance, showDevolution, showPixOut } from './money-out.ts';
import { type ApiVariant, type OperatedRequest, type OperationSpec, operatedRoute } from './operated.ts';
import { getCob } from './queries/get-cob.ts';
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
 * API Pix 2.9.0 under `/v2`, one row per operation, Efí's Pix-out and balance, and receipts of this bank's
 * own. What the standard has and this bank has not answers 404.
 */
// biome-ignore format: one row per operation, read as a table
const operations = (bank: SimulatedBank): readonly OperationSpec[] => [
  { operation: 'create',         method: 'PUT',    path: '/v2/cob/:txid',      scope: 'cob.write',     act: createCob(bank) },
  { operation: 'patch',          method: 'PATCH',  path: '/v2/cob/:txid',      scope: 'cob.write',     act: reviseCob(bank) },
  { operation: 'get',            method: 'GET',    path: '/v2/cob/:txid',      scope: 'cob.read',      act: showCob(bank) },
  { operation: 'list',           method: 'GET',    path: '/v2/cob',            scope: 'cob.read',      act: async (call) => json(await listCobs(bank)(call.client, readCobList(call.query))) },
  { operation: 'pix_get',        method: 'GET',    path: '/v2/pix/:e2eid',     scope: 'pix.read',      act: showPix(bank) },
  { operation: 'pix_receipt',    method: 'GET',    path: '/v2/comprovantes/:e2eid', scope: 'pix.read', act: showPixReceipt(bank) },
  { operation: 'pix_list',       method: 'GET',    path: '/v2/pix',            scope: 'pix.read',      act: async (call) => json(await listPix(bank)(call.client, readPixList(call.query, call.now), call.scenario?.kind)) },
  { operation: 'devolution_put', method: 'PUT',    path: '/v2/pix/:e2eid/devolucao/:id', scope: 'pix.write', act: returnPix(bank) },
  { operation: 'devolution_get', method: 'GET',    path: '/v2/pix/:e2eid/devolucao/:id', scope: 'pix.read',  act: showDevolution(bank) },
  { operation: 'pix_out_put',    method: 'PUT',    path: '/v2/gn/pix/:idEnvio',          scope: 'pix.write', act: sendPix(bank) },
  { operation: 'pix_out_get',    method: 'GET',    path: '/v2/gn/pix/enviados/id-envio/:idEnvio', scope: 'pix.read', act: showPixOut(bank) },
  { operation: 'balance',        method: 'GET',    path: '/v2/gn/saldo',       scope: 'pix.read',      act: showBalance(bank) },
  { operation: 'webhook_put',    method: 'PUT',    path: '/v2/webhook/:chave', scope: 'webhook.write', act: setWebhook(bank) },
  { operation: 'webhook_get',    method: 'GET',    path: '/v2/webhook/:chave', scope: 'webhook.read',  act: showWebhook(bank) },
  { operation: 'webhook_delete', method: 'DELETE', path: '/v2/webhook/:chave', scope: 'webhook.write', act: dropWebhook(bank) },
];

const createCob = (bank: SimulatedBank) => {
  const put = putCob(bank);
  return async (call: BankCallContext): Promise<BankResponse> => {
    const withoutBrCode = call.scenario?.kind === 'no_br_code';
    const request = { ...readCobRequest(readJson(call)), txid: param(call, 'txid'), withoutBrCode };
    return json(cobJson(await put(call.client, request, call.now)), 201);
  };
};

const reviseCob =
  (bank: SimulatedBank) =>
  async (call: BankCallContext): Promise<BankResponse> => {
    const revision = readCobRevision(readJson(call));
    return json(cobJson(await patchCob(bank)(call.client, { txid: param(call, 'txid'), revision })));
  };

const showCob =
  (bank: SimulatedBank) =>
  async (call: BankCallContext): Promise<BankResponse> => {
    const { cob, received } = await getCob(bank)(call.client, param(call, 'txid'), readRevision(call.query));
    return json(cobJson(cob, received));
  };

const showPix =
  ({ pix }: SimulatedBank) =>
  async (call: BankCallContext): Promise<BankResponse> => {
    const found = await pix.get(call.client.clientId, param(call, 'e2eid'));
    if (found === undefined) throw new Problem('PixNaoEncontrado');
    return json(pixJson(found));
  };

const setWebhook =
  (bank: SimulatedBank) =>
  async (call: BankCallContext): Promise<BankResponse> => {
    const body = readJson(call);
    const webhookUrl = typeof body === 'object' && body !== null && 'webhookUrl' in body ? body.webhookUrl : undefined;
    await putWebhook(bank)(call.client, { chave: param(call, 'chave'), webhookUrl }, call.now);
    return { status: 200 };
  };

const showWebhook =
  ({ webhooks }: SimulatedBank) =>
  async (call: BankCallContext): Promise<BankResponse> => {
    const webhook = await webhooks.get(call.client.clientId, param(call, 'chave'));
    if (webhook === undefined) throw new Problem('WebhookNaoEncontrado');
    return json(webhookJson(webhook, call.client));
  };

const dropWebhook =
  ({ webhooks }: SimulatedBank) =>
  async (call: BankCallContext): Promise<BankResponse> => {
    if (!(await webhooks.delete(call.client.clientId, param(call, 'chave')))) throw new Problem('WebhookNaoEncontrado');
    return { status: 204 };
  };

/** The routes of API Pix. */
export const apiRoutes = (bank: SimulatedBank): readonly BankRoute[] => {
  const manner: ApiVariant = {
    operationOf: (usual, request) => (usual === 'pix_list' && asksByPayer(request) ? 'pix_list_by_payer' : usual),
    subjectOf: (clientId, request) => subjectOf(bank, clientId, request),
    magic: (client, request) => magic(bank, client, request),
  };
  return operations(bank).map((one) => operatedRoute(bank, one, manner));
};

const asksByPayer = ({ query }: Request): boolean => query.has('cpf') || query.has('cnpj');

/**
 * What a request is about, for scenarios and the request log: a txid, for a devolution its Pix's, for a sent
 * Pix its id.
 */
async function subjectOf(
  { pix }: SimulatedBank,
  clientId: string,
  { params, query }: Request,
): Promise<string | undefined> {
  const { txid, idEnvio, e2eid, id } = params;
  if (id !== undefined && e2eid !== undefined) return (await pix.get(clientId, e2eid))?.txid ?? e2eid;
  return txid ?? idEnvio ?? query.get('txid') ?? undefined;
}

/**
 * `#sim:` in the text of a create. The raw body is searched first: reading it twice would cost every create.
 */
function magic(
  { seen }: SimulatedBank,
  { clientId }: Client,
  { operation, subject, body }: OperatedRequest,
): BankScenario | undefined {
  if (operation !== 'create' || subject === undefined || !body.includes('#sim:')) return undefined;
  return magicScenario(body, subject, seen.count(clientId, subject, 'create'));
}
