/**
 * `node test/upgrade/previous/record.ts <version>`: plays what a version of the product leaves behind,
 * finished and not, and writes it down for the versions that come after it. Run once, by the version itself,
 * before the next one changes how anything is stored or told.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { backUp } from '@gx/back-up';
import { newSecrets, seedAccounts, seedBankProfile, startServers, startServices } from '@gx/stack';
import { startWebhookSink, until } from '@gx/testkit';
import { bankHand } from '../../stories/bank-hand.ts';
import { type Body, type Merchant, merchant, PATIENTLY } from '../../stories/merchant.ts';
import { copyBank, hasSettled } from './bank-state.ts';
import {
  backUpFolder,
  type Corpus,
  corpusFolder,
  protosFile,
  type RecordedResponse,
  withoutAddresses,
  writeCorpus,
} from './corpus.ts';

const [ANA, BIA] = ['52998224725', '11144477735'] as const;
const EVENTS = ['charge.created', 'charge.paid', 'charge.expired', 'charge.failed', 'payment.refunded'];
const AMOUNT = 2_000;
const quiet = (): void => undefined;

const [version = ''] = process.argv.slice(2);
const folder = corpusFolder(version);
await rm(folder, { recursive: true, force: true });
const [servers, sink, secrets] = [await startServers({ ephemeral: true }), await startWebhookSink(), newSecrets()];
const services = await startServices({
  servers,
  secrets,
  log: quiet,
  inherited: { PATH: process.env['PATH'], LOG_FORMAT: 'json', LOG_LEVEL: 'warn' },
});
await seedBankProfile(services, secrets);
const [account] = await seedAccounts(services, secrets, []);
if (account === undefined) throw new Error('no account was seeded');
const shop = merchant(services.gateway, account.testKey, { patient: true });
const bank = bankHand({ simulator: services.simulator, bankClient: secrets.bank });

async function created(answer: ReturnType<Merchant['create']>): Promise<Body> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
async function paid(request: object = {}): Promise<string> {
  const { id } = await created(shop.create({ amount: AMOUNT, ...request }));
  await shop.pay(id);
  await shop.untilStatus(id, 'paid', PATIENTLY.timeoutMs);
  return id;
}
async function refunded(id: string, body: object): Promise<string> {
  const { body: refund } = await shop.refund(id, body);
  await shop.untilRefund(id, String(refund.id), 'REFUNDED');
  return id;
}
async function ended(request: object, act: (id: string) => Promise<unknown>, status: string): Promise<string> {
  const { id } = await created(shop.create({ amount: AMOUNT, ...request }));
  await act(id);
  const isEnded = async (): Promise<boolean> => (await shop.get(id)).body.status === status;
  await until(`${id} is ${status}`, isEnded, { timeoutMs: 100_000, everyMs: 1_000 });
  return id;
}
const locked = { customer: { name: 'Ana', document: ANA }, expected_payer_tax_id: ANA };

for (const [path, status] of [
  ['/answers', 200],
  ['/refuses', 500],
] as const) {
  sink.answer(path, { status });
  await shop.send('POST', '/v1/webhooks/endpoints', { body: { url: sink.url(path), events: EVENTS } });
}

// What is over.
const idempotencyKey = randomUUID();
const request = { amount: AMOUNT, payment_method: 'pix', description: 'Café', metadata: { order: '7' }, ...locked };
const { id: first } = await created(shop.create(request, idempotencyKey));
await shop.payWith(first, ANA, 'notification');
await shop.untilStatus(first, 'paid', PATIENTLY.timeoutMs);
const over = [
  first,
  await refunded(await paid(), { amount: 500 }),
  await refunded(await paid(), {}),
  await ended({}, (id) => shop.cancel(id), 'cancelled'),
  await ended(locked, (id) => shop.payWith(id, BIA, 'notification'), 'refunded'),
  await ended({ expires_in: 60 }, () => Promise.resolve(), 'expired'),
];
const payment = { amount: 5_000, paymentMethods: ['PIX'], customerId: 'user-7', metadata: { order: 7 } };
const transaction = await shop.send('POST', '/v1/payments', { body: { ...payment, idempotencyKey: randomUUID() } });
await shop.pay(transaction.body.id);
await shop.untilStatus(transaction.body.id, 'paid', PATIENTLY.timeoutMs);
over.push(transaction.body.id.replace('tx_', 'ch_'));
const session = await shop.send('POST', '/v1/auth/login', {
  body: { email: account.email, password: account.password },
});
const bearer = { headers: { authorization: `Bearer ${String(session.body['accessToken'])}` } };
const issued = await shop.send('POST', '/v1/api-keys', { ...bearer, body: { label: 'revoked' } });
await shop.send('DELETE', `/v1/api-keys/${issued.body.id}`, bearer);

// What is not.
const { id: held } = await created(shop.create({ amount: AMOUNT, ...locked }));
await shop.payWith(held, ANA, 'never');
await shop.untilStatus(held, 'processing', PATIENTLY.timeoutMs);
const refunding = await paid();
const { settlement } = (await shop.get(refunding)).body;
await bank.scenario({ operation: 'devolution_put', kind: 'stuck', times: 1 });
const { body: refund } = await shop.refund(refunding, { amount: 700 });
await shop.untilRefund(refunding, String(refund.id), 'IN_PROGRESS');
const twice = await paid();

const paths = [
  ...over.flatMap((id) => [
    `/v1/charges/${id}`,
    `/v1/payments/${id.replace('ch_', 'tx_')}`,
    `/v1/payments/${id}/refunds`,
  ]),
  '/v1/webhooks/endpoints',
];
const answers: RecordedResponse[] = [];
for (const path of paths) {
  const { status, body } = await shop.send('GET', path);
  answers.push({ path, status, body: withoutAddresses(body, services) });
}

const kill = (service: 'webhooks' | 'ledger' | 'refund') =>
  Promise.all(services.handles[service].map((handle) => handle.kill()));
await kill('webhooks');
const untold = await paid();
const available = Number((await shop.balance())['available']);
await kill('refund');
await shop.pay(twice, { force: true });
await kill('ledger');
const { id: unposted } = await created(shop.create({ amount: AMOUNT }));
await shop.pay(unposted);
const { id: open } = await created(shop.create({ amount: AMOUNT, expires_in: 60 }));
await until(
  'the bank has booked every payment',
  async () => (await shop.books(twice)).pix.length === 2 && (await shop.books(unposted)).pix.length === 1,
  PATIENTLY,
);
await until(
  'its callbacks are taken in, and what they led to is on the topics',
  () => hasSettled(servers.mongoUrl),
  PATIENTLY,
);

const corpus: Corpus = {
  version,
  recordedAt: new Date().toISOString(),
  secrets,
  account,
  revokedKey: String(issued.body['apiKey']),
  answers,
  created: { idempotencyKey, request, id: first },
  unfinished: {
    open,
    held,
    refunding: { charge: refunding, refund: String(refund.id), endToEndId: settlement.end_to_end_id ?? '' },
    untold,
    unposted,
    paidTwice: twice,
  },
  available,
};
await backUp(servers, backUpFolder(folder));
await copyBank(servers.mongoUrl, folder);
await writeCorpus(folder, corpus);
execFileSync('node_modules/.bin/buf', ['build', '--exclude-source-info', '-o', protosFile(folder)]);
await Promise.all(Object.values(services.handles).flatMap((all) => all.map((handle) => handle.kill())));
await servers.stop();
process.exit(0);
