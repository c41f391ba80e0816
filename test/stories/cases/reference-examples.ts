import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '@gx/testkit';
import { answerChecker, type Contract, type Operation } from '@gx/testkit/openapi';
import { type Merchant, merchant } from '../merchant.ts';
import { test } from './one-product.ts';

const run = promisify(execFile);
type Variables = Readonly<Record<string, string>>;
type Shop = { readonly shop: Merchant; readonly variables: Variables; readonly hook: string };

/** What an example's variables stand for, when it needs more than a new charge. */
const PREPARE: Readonly<Record<string, (shop: Shop) => Promise<Variables>>> = {
  refundPayment: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  simulateBankReturn: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
  getReceipt: async ({ shop }) => ({ CHARGE_ID: await paidCharge(shop) }),
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
  getDelivery: delivery,
  retryDelivery: delivery,
};

const newCharge = async (shop: Merchant): Promise<string> => (await shop.create({ amount: 1_990 })).body.id;

async function paidCharge(shop: Merchant): Promise<string> {
  const id = await newCharge(shop);
  await shop.pay(id);
  await shop.untilStatus(id, 'paid');
  return id;
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

test('every example of the reference page, run in a shell as it stands there, answers what the page says', async (t) => {
  const { stack, sink } = t.context;
  const [, account] = stack.accounts;
  const credentials = { GX: stack.gateway, EMAIL: String(account?.email), PASSWORD: String(account?.password) };
  const login = await merchant(stack.gateway, '').send('POST', '/v1/auth/login', {
    body: { email: credentials.EMAIL, password: credentials.PASSWORD },
  });
  const bearer = { authorization: `Bearer ${String(login.body['accessToken'])}` };
  const issue = async () =>
    merchant(stack.gateway, '').send('POST', '/v1/api-keys', { headers: bearer, body: { test: true } });
  const apiKey = String((await issue()).body['apiKey']);
  const shop = { shop: merchant(stack.gateway, apiKey), variables: credentials, hook: sink.url('/examples') };

  const text = await (await fetch(`${stack.gateway}/openapi.json`)).text();
  const contract = JSON.parse(text) as Contract;
  const problemsOf = answerChecker(text);
  const page = await (await fetch(`${stack.gateway}/docs`)).text();
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  let ran = 0;
  for (const { path, method, operation } of operations) {
    const { operationId } = operation;
    const source = operation['x-codeSamples'][0]?.source ?? '';
    t.true(page.includes(escaped(source)), `${operationId}: the page shows it`);
    const needed = (name: string): boolean => source.includes(`$${name}`);
    const variables = {
      ...credentials,
      API_KEY: apiKey,
      ACCESS_TOKEN: needed('ACCESS_TOKEN') ? await token(stack.gateway, credentials) : '',
      ...(needed('CHARGE_ID') && PREPARE[operationId] === undefined ? { CHARGE_ID: await newCharge(shop.shop) } : {}),
      ...(needed('ENDPOINT_ID') ? { ENDPOINT_ID: await newEndpoint(shop) } : {}),
      ...(needed('KEY_ID') ? { KEY_ID: String((await issue()).body.id) } : {}),
      ...(await PREPARE[operationId]?.(shop)),
    };
    const answer = await inShell(source, variables);
    t.is(answer.status, statusOf(operation), `${operationId}: ${answer.text.slice(0, 300)}`);
    t.deepEqual(problemsOf({ method, path: path.replace(/\{\w+\}/, 'x'), ...answer }), [], operationId);
    ran += 1;
  }
  t.true(ran > 25);
  t.log(`${ran} examples ran as they stand on the page, each answer as the contract has it`);
});

const statusOf = ({ responses }: Operation): number => Number(Object.keys(responses)[0]);

async function token(gateway: string, { EMAIL: email, PASSWORD: password }: Variables): Promise<string> {
  const { body } = await merchant(gateway, '').send('POST', '/v1/auth/login', { body: { email, password } });
  return String(body['accessToken']);
}

async function newEndpoint({ shop, hook }: Shop): Promise<string> {
  const { body } = await shop.send('POST', '/v1/webhooks/endpoints', { body: { url: hook, events: ['charge.paid'] } });
  return body.id;
}

type ExampleResponse = { readonly status: number; readonly contentType: string; readonly text: string };

/** The command as it is, told only to say the status and the type too. */
async function inShell(source: string, variables: Variables): Promise<ExampleResponse> {
  const { stdout } = await run('bash', ['-c', `${source} -w '\\n%{http_code} %{content_type}'`], {
    env: { PATH: process.env['PATH'], ...variables },
    encoding: 'latin1',
  });
  const end = stdout.lastIndexOf('\n');
  const [status, ...contentType] = stdout.slice(end + 1).split(' ');
  return { status: Number(status), contentType: contentType.join(' '), text: stdout.slice(0, end) };
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
