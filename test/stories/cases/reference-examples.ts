import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticatorApp, until, type WebhookSink } from '@gx/testkit';
import { answerChecker, type Contract, type Operation } from '@gx/testkit/openapi';
import { canonicalAnswer, shapeOf } from '../canonical-answer.ts';
import { openColleague, setApproval } from '../colleagues.ts';
import { openDispute } from '../dispute.ts';
import { type ExampleResponse, inShell } from '../in-shell.ts';
import { tokenMailed } from '../mails.ts';
import { type Merchant, merchant } from '../merchant.ts';
import { payOut, untilPayout } from '../payout.ts';
import { openLogin } from '../shop.ts';
import type { Stack } from '../stack.ts';
import { test } from './one-product.ts';

type Variables = Readonly<Record<string, string>>;
type Shop = {
  readonly shop: Merchant;
  readonly variables: Variables;
  readonly hook: string;
  readonly stack: Stack;
  readonly mailHook: WebhookSink;
  readonly accountId: string;
};

/** What an example's variables stand for, when it needs more than a new charge. */
const PREPARE: Readonly<Record<string, (shop: Shop) => Promise<Variables>>> = {
  refundPayment: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  simulateBankReturn: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  getBankBooks: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  resendWebhook: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  listPayments: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  listRefunds: async ({ shop }) => {
    const id = await paidCharge(shop);
    const { body } = await shop.refund(id, { amount: 990 });
    await shop.untilRefund(id, body.id, 'REFUNDED');
    return { CHARGE_ID: id };
  },
  getReceipt: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  simulateDispute: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  listDisputes: async ({ shop }) => ({ DISPUTE_ID: await openDisputeOf(shop) }),
  getDispute: async ({ shop }) => ({ DISPUTE_ID: await openDisputeOf(shop) }),
  submitEvidence: async ({ shop }) => ({ DISPUTE_ID: await openDisputeOf(shop) }),
  acceptDispute: async ({ shop }) => ({ DISPUTE_ID: await openDisputeOf(shop) }),
  simulateOutcome: async ({ shop }) => {
    const { body } = await shop.send('POST', '/v1/payments', {
      body: { amount: 1_990, paymentMethods: ['BOLETO'], idempotencyKey: `example-${Date.now()}` },
    });
    return { CHARGE_ID: `ch_${String(body['id']).slice(3)}` };
  },
  getQrImage: async ({ shop }) => ({ QR_FILE: `${(await newCharge(shop)).slice(3)}.png` }),
  getEvent: async ({ shop }) => {
    await newCharge(shop);
    const id = await until('an event is there', async () => {
      const { body } = await shop.send('GET', '/v1/events?limit=1');
      return (body['data'] as { id: string }[])[0]?.id;
    });
    return { EVENT_ID: id };
  },
  createPayout: async ({ shop }) => {
    await fund(shop);
    return {};
  },
  getPayout: async ({ shop }) => ({ PAYOUT_ID: await paidPayout(shop) }),
  listPayouts: async ({ shop }) => ({ PAYOUT_ID: await paidPayout(shop) }),
  getPayoutBooks: async ({ shop }) => ({ PAYOUT_ID: await paidPayout(shop) }),
  cancelPayout: async ({ shop }) => {
    const scheduled_for = new Date(Date.now() + 86_400_000).toISOString();
    return { PAYOUT_ID: await newPayout(shop, { scheduled_for }) };
  },
  approvePayout: waitingPayout,
  rejectPayout: waitingPayout,
  acceptInvitation: invitation,
  resetPassword: reset,
  inviteUser: async () => ({ COLLEAGUE_EMAIL: `rui-${randomUUID()}@example.com` }),
  changeUserRole: colleague,
  removeUser: colleague,
  // Of users whose logins nobody else uses.
  logout: ownLogin,
  logoutAll: ownLogin,
  setUpTotp: ownLogin,
  removeTotp: ownLogin,
  confirmTotp: async (shop) => {
    const login = await ownLogin(shop);
    const headers = { authorization: `Bearer ${login['ACCESS_TOKEN']}` };
    const { body } = await shop.shop.send('POST', '/v1/auth/totp', { headers });
    return { ...login, TOTP: authenticatorApp(String(body['secret'])).code(new Date()) };
  },
  changePassword: async ({ stack, accountId }) => {
    const { accessToken, password } = await openColleague(stack, accountId, 'viewer');
    return { ACCESS_TOKEN: accessToken, PASSWORD: password, NEW_PASSWORD: randomUUID() };
  },
  getDelivery: delivery,
  retryDelivery: delivery,
};

