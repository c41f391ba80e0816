import { randomUUID } from 'node:crypto';
import { TOPICS, type TopicKey, topicName } from '@gx/contracts';
import {
  authenticatorApp,
  captureOtlp,
  type OtlpCapture,
  readTopic,
  startWebhookSink,
  type TopicReader,
  until,
  type WebhookSink,
} from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { request } from 'undici';
import { bankHand } from './bank-hand.ts';
import { openColleague } from './colleagues.ts';
import { merchant } from './merchant.ts';
import { payOut, toKey, untilPayout } from './payout.ts';
import { type Canaries, scanForLeaks } from './scan-for-leaks.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack; sink: WebhookSink; otlp: OtlpCapture; topics: TopicReader[] }>;
const DOCUMENT = '39053344705';
const EMAIL = 'canario.amarelo@gaiola.example';
const PHONE = '+5511987650123';
const NAME = 'Zenobia Canaria';
/** Who paid in truth, and where a refund is sent: known to the bank and to who asks it, to nobody else. */
const STRANGER = '11144477735';
/** What only the merchant's own server should see, and whom the merchant calls its user. */
const URL_TOKEN = 'gaiola-azul-6b1f3c';
const USER_ID = 'canario-cinza-7c2e';
const DESTINATION = 'canario.vermelho@gaiola.example';
/** Where payouts go: to a key, and to somebody's account. */
const PAYEE = 'canario.verde@gaiola.example';
const HOLDER = 'Zuleica Gaiola';
const ACCOUNT = '90817263545362';

test.before(async (t) => {
  t.context.otlp = await captureOtlp();
  t.context.sink = await startWebhookSink();
  t.context.stack = await startStack({
    env: { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: t.context.otlp.endpoint },
  });
  const { namespace } = t.context.stack;
  t.context.topics = await Promise.all(
    (Object.keys(TOPICS) as TopicKey[]).map((topic) => readTopic(topicName(namespace, topic))),
  );
});
test.after.always(async (t) => {
  for (const topic of t.context.topics ?? []) await topic.stop();
  await t.context.stack?.stop();
  await t.context.sink?.stop();
  t.context.otlp?.stop();
});

