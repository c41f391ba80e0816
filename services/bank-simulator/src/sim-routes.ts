import { randomBytes, randomUUID } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import type { SimulatedBank } from './bank.ts';
import { findAddressee } from './commands/find-addressee.ts';
import { pay, rejectionOf } from './commands/pay.ts';
import { removeByBank } from './domain/cob.ts';

import { Problem } from './domain/problem.ts';
import { ANY, type BankScenario, SCENARIOS, type ScenarioOperation } from './domain/scenarios.ts';
import { chargeBooks } from './queries/charge-books.ts';
import { readClientSpec } from './requests/client-spec.ts';
import { readPayRequest, refused } from './requests/pay-request.ts';
import { readScenarioRequest } from './requests/scenario-request.ts';
import { type BankResponse, type BankRoute, type Request, readJson } from './route.ts';

/**
 * The payer's side and the controls: no bank has these routes, and nothing of the product but its test route
 * may call them.
 */
// biome-ignore format: one row per route, read as a table
export const simRoutes = (bank: SimulatedBank): readonly BankRoute[] => [
  { method: 'POST',   path: '/sim/pay',                      act: payRoute(bank) },
  { method: 'GET',    path: '/sim/charges/:txid',            act: async ({ params, query }) => ok(await chargeBooks(bank)(params['txid'] ?? '', query.get('pixKey') ?? undefined)) },
  { method: 'POST',   path: '/sim/charges/:txid/remove',     act: removeRoute(bank) },
  { method: 'GET',    path: '/sim/requests/:txid',           act: async ({ params }) => ok(requestsSeen(bank, params['txid'] ?? '')) },
  { method: 'POST',   path: '/sim/clients',                  act: addClientRoute(bank) },
  { method: 'DELETE', path: '/sim/clients/:clientId/tokens', act: async ({ params }) => ok({ revoked: await bank.tokens.revokeAll(params['clientId'] ?? '') }) },
  { method: 'GET',    path: '/sim/clients/:clientId/callbacks', act: async ({ params }) => ok(await bank.callbacks.count(params['clientId'] ?? '')) },
  { method: 'POST',   path: '/sim/callbacks',                act: sendCallbackRoute(bank) },
  { method: 'GET',    path: '/sim/scenarios',                act: async () => ok({ kinds: SCENARIOS, active: await bank.scenarios.list() }) },
  { method: 'POST',   path: '/sim/scenarios',                act: addScenarioRoute(bank) },
  { method: 'DELETE', path: '/sim/scenarios',                act: deleteScenariosRoute(bank) },
  { method: 'DELETE', path: '/sim/scenarios/:id',            act: async ({ params }) => ok({ deleted: await bank.scenarios.delete(({ id }) => id === params['id']) }) },
  { method: 'PUT',    path: '/sim/outage',                   act: outageRoute(bank) },
];

const ok = (body: unknown, status = 200): BankResponse => ({ status, body });
const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

function payRoute(bank: SimulatedBank): BankRoute['act'] {
  const payOrder = pay({ ...bank, findAddressee: findAddressee(bank) });
  return async (request) => {
    const now = bank.now();
    const answer = await payOrder(readPayRequest(readJson(request), now), now);
    return answer.accepted
      ? ok({ accepted: true, end_to_end_id: answer.endToEndId, calledBack: answer.calledBack, rejection: null })
      : ok({ accepted: false, end_to_end_id: null, calledBack: false, rejection: rejectionOf(answer.reason) });
  };
}

const removeRoute =
  (bank: SimulatedBank) =>
  async ({ params }: Request): Promise<BankResponse> => {
    const [cob] = await bank.cobs.byTxid(params['txid'] ?? '');
    const decision = cob && (await bank.cobs.update(cob.clientId, cob.txid, removeByBank));
    if (decision === undefined) throw new Problem('CobNaoEncontrado');
    if (!decision.ok) throw new Problem('CobOperacaoInvalida', [decision.violation]);
    return ok({ txid: decision.cob.txid, status: decision.cob.status });
  };

function requestsSeen(bank: SimulatedBank, txid: string): object {
  const requests = bank.seen.list(txid);
  const counts: Partial<Record<ScenarioOperation, number>> = {};
  for (const { operation } of requests) counts[operation] = (counts[operation] ?? 0) + 1;
  return { txid, total: requests.length, counts, requests };
}