/**
 * What these count or list follows from all that ran before: the kinds of their values are compared alone.
 */
const CUMULATIVE: ReadonlySet<string> = new Set([
  ...['listTransactions', 'getStatement'],
  ...['getBalance', 'listWallets', 'getPaymentStats', 'getPaymentMetrics', 'getDeliveryStats'],
  ...['listPayments', 'listRequestLogs', 'listAuditEvents', 'listKeys', 'listUsers'],
  ...['listEvents', 'listDeliveries', 'listPayouts', 'listDisputes'],
]);

const DAY_MS = 86_400_000;
/** Days of which today is one, in whatever zone. */
function aroundToday(): Variables {
  const [from = '', to = ''] = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));
  return { FROM: from, TO: to };
}

const newCharge = async (shop: Merchant): Promise<string> => (await shop.create({ amount: 1_990 })).body.id;

async function paidCharge(shop: Merchant): Promise<string> {
  const id = await newCharge(shop);
  await shop.pay(id);
  await shop.untilStatus(id, 'paid');
  return id;
}

const openDisputeOf = async (shop: Merchant): Promise<string> => (await openDispute(shop, await paidCharge(shop))).id;

/** Enough for the payout of an example. */
async function fund(shop: Merchant): Promise<void> {
  const { body } = await shop.create({ amount: 5_000 });
  await shop.pay(body.id);
  await shop.untilStatus(body.id, 'paid');
}

/** As the example of a create has it, to a destination of its own. */
async function newPayout(shop: Merchant, more: object = {}): Promise<string> {
  await fund(shop);
  const destination = { pix_key: `supplier-${randomUUID()}@example.com` };
  const example = { description: 'Invoice 77', metadata: { invoice: '77' } };
  const { body } = await payOut(shop, { amount: 1_990, destination, ...example, ...more });
  return body.id;
}

async function paidPayout(shop: Merchant): Promise<string> {
  const id = await newPayout(shop);
  await untilPayout(shop, id, 'paid');
  return id;
}

/** One that another user than the example's has to decide about, who is logged in. */
async function waitingPayout({ shop, stack, accountId }: Shop): Promise<Variables> {
  await setApproval(stack, accountId, 'required');
  const PAYOUT_ID = await newPayout(shop);
  await setApproval(stack, accountId, 'none');
  return { PAYOUT_ID, ACCESS_TOKEN: (await openColleague(stack, accountId, 'finance')).accessToken };
}

async function colleague({ stack, accountId }: Shop): Promise<Variables> {
  return { USER_ID: (await openColleague(stack, accountId, 'viewer')).userId };
}

async function ownLogin({ stack, accountId }: Shop): Promise<Variables> {
  return { ACCESS_TOKEN: (await openColleague(stack, accountId, 'viewer')).accessToken };
}

/** Of a user whose logins nobody else uses. */
async function reset({ stack, variables, mailHook, accountId }: Shop): Promise<Variables> {
  const { email } = await openColleague(stack, accountId, 'viewer');
  await merchant(variables['GX'] ?? '', '').send('POST', '/v1/auth/password-reset', { body: { email } });
  const PASSWORD_RESET = await tokenMailed(mailHook, { kind: 'password_reset', email });
  return { PASSWORD_RESET, NEW_PASSWORD: randomUUID() };
}

/** By an owner who is logged in for it. */
async function invitation({ shop, variables, mailHook }: Shop): Promise<Variables> {
  const authorization = `Bearer ${variables['ACCESS_TOKEN']}`;
  const email = `invited-${randomUUID()}@example.com`;
  await shop.send('POST', '/v1/users', { headers: { authorization }, body: { email, role: 'viewer' } });
  return { INVITATION: await tokenMailed(mailHook, { kind: 'invitation', email }), NEW_PASSWORD: randomUUID() };
}

async function delivery({ shop, hook }: Shop): Promise<Variables> {
  const { body } = await shop.send('POST', '/v1/webhooks/endpoints', {
    body: { url: hook, events: ['charge.created'] },
  });
  await newCharge(shop);
  const found = await until('a delivery is made', async () => {
    const { body: list } = await shop.send('GET', `/v1/webhooks/deliveries?endpointId=${body.id}&status=DELIVERED`);
    return (list['data'] as { id: string }[])[0];
  });
  return { DELIVERY_ID: found.id };
}

/**
 * What the reference shows of each answer. `UPDATE_EXAMPLES=on` before the command of this test writes it
 * anew.
 */
const EXAMPLES = join(import.meta.dirname, '../../../services/gateway/src/docs-page/gen/examples.json');
type Example = { readonly status: number; readonly body: unknown };