test('no key, secret, document, e-mail or payment code is in any log line, span, Kafka header or error, through failing paths too', async (t) => {
  const { stack, sink, otlp, topics } = t.context;
  const [account] = stack.accounts;
  const errors: string[] = [];
  const shop = stack.merchant;
  const failing = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    t.true(status >= 400, JSON.stringify(body));
    errors.push(JSON.stringify(body));
  };
  const customer = { name: NAME, document: DOCUMENT, email: EMAIL, phone: PHONE };
  sink.answer('/leaky', { status: 500, body: `echo ${DOCUMENT} ${EMAIL}` });
  const registered = await shop.send('POST', '/v1/webhooks/endpoints', {
    body: { url: sink.url('/leaky'), events: ['charge.created', 'charge.paid', 'payment.completed'] },
  });
  const login = await shop.send('POST', '/v1/auth/login', {
    body: { email: account?.email, password: account?.password },
  });
  const token = String(login.body['accessToken']);
  const issued = await shop.send('POST', '/v1/api-keys', {
    headers: { authorization: `Bearer ${token}` },
    body: { label: 'canary', test: true },
  });
  const { body: charge } = await shop.create({ customer, metadata: { note: EMAIL } });
  await shop.pay(charge.id, { payer: { name: NAME, tax_id: DOCUMENT }, report_payer: 'notification' });
  await shop.untilStatus(charge.id, 'paid');

  await failing(shop.create({ customer: { ...customer, document: '39053344700' } }));
  await failing(shop.create({ customer, amount: EMAIL }));
  await failing(shop.create({ customer, expected_payer_tax_id: STRANGER }));
  await moneyBack(stack, { customer, chargeId: charge.id }, failing);
  await paymentsOf(stack, { customer, webhookUrl: sink.url(`/own?token=${URL_TOKEN}`) }, failing);
  await payoutsOf(stack, failing);
  const factor = await secondFactorOf(stack, failing);
  await failing(
    shop.send('POST', '/v1/charges', {
      headers: { 'idempotency-key': randomUUID() },
      raw: `{"customer":{"email":"${EMAIL}"`,
    }),
  );
  await failing(merchant(stack.gateway, `${String(issued.body['apiKey'])} `.replace(' ', 'x')).create({ customer }));
  await failing(shop.send('POST', '/v1/auth/login', { body: { email: EMAIL, password: String(account?.password) } }));
  await failing(shop.send('GET', `/v1/charges?customer_id=${DOCUMENT}&limit=0`));
  for (const kind of [400, 503, 'non_json', 'reset_after_accept']) {
    await scenario(stack, kind);
    await failing(
      shop.create({ customer }).then((answer) => (answer.status === 201 ? { status: 400, body: {} } : answer)),
    );
  }
  t.true(stack.bank.takeViolations().length > 0, 'the answer that is no JSON was seen and judged');
  await shop.send('DELETE', `/v1/api-keys/${String(issued.body['id'])}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await failing(merchant(stack.gateway, String(issued.body['apiKey'])).create({ customer }));
  await until('the failing webhook was tried', () => sink.requests('/leaky').length >= 3);
  await until(
    'spans and events arrived',
    () => otlp.raw.length > 3 && topics.every(({ messages }) => messages.length > 0),
  );

  const canaries: Canaries = {
    'API key': String(account?.testKey),
    'issued key': String(issued.body['apiKey']),
    'webhook secret': String(registered.body['secret']),
    'login token': token,
    password: String(account?.password),
    document: DOCUMENT,
    'e-mail': EMAIL,
    phone: PHONE,
    name: NAME,
    'payment code': charge.pix?.br_code ?? '',
    'account e-mail': String(account?.email),
    'payer document': STRANGER,
    'refund destination': DESTINATION,
    'payout key': PAYEE,
    'account of a payout': ACCOUNT,
    'holder of it': HOLDER,
    'token in a webhookUrl': URL_TOKEN,
    customerId: USER_ID,
    'secret of a second factor': factor.secret,
    // Six digits are in any number: a code that somebody shows has quotes around it.
    'code of it': `"${factor.code}"`,
  };
  const headers = topics.flatMap(({ messages }) =>
    messages.map((message) => JSON.stringify([message.key, message.headers])),
  );
  const sources = { logs: stack.lines, spans: otlp.raw, 'Kafka headers': headers, errors };
  for (const [source, texts] of Object.entries(sources)) t.true(texts.length > 0, source);
  t.true(
    stack.lines.some((line) => line.includes('"level":"debug"')),
    'logs are at debug level',
  );
  t.deepEqual(scanForLeaks(canaries, sources), []);
  const values = topics.flatMap(({ messages }) => messages.map(({ value }) => Buffer.from(value).toString('latin1')));
  const inside = {
    'payer document': STRANGER,
    'refund destination': DESTINATION,
    'payout key': PAYEE,
    'account of a payout': ACCOUNT,
    'holder of it': HOLDER,
  };
  t.deepEqual(scanForLeaks(inside, { 'Kafka values': values, webhooks: sink.requests().map(({ body }) => body) }), []);

  for (const [what, value] of Object.entries(canaries)) {
    const planted = { ...sources, logs: [...stack.lines, `{"message":"a planted leak of ${value}"}`] };
    t.deepEqual(
      scanForLeaks(canaries, planted).filter((hit) => hit.startsWith(`${what} `)).length,
      1,
      `a planted leak of ${what} is found`,
    );
  }
});

/**
 * The transaction format: a payment that is paid, looked up at the bank and listed, and others that are
 * refused.
 */
async function paymentsOf(
  stack: Stack,
  { customer, webhookUrl }: { customer: { name: string; document: string; email: string }; webhookUrl: string },
  failing: ExpectFailure,
) {
  const shop = stack.merchant;
  const { name: customerName, document: customerDocument, email: customerEmail } = customer;
  const body = {
    amount: 700,
    paymentMethods: ['PIX'],
    customerId: USER_ID,
    customerName,
    customerDocument,
    customerEmail,
  };
  const create = (more: object) =>
    shop.send('POST', '/v1/payments', { body: { ...body, idempotencyKey: randomUUID(), ...more } });
  const { body: paid } = await create({ webhookUrl });
  await shop.pay(paid.id);
  await shop.untilStatus(paid.id, 'paid');
  for (const path of [`/${paid.id}`, `/${paid.id}/provider-status`, '?limit=5'])
    await shop.send('GET', `/v1/payments${path}`);
  await failing(create({ webhookUrl: `https://10.0.0.1/hook?token=${URL_TOKEN}` }));
  await failing(create({ webhookUrl: `ftp://shop.example/?token=${URL_TOKEN}` }));
  await failing(create({ customerEmail: `${EMAIL} ${EMAIL}` }));
  await failing(create({ paymentMethods: ['PIX', EMAIL] }));
  await failing(shop.send('GET', `/v1/payments?sortBy=${EMAIL}`));
}

type ExpectFailure = (answer: Promise<{ status: number; body: unknown }>) => Promise<void>;

/** Payouts that arrive, one that is not for whom it is meant, one that fails, and others that are refused. */
async function payoutsOf({ merchant: shop }: Stack, failing: ExpectFailure) {
  const { body: charge } = await shop.create({ amount: 9_000 });
  await shop.pay(charge.id);
  await shop.untilStatus(charge.id, 'paid');
  const bank_account = {
    ispb: '12345678',
    branch: '0001',
    account: ACCOUNT,
    account_type: 'checking',
    holder_name: HOLDER,
    holder_document: STRANGER,
  };
  const ending = async (status: 'paid' | 'failed', order: object) =>
    untilPayout(shop, (await payOut(shop, order)).body.id, status);
  await ending('paid', { ...toKey(PAYEE), description: 'Invoice' });
  await ending('paid', { destination: { bank_account } });
  await ending('failed', { ...toKey(PAYEE), amount: 900, expected_recipient_tax_id: STRANGER });
  await ending('failed', toKey(`fail-AC03@${PAYEE.split('@')[1]}`));
  await failing(payOut(shop, toKey(PAYEE)));
  await failing(payOut(shop, { ...toKey(PAYEE), amount: PAYEE }));
  await failing(payOut(shop, toKey(`${PAYEE} ${HOLDER}`)));
  await failing(payOut(shop, { destination: { pix_key: PAYEE, bank_account } }));
  await failing(payOut(shop, { destination: { bank_account: { ...bank_account, ispb: HOLDER } } }));
  await failing(payOut(shop, { destination: { br_code: `${PAYEE}6304ABCD` } }));
}

/** A user sets up a second factor, logs in by it, and is refused by whatever takes a code. */
async function secondFactorOf(
  stack: Stack,
  failing: ExpectFailure,
): Promise<{ readonly secret: string; readonly code: string }> {
  const user = await openColleague(stack, stack.accounts[0]?.accountId ?? '', 'owner');
  const client = merchant(stack.gateway, '');
  const bearer = { authorization: `Bearer ${user.accessToken}` };
  const { body } = await client.send('POST', '/v1/auth/totp', { headers: bearer });
  const secret = String(body['secret']);
  const [first, code] = [0, 1].map((steps) => authenticatorApp(secret).code(new Date(), steps)) as [string, string];
  const confirm = { headers: bearer, body: { code: first } };
  await client.send('POST', '/v1/auth/totp/confirm', confirm);
  await client.send('POST', '/v1/auth/login', { body: { ...user, totp: code } });
  const coded = { ...bearer, 'x-totp': code };
  await failing(client.send('POST', '/v1/auth/login', { body: { ...user, totp: code } }));
  await failing(client.send('POST', '/v1/auth/totp/confirm', { headers: bearer, body: { code } }));
  await failing(client.send('POST', '/v1/api-keys', { headers: coded, body: { test: false } }));
  await failing(client.send('POST', '/v1/users', { headers: coded, body: { email: EMAIL, role: 'viewer' } }));
  await failing(client.send('DELETE', '/v1/auth/totp', { headers: coded }));
  await failing(client.send('POST', `/v1/payouts/po_${randomUUID()}/approve`, { headers: coded }));
  return { secret, code };
}

/** A stranger's money goes back, a refund goes elsewhere, another fails at the bank, others are refused. */
async function moneyBack(
  stack: Stack,
  { customer, chargeId }: { customer: object; chargeId: string },
  failing: ExpectFailure,
) {
  const shop = stack.merchant;
  const locked = await shop.create({ customer, expected_payer_tax_id: DOCUMENT });
  await shop.payWith(locked.body.id, STRANGER, 'notification');
  await shop.untilStatus(locked.body.id, 'refunded');
  const sent = await shop.refund(chargeId, { amount: 100, strategy: 'cashout', destinationKey: DESTINATION });
  await shop.untilRefund(chargeId, sent.body.id, 'REFUNDED');
  await bankHand(stack).scenario({ operation: 'pix_out_put', kind: 'fails', code: 'AC06', times: 1 });
  const atOurCost = { amount: 100, strategy: 'cashout', destinationKey: DESTINATION };
  await failing(shop.refund(chargeId, atOurCost));
  const failed = await shop.refund(chargeId, { ...atOurCost, passFeeToTenant: true });
  await shop.untilRefund(chargeId, failed.body.id, 'FAILED');
  await failing(shop.refund(chargeId, { destinationKey: DESTINATION.toUpperCase() }));
  await failing(shop.refund(chargeId, { destinationKey: DESTINATION, strategy: 'devolution' }));
  await failing(shop.refund(chargeId, { destinationKey: DESTINATION, amount: 999_999 }));
  await failing(shop.refund(locked.body.id, { destinationKey: DESTINATION }));
}

/** The bank fails the next create in this way. */
async function scenario({ simulator }: Stack, kind: string | number): Promise<void> {
  const response = await request(`${simulator}/sim/scenarios`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'create', kind, times: 1 }),
  });
  await response.body.dump();
}
