import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, json, param } from './call.ts';
import { reportCallback } from './commands/plan-callback.ts';
import { planOf, playInfraction, returnContested } from './commands/play-infraction.ts';
import { defend } from './domain/infraction.ts';
import { pagination } from './domain/page.ts';
import { Problem } from './domain/problem.ts';
import type { OperationSpec } from './operated.ts';
import { refused } from './requests/control-request.ts';
import { readDefence, readPlayedInfraction } from './requests/infraction-request.ts';
import { readInfractionList } from './requests/list-request.ts';
import { type BankResponse, type BankRoute, type Request, readJson } from './route.ts';
import { infractionBooks, infractionJson } from './wire/infraction-json.ts';

/** Infraction reports (MED) as Efí has them: they are no part of the standard. */
// biome-ignore format: one row per operation, read as a table
export const INFRACTION_OPERATIONS: readonly OperationSpec[] = [
  { operation: 'infraction_list',    method: 'GET',  path: '/v2/gn/infracoes',                    scope: 'pix.read',  act: listInfractions },
  { operation: 'infraction_defence', method: 'POST', path: '/v2/gn/infracoes/:idInfracao/defesa', scope: 'pix.write', act: acceptDefence },
];

/** The payer who contests, and the bank that decides. No bank has these routes. */
// biome-ignore format: one row per route, read as a table
export const INFRACTION_CONTROL_ROUTES: readonly BankRoute[] = [
  { method: 'POST', path: '/sim/pix/:e2eid/infractions',           act: playRoute },
  { method: 'GET',  path: '/sim/clients/:clientId/infractions',    act: booksRoute },
];

async function listInfractions({ infractions }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { filter, page, echo } = readInfractionList(call.query);
  const { total, items } = await infractions.list(call.client.clientId, filter, page);
  return json({ parametros: { ...echo, paginacao: pagination(page, total) }, infracoes: items.map(infractionJson) });
}

/** How Efí refuses a defence. */
const REFUSALS = {
  valor_invalido: [400, 'O corpo da requisição não respeita o schema.'],
  infracao_nao_encontrada: [404, 'Nenhuma infração encontrada para o idInfracao informado.'],
  infracao_nao_permite_defesa: [422, 'A infração não aceita defesa neste momento.'],
} as const;
const refusal = (nome: keyof typeof REFUSALS): BankResponse => {
  const [status, mensagem] = REFUSALS[nome];
  return json({ nome, mensagem }, status);
};

async function acceptDefence(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { client, now } = call;
  const defence = readDefence(readJson(call));
  if (defence === undefined) return refusal('valor_invalido');
  const known = await bank.infractions.get(client.clientId, param(call, 'idInfracao'));
  if (known === undefined) return refusal('infracao_nao_encontrada');
  const plan = await planOf(bank, known, {});
  const after = await bank.infractions.change(known, (infraction) => {
    const result = defend(infraction, defence, now);
    const callback = result && reportCallback(result, infractionJson(result), { plan, now });
    return { result, value: result, callback };
  });
  if (after === undefined) return refusal('infracao_nao_permite_defesa');
  if (defence.accepts) await returnContested(bank, after, { devolution: 'DEVOLVIDO', callback: {}, now });
  return json(infractionJson(after), 201);
}

async function playRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const order = readPlayedInfraction(readJson(request));
  const pix = await bank.pix.byEndToEndId(param(request, 'e2eid'));
  if (pix === undefined) throw new Problem('PixNaoEncontrado');
  const result = await playInfraction(bank, pix, { ...order, now: bank.now() });
  if (!result.ok) throw refused([[result.field, result.why]]);
  return json(infractionBooks(result.infraction), 202);
}

const LIST_MAX = 1_000;

async function booksRoute({ infractions }: SimulatedBank, request: Request): Promise<BankResponse> {
  const all = await infractions.ofClient(param(request, 'clientId'), request.query.get('after') ?? '', LIST_MAX);
  return json({ items: all.map(infractionBooks) });
}
