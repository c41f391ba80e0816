import type { SimulatedBank } from './bank.ts';
import { param } from './call.ts';
import { playOutcome } from './commands/play-outcome.ts';
import { boletoPdf } from './domain/boleto-pdf.ts';
import type { Order } from './domain/order.ts';
import { Problem } from './domain/problem.ts';
import type { OutcomeOrder } from './requests/outcome-request.ts';
import type { BankResponse, BankRoute, Request } from './route.ts';

/**
 * What the payer's browser opens: the issuer's page of a card, and the paper of a boleto. Anybody who has the
 * address is the payer.
 */
// biome-ignore format: one row per route, read as a table
export const PAYER_PAGE_ROUTES: readonly BankRoute[] = [
  { method: 'GET',  path: '/3ds/:token',     act: challengeRoute },
  { method: 'POST', path: '/3ds/:token',     act: answerRoute },
  { method: 'GET',  path: '/boletos/:file',  act: paperRoute },
];

const NOTHING_ELSE: Omit<OutcomeOrder, 'outcome' | 'at'> = { reason: 'do_not_honor', force: false, callback: {} };
const page = (body: string): BankResponse => ({
  status: 200,
  raw: {
    type: 'text/html; charset=utf-8',
    text: `<!DOCTYPE html><html lang="en"><title>Test issuer</title><body>${body}</body></html>`,
  },
  headers: { 'content-security-policy': "default-src 'none'; form-action *", 'cache-control': 'no-store' },
});
const CHALLENGE = page(
  '<h1>Test issuer</h1><p>No money moves here.</p><form method="post"><button name="outcome" value="approved">Approve</button> <button name="outcome" value="refused">Refuse</button></form>',
);
const OVER = page('<h1>Test issuer</h1><p>There is nothing to decide any more.</p>');

/** Opening the page is what the issuer calls the beginning of the authentication. */
async function challengeRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const now = bank.now();
  const order = await cardOf(bank, request);
  const { rejection } = await playOutcome(bank, order, { ...NOTHING_ELSE, outcome: 'authenticating', at: now }, now);
  return rejection === null ? CHALLENGE : OVER;
}

/** The payer decides and is sent back to the shop. */
async function answerRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const now = bank.now();
  const order = await cardOf(bank, request);
  const outcome = new URLSearchParams(request.body).get('outcome');
  if (outcome !== 'approved' && outcome !== 'refused') throw new Problem('RequisicaoInvalida');
  await playOutcome(bank, order, { ...NOTHING_ELSE, outcome, at: now }, now);
  return order.returnUrl === undefined ? OVER : { status: 303, headers: { location: order.returnUrl } };
}

async function paperRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const [, token] = /^([0-9a-f]{32})\.pdf$/.exec(param(request, 'file')) ?? [];
  const order = token === undefined ? undefined : await bank.orders.byToken(token);
  const owner = order && (await bank.clients.get(order.clientId));
  const text = order && owner && boletoPdf(order, owner.name);
  if (text === undefined) throw new Problem('OrderNotFound');
  return { status: 200, raw: { type: 'application/pdf', text } };
}

async function cardOf({ orders }: SimulatedBank, request: Request): Promise<Order> {
  const order = await orders.byToken(param(request, 'token'));
  if (order?.method !== 'CREDIT_CARD') throw new Problem('OrderNotFound');
  return order;
}
