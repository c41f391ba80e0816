import { randomBytes, randomUUID } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import type { SimulatedBank } from './bank.ts';
import { json, param } from './call.ts';
import { pay, rejectionOf } from './commands/pay.ts';
import { removeByBank } from './domain/cob.ts';
import { Problem } from './domain/problem.ts';
import { ANY, type BankScenario, SCENARIOS, type ScenarioOperation } from './domain/scenarios.ts';
import { chargeBooks } from './queries/charge-books.ts';
import { readClientSpec } from './requests/client-spec.ts';
import { refused } from './requests/control-request.ts';
import { readPayRequest } from './requests/pay-request.ts';
import { readScenarioRequest } from './requests/scenario-request.ts';
import { type BankResponse, type BankRoute, type Request, readJson } from './route.ts';

/**
 * The payer's side and the controls: no bank has these routes, and nothing of the product but its test route
 * may call them.
 */
// biome-ignore format: one row per route, read as a table
export const SIM_ROUTES: readonly BankRoute[] = [
  { method: 'POST',   path: '/sim/pay',                      act: payRoute },
  { method: 'GET',    path: '/sim/charges/:txid',            act: async (bank, request) => json(await chargeBooks(bank, param(request, 'txid'), request.query.get('pixKey') ?? undefined)) },
  { method: 'POST',   path: '/sim/charges/:txid/remove',     act: removeRoute },
  { method: 'GET',    path: '/sim/requests/:txid',           act: async (bank, request) => json(requestsSeen(bank, param(request, 'txid'))) },
  { method: 'POST',   path: '/sim/clients',                  act: addClientRoute },
  { method: 'DELETE', path: '/sim/clients/:clientId/tokens', act: async ({ tokens }, request) => json({ revoked: await tokens.revokeAll(param(request, 'clientId')) }) },
  { method: 'GET',    path: '/sim/clients/:clientId/callbacks', act: async ({ callbacks }, request) => json(await callbacks.count(param(request, 'clientId'))) },
  { method: 'POST',   path: '/sim/callbacks',                act: sendCallbackRoute },
  { method: 'GET',    path: '/sim/scenarios',                act: async ({ scenarios }) => json({ kinds: SCENARIOS, active: await scenarios.list() }) },
  { method: 'POST',   path: '/sim/scenarios',                act: addScenarioRoute },
  { method: 'DELETE', path: '/sim/scenarios',                act: deleteScenariosRoute },
  { method: 'DELETE', path: '/sim/scenarios/:id',            act: async ({ scenarios }, { params }) => json({ deleted: await scenarios.delete(({ id }) => id === params['id']) }) },
  { method: 'PUT',    path: '/sim/outage',                   act: outageRoute },
];

const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

async function payRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const now = bank.now();
  const answer = await pay(bank, readPayRequest(readJson(request), now), now);
  return answer.accepted
    ? json({ accepted: true, end_to_end_id: answer.endToEndId, calledBack: answer.calledBack, rejection: null })
    : json({ accepted: false, end_to_end_id: null, calledBack: false, rejection: rejectionOf(answer.reason) });
}

async function removeRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const [cob] = await bank.cobs.byTxid(param(request, 'txid'));
  const decision = cob && (await bank.cobs.update(cob.clientId, cob.txid, removeByBank));
  if (decision === undefined) throw new Problem('CobNaoEncontrado');
  if (!decision.ok) throw new Problem('CobOperacaoInvalida', [decision.violation]);
  return json({ txid: decision.cob.txid, status: decision.cob.status });
}

function requestsSeen(bank: SimulatedBank, txid: string): object {
  const requests = bank.seen.list(txid);
  const counts: Partial<Record<ScenarioOperation, number>> = {};
  for (const { operation } of requests) counts[operation] = (counts[operation] ?? 0) + 1;
  return { txid, total: requests.length, counts, requests };
}

async function addClientRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const spec = readClientSpec(readJson(request), {
    clientId: `client-${randomBytes(6).toString('hex')}`,
    clientSecret: randomBytes(24).toString('base64url'),
    pixKey: randomUUID(),
    name: 'Loja de Teste',
    city: 'SAO PAULO',
    taxId: '11222333000181',
  });
  const { clientSecret, ...client } = spec;
  if (!(await bank.clients.put({ ...client, secretHash: sha256Hex(clientSecret) })))
    throw refused([['pixKey', 'belongs to another client']]);
  return json(spec, 201);
}

async function addScenarioRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const { clientId, pixKey, times, ...rest } = readScenarioRequest(readJson(request));
  const owner = pixKey === undefined ? undefined : await bank.clients.byPixKey(pixKey);
  if (pixKey !== undefined && owner === undefined) throw refused([['pixKey', 'belongs to no client']]);
  const scenario: BankScenario = {
    // The order of creation is the order in which they are tried.
    id: `${bank.now().toISOString()}-${randomBytes(4).toString('hex')}`,
    ...ANY,
    ...rest,
    clientId: clientId ?? owner?.clientId ?? null,
    remaining: times ?? null,
  };
  await bank.scenarios.add(scenario);
  return json(scenario, 201);
}

async function deleteScenariosRoute({ scenarios }: SimulatedBank, { query }: Request): Promise<BankResponse> {
  const clientId = query.get('clientId');
  const txid = query.get('txid');
  const doomed = (scenario: BankScenario): boolean =>
    (clientId === null || scenario.clientId === clientId) && (txid === null || scenario.txid === txid);
  return json({ deleted: await scenarios.delete(doomed) });
}

/**
 * The switch that takes the whole bank down: a scenario with a name of its own, for one client or for all.
 */
async function outageRoute({ scenarios }: SimulatedBank, request: Request): Promise<BankResponse> {
  const { on, clientId } = record(readJson(request));
  if (typeof on !== 'boolean') throw refused([['on', 'must be true or false']]);
  const whose = typeof clientId === 'string' ? clientId : null;
  const id = `0-outage-${whose ?? 'all'}`;
  await scenarios.delete((scenario) => scenario.id === id);
  if (on) await scenarios.add({ ...ANY, id, clientId: whose, operation: '*', kind: '503' });
  return json({ on, clientId: whose });
}

/**
 * Sends whatever the tester wrote to the client's webhook: forged, unknown, malformed, repeated. No Pix needs
 * to exist.
 */
async function sendCallbackRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const { pixKey, body, copies = 1, ms = 0 } = record(readJson(request));
  if (typeof pixKey !== 'string' || body === undefined) throw refused([['pixKey, body', 'are needed']]);
  if (typeof copies !== 'number' || typeof ms !== 'number') throw refused([['copies, ms', 'are numbers']]);
  const client = await bank.clients.byPixKey(pixKey);
  if (client === undefined) throw refused([['pixKey', 'belongs to no client']]);
  const id = await bank.callbacks.enqueue({
    clientId: client.clientId,
    chave: pixKey,
    suffix: '/pix',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    copies,
    delayMs: ms,
    now: bank.now(),
  });
  return json({ id }, 202);
}