const addClientRoute =
  (bank: SimulatedBank) =>
  async (request: Request): Promise<BankResponse> => {
    const tail = randomBytes(6).toString('hex');
    const defaults = {
      clientId: `client-${tail}`,
      clientSecret: randomBytes(24).toString('base64url'),
      pixKey: randomUUID(),
      name: 'Loja de Teste',
      city: 'SAO PAULO',
      taxId: '11222333000181',
    };
    const spec = readClientSpec(readJson(request), defaults);
    if (!spec.success) throw refused(spec.error.issues.map(({ path, message }) => [path.join('.'), message]));
    const { clientSecret, ...client } = spec.data;
    if (!(await bank.clients.put({ ...client, secretHash: sha256Hex(clientSecret) })))
      throw refused([['pixKey', 'belongs to another client']]);
    return ok(spec.data, 201);
  };

const addScenarioRoute =
  (bank: SimulatedBank) =>
  async (request: Request): Promise<BankResponse> => {
    const { clientId, pixKey, txid, operation, kind, times, ...rest } = readScenarioRequest(readJson(request));
    const owner = pixKey === undefined ? undefined : await bank.clients.byPixKey(pixKey);
    if (pixKey !== undefined && owner === undefined) throw refused([['pixKey', 'belongs to no client']]);
    const scenario: BankScenario = {
      // The order of creation is the order in which they are tried.
      id: `${bank.now().toISOString()}-${randomBytes(4).toString('hex')}`,
      clientId: clientId ?? owner?.clientId ?? null,
      txid: txid ?? null,
      operation,
      kind,
      remaining: times ?? null,
      ms: rest.ms ?? null,
      copies: rest.copies ?? null,
      accept: rest.accept ?? null,
      code: rest.code ?? null,
      motivo: rest.motivo ?? null,
      laterMs: rest.laterMs ?? null,
      amount: rest.amount ?? null,
      nature: rest.nature ?? null,
      status: rest.status ?? null,
    };
    await bank.scenarios.add(scenario);
    return ok(scenario, 201);
  };

const deleteScenariosRoute =
  (bank: SimulatedBank) =>
  async ({ query }: Request): Promise<BankResponse> => {
    const clientId = query.get('clientId');
    const txid = query.get('txid');
    const doomed = (scenario: BankScenario): boolean =>
      (clientId === null || scenario.clientId === clientId) && (txid === null || scenario.txid === txid);
    return ok({ deleted: await bank.scenarios.delete(doomed) });
  };

/**
 * The switch that takes the whole bank down: a scenario with a name of its own, for one client or for all.
 */
const outageRoute =
  (bank: SimulatedBank) =>
  async (request: Request): Promise<BankResponse> => {
    const { on, clientId } = record(readJson(request));
    if (typeof on !== 'boolean') throw refused([['on', 'must be true or false']]);
    const whose = typeof clientId === 'string' ? clientId : null;
    const id = `0-outage-${whose ?? 'all'}`;
    await bank.scenarios.delete((scenario) => scenario.id === id);
    if (on) await bank.scenarios.add({ ...ANY, id, clientId: whose, operation: '*', kind: '503' });
    return ok({ on, clientId: whose });
  };

/**
 * Sends whatever the tester wrote to the client's webhook: forged, unknown, malformed, repeated. No Pix needs
 * to exist.
 */
const sendCallbackRoute =
  (bank: SimulatedBank) =>
  async (request: Request): Promise<BankResponse> => {
    const { pixKey, body, copies = 1, ms = 0 } = record(readJson(request));
    if (typeof pixKey !== 'string' || body === undefined) throw refused([['pixKey, body', 'are needed']]);
    if (typeof copies !== 'number' || typeof ms !== 'number') throw refused([['copies, ms', 'are numbers']]);
    const client = await bank.clients.byPixKey(pixKey);
    if (client === undefined) throw refused([['pixKey', 'belongs to no client']]);
    const callback = {
      clientId: client.clientId,
      chave: pixKey,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    const id = await bank.callbacks.enqueue({ ...callback, copies, delayMs: ms, now: bank.now() });
    return ok({ id }, 202);
  };
