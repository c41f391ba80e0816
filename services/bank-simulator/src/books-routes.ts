import type { SimulatedBank } from './bank.ts';
import { json, param } from './call.ts';
import { endOne } from './commands/end-devolution.ts';
import { movePixOut, newReturnIds } from './commands/end-pix-out.ts';
import { makeBankReturn } from './commands/make-bank-return.ts';
import { motivoOf } from './domain/devolution.ts';
import { endPixOut, type PixOut, sendBack } from './domain/pix-out.ts';
import { Problem } from './domain/problem.ts';
import { REASONS } from './domain/reasons.ts';
import { clientBooks } from './queries/client-books.ts';
import { readBankReturn } from './requests/bank-return-request.ts';
import { onlyOne, refused } from './requests/control-request.ts';
import { readDevolutionEnd, readPixOutEnd } from './requests/end-request.ts';
import { readPixOutReturn } from './requests/return-request.ts';
import { type BankResponse, type BankRoute, type Request, readJson } from './route.ts';
import { booksJson, devolutionBooks } from './wire/pix-json.ts';
import { pixOutBooks, returnBooks } from './wire/pix-out-json.ts';

const LIST_MAX = 1_000;

/**
 * The bank's own books of a client's money, and the hand that ends what is under way. No bank has these
 * routes.
 */
// biome-ignore format: one row per route, read as a table
export const BOOKS_ROUTES: readonly BankRoute[] = [
  { method: 'GET',    path: '/sim/clients/:clientId/books',  act: async (bank, request) => json(await clientBooks(bank, param(request, 'clientId'))) },
  { method: 'GET',    path: '/sim/clients/:clientId/pix',    act: async ({ pix }, request) => json({ items: (await pix.ofClient(...rangeOf(request))).map(booksJson) }) },
  { method: 'GET',    path: '/sim/clients/:clientId/pix-out', act: async ({ pixOut }, request) => json({ items: (await pixOut.ofClient(...rangeOf(request))).map(pixOutBooks) }) },
  { method: 'POST',   path: '/sim/devolutions/:e2eid/:id',   act: endDevolutionRoute },
  { method: 'POST',   path: '/sim/pix/:e2eid/bank-returns',  act: postBankReturn },
  { method: 'GET',    path: '/sim/pix-out/:idEnvio',         act: async (bank, request) => json(pixOutBooks(await pixOutOf(bank, request))) },
  { method: 'POST',   path: '/sim/pix-out/:idEnvio',         act: endPixOutRoute },
  { method: 'POST',   path: '/sim/pix-out/:idEnvio/returns', act: returnPixOutRoute },
];

/** A slice of a client's books, in the order of ids: `?after=` the last one seen, `?limit=` at most 1000. */
function rangeOf(request: Request): [clientId: string, after: string, limit: number] {
  const { query } = request;
  const limit = Math.min(Math.max(Number(query.get('limit') ?? LIST_MAX), 1), LIST_MAX) || LIST_MAX;
  return [param(request, 'clientId'), query.get('after') ?? '', limit];
}

/** Tells a devolution that is under way, stuck or slow, how it ends. */
async function endDevolutionRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const { e2eid = '', id = '' } = request.params;
  const end = readDevolutionEnd(readJson(request));
  const pix = await bank.pix.byEndToEndId(e2eid);
  if (pix?.devolutions.some((one) => one.id === id) !== true) throw new Problem('PixDevolucaoNaoEncontrada');
  const ending =
    end.status === 'DEVOLVIDO' ? { status: end.status } : { status: end.status, motivo: motivoOf(end, 'AB03') };
  const after = await endOne(bank, pix, { id, ending, now: bank.now() });
  const ended = after?.devolutions.find((one) => one.id === id);
  if (ended === undefined) throw refused([['status', 'the devolution is final']]);
  return json(devolutionBooks(ended));
}

/** The bank takes a Pix back by itself, or moves what it has begun. */
async function postBankReturn(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const order = readBankReturn(readJson(request));
  const pix = await bank.pix.byEndToEndId(param(request, 'e2eid'));
  const decision = pix && (await makeBankReturn(bank, pix, order, bank.now()));
  if (pix === undefined || decision === undefined) throw new Problem('PixNaoEncontrado');
  if (!decision.ok) throw refused([[decision.field, decision.why]]);
  return json({ end_to_end_id: pix.endToEndId, ...devolutionBooks(decision.devolution) }, 202);
}

/** Tells a sent Pix how it ends; one that was reported as failed may still succeed. */
async function endPixOutRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const { status, ...why } = readPixOutEnd(readJson(request));
  const code = why.code ?? 'AB03';
  const end = status === 'REALIZADO' ? { status } : { status, code, motivo: why.motivo ?? REASONS[code] };
  const now = bank.now();
  const pixOut = await pixOutOf(bank, request);
  const after = await movePixOut(bank, pixOut, { decide: (one) => endPixOut(one, end, now), now });
  if (after === undefined) throw refused([['status', 'the sent Pix is final']]);
  return json(pixOutBooks(after));
}

/** Money of a sent Pix comes back, as its receiver or the receiver's bank sends it; once per id. */
async function returnPixOutRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const { id, amount, callback } = readPixOutReturn(readJson(request));
  const pixOut = await pixOutOf(bank, request);
  const now = bank.now();
  const ids = newReturnIds(now, id);
  const after = await movePixOut(bank, pixOut, {
    decide: (one) => sendBack(one, { ...ids, amount }, now),
    now,
    callback,
  });
  const made = after?.returns.find((one) => one.id === id);
  if (made === undefined) throw refused([['amount, id', 'not arrived, less is left of it, or the id was used']]);
  return json(returnBooks(made), 202);
}

async function pixOutOf({ pixOut }: SimulatedBank, request: Request): Promise<PixOut> {
  const all = await pixOut.byId(param(request, 'idEnvio'));
  return onlyOne(all, request, { absent: 'PixEnviadoNaoEncontrado', name: 'id' });
}