test('every example of the reference, run in a shell as it stands there, answers what the reference shows', async (t) => {
  const { stack, sink, mailHook } = t.context;
  const { accountId, email, password, apikey } = await openLogin(stack);
  const credentials = { GX: stack.gateway, EMAIL: email, PASSWORD: password, API_KEY: apikey };
  // One for all: logins are few in a minute.
  const ACCESS_TOKEN = await token(stack.gateway, credentials);
  const own = { ...credentials, ACCESS_TOKEN, GUIDE: 'conventions', CHAPTER: 'charges', ...aroundToday() };
  const shop = {
    shop: merchant(stack.gateway, apikey),
    variables: own,
    hook: sink.url('/examples'),
    stack,
    mailHook,
    accountId,
  };
  const text = await (await fetch(`${stack.gateway}/openapi.json`)).text();
  const contract = JSON.parse(text) as Contract;
  const problemsOf = answerChecker(text);
  const reference = await referenceText(stack.gateway);
  const examples: Record<string, Example> = {};
  for (const { path, method, operation } of operationsOf(contract)) {
    const { operationId } = operation;
    const source = operation['x-codeSamples'][0]?.source ?? '';
    t.true(reference.includes(escaped(source)), `${operationId}: the reference shows it`);
    const answer = await inShell(source, await variablesOf(shop, operationId, source));
    t.is(answer.status, statusOf(operation), `${operationId}: ${answer.text.slice(0, 300)}`);
    t.deepEqual(problemsOf({ method, path: path.replace(/\{\w+\}/, 'x'), ...answer }), [], operationId);
    if (isShown(path, answer))
      examples[operationId] = { status: answer.status, body: canonicalAnswer(JSON.parse(answer.text)) };
  }
  if (process.env['UPDATE_EXAMPLES'] === 'on') writeFileSync(EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
  const kept = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as typeof examples;
  for (const operationId of new Set([...Object.keys(examples), ...Object.keys(kept)])) {
    const of = (example: Example | undefined) => (CUMULATIVE.has(operationId) ? shapeOf(example) : example);
    t.deepEqual(of(examples[operationId]), of(kept[operationId]), `${operationId}: UPDATE_EXAMPLES=on keeps it`);
  }
  t.true(Object.keys(examples).length > 25);
  t.log(`${Object.keys(examples).length} answers as the reference shows them, each as the contract has it`);
});

/** JSON of the interface; documents are no examples of themselves. */
const isShown = (path: string, { contentType, text }: ExampleResponse): boolean =>
  path.startsWith('/v1/') && contentType.startsWith('application/json') && text !== '';

const operationsOf = ({ paths }: Contract) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** All chapters of the reference, one after the other. */
async function referenceText(gateway: string): Promise<string> {
  const index = await (await fetch(`${gateway}/llms.txt`)).text();
  const chapters = [...index.matchAll(/\((\/docs\/api\/[\w-]+)\)/g)].map(([, path = '']) => path);
  const pages = await Promise.all(chapters.map(async (path) => (await fetch(`${gateway}${path}`)).text()));
  return pages.join('\n');
}

/** Made anew for each example: nothing that an earlier one did to a thing shows in a later one. */
async function variablesOf(shop: Shop, operationId: string, source: string): Promise<Variables> {
  const { variables } = shop;
  const gateway = variables['GX'] ?? '';
  const needs = (name: string): boolean => source.includes(`$${name}`);
  const issue = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${variables['ACCESS_TOKEN']}` };
    return String(
      (await merchant(gateway, '').send('POST', '/v1/api-keys', { headers, body: { test: true } })).body.id,
    );
  };
  return {
    ...variables,
    ...(needs('CHARGE_ID') && PREPARE[operationId] === undefined ? { CHARGE_ID: await newCharge(shop.shop) } : {}),
    ...(needs('ENDPOINT_ID') ? { ENDPOINT_ID: await newEndpoint(shop) } : {}),
    ...(needs('KEY_ID') ? { KEY_ID: await issue() } : {}),
    ...(await PREPARE[operationId]?.(shop)),
  };
}

const statusOf = ({ responses }: Operation): number => Number(Object.keys(responses)[0]);

async function token(gateway: string, { EMAIL: email, PASSWORD: password }: Variables): Promise<string> {
  const { body } = await merchant(gateway, '').send('POST', '/v1/auth/login', { body: { email, password } });
  return String(body['accessToken']);
}

async function newEndpoint({ shop, hook }: Shop): Promise<string> {
  const { body } = await shop.send('POST', '/v1/webhooks/endpoints', { body: { url: hook, events: ['charge.paid'] } });
  return body.id;
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
