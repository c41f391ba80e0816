import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, restore } from '@gx/back-up';
import { newSecrets, type Services, seedAccounts, seedBankProfile } from '@gx/stack';
import { startWebhookSink, until, type WebhookSink } from '@gx/testkit';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import test, { type ExecutionContext } from 'ava';
import { payerBank } from '../chaos/real-faults/load/payer-bank.ts';
import { bankServer, makeTopics, newServers, startProduct } from './burnt-place.ts';
import { type Body, type Merchant, merchant } from './merchant.ts';
import { operator } from './operator.ts';
import { netOf } from './shop.ts';
import { startLoad } from './steady-load.ts';

const AMOUNT = 1_000;
const WITHIN = { timeoutMs: 90_000, everyMs: 250 } as const;
/** The sweep of banks at a start of charge has to have found what happened meanwhile. */
const [ANSWERS, REFUSES] = ['/answers', '/refuses'] as const;

type Drill = {
  readonly t: ExecutionContext;
  readonly shop: Merchant;
  readonly sink: WebhookSink;
};

const sell = async ({ shop }: Drill): Promise<Body> => {
  const { status, body } = await shop.create({ amount: AMOUNT });
  if (status !== 201) throw new Error(`create ${status}`);
  return body;
};
const pay = async ({ t, shop }: Drill, { id }: Body): Promise<void> => {
  t.is((await shop.pay(id)).status, 202);
};
const sales = async (drill: Drill, count: number): Promise<Body[]> => {
  const sold: Body[] = [];
  for (let made = 0; made < count; made += 1) {
    const charge = await sell(drill);
    await pay(drill, charge);
    sold.push(charge);
  }
  return sold;
};
/** The ids of the events that an endpoint was told of a charge under. */
const eventIdsOf = (sink: WebhookSink, path: string, { id }: Body): Set<string> =>
  new Set(
    sink
      .requests(path)
      .map(({ body }) => JSON.parse(body) as { id: string; data: { object: { id: string } } })
      .filter(({ data }) => data.object.id === id)
      .map((event) => event.id),
  );

test('a back-up taken under load brings everything back after every server is lost: money, what was unread, and deliveries that waited', async (t) => {
  t.timeout(280_000);
  const folder = await mkdtemp(join(tmpdir(), 'gx-back-up-'));
  const secrets = newSecrets();
  const [bank, sink, before] = await Promise.all([bankServer(), startWebhookSink(), newServers()]);
  sink.answer(REFUSES, { status: 500 });
  let services: Services | undefined = await startProduct({
    servers: before,
    secrets,
    bankMongoUrl: bank.mongoUrl,
  });
  t.teardown(async () => {
    await services?.stop();
    await Promise.all([bank.stop(), sink.stop(), before.burn()]);
    await rm(folder, { recursive: true, force: true });
  });
  await seedBankProfile(services, secrets);
  const [account] = await seedAccounts(services, secrets, []);
  let shop = merchant(services.gateway, account?.testKey ?? '', { patient: true });
  const drill: Drill = { t, shop, sink };
  for (const path of [ANSWERS, REFUSES]) {
    const body = { url: sink.url(path), events: ['charge.paid'] };
    t.is((await shop.send('POST', '/v1/webhooks/endpoints', { body })).status, 201);
  }

  // What is finished, what is open, and what nobody has read yet: webhooks is away when it is paid.
  const finished = await sales(drill, 10);
  for (const { id } of finished) await shop.untilStatus(id, 'paid', 30_000);
  const open = [await sell(drill), await sell(drill)];
  await Promise.all(services.handles.webhooks.map((handle) => handle.kill()));
  const unread = await sales(drill, 5);
  for (const { id } of unread) await shop.untilStatus(id, 'paid', 30_000);
  const load = startLoad([shop], { clients: 2, pay: true });
  await until('sales go on', () => load.created.length > 5);
  // Sold, paid and in the wallet after the moment of the databases, and before the topics are copied.
  const between: Body[] = [];
  const onDatabases = async (): Promise<void> => {
    between.push(...(await sales(drill, 3)));
    for (const { id } of between) await shop.untilStatus(id, 'paid', WITHIN.timeoutMs);
  };
  const key = await generateX25519Identity();
  const copied = join(folder, 'copied');
  const manifest = await backUp(before, copied, { recipient: await identityToRecipient(key), onDatabases });
  await until('and on', () => load.created.length > 10);
  await load.stop();

  // Nobody wrote this down but the bank.
  for (const charge of open) await pay(drill, charge);
  const forgotten = [...between, ...(await sales(drill, 2))];

  await Promise.all(Object.values(services.handles).flatMap((all) => all.map((handle) => handle.kill())));
  await services.stop();
  services = undefined;
  await before.burn();
  const after = await newServers();
  t.teardown(after.burn);
  await makeTopics(after);
  await restore(after, copied, { key });
  await t.throwsAsync(restore(after, copied, { key }), { message: /is not empty/ }, 'a second time it would be mixed');
  sink.answer(REFUSES, { status: 200 });
  services = await startProduct({ servers: after, secrets, bankMongoUrl: bank.mongoUrl });
  // Everybody has another address on this machine: the gateway for merchants, the bank for the product.
  await seedBankProfile(services, secrets);
  shop = merchant(services.gateway, account?.testKey ?? '', { patient: true });

  const isKnown = async ({ id }: Body): Promise<boolean> => (await shop.get(id)).status === 200;
  const during = await Promise.all(load.created.map(async (charge) => ({ charge, known: await isKnown(charge) })));
  const lost = [...during.filter(({ known }) => !known).map(({ charge }) => charge), ...forgotten];
  const kept = [...finished, ...unread, ...open, ...during.filter(({ known }) => known).map(({ charge }) => charge)];
  t.true(lost.length > 2 && lost.length < during.length, `${lost.length} sales came after the moment of the back-up`);
  t.deepEqual(new Set(await Promise.all(forgotten.map(isKnown))), new Set([false]));

  for (const { id } of kept) await shop.untilStatus(id, 'paid', WITHIN.timeoutMs);
  const wallet = kept.length * netOf(AMOUNT);
  const inWallet = async () => (await shop.balance())['available'];
  await until('the wallet has every sale once', async () => (await inWallet()) === wallet, WITHIN).catch(
    () => undefined,
  );
  t.is(await inWallet(), wallet, `${kept.length} sales`);
  const verified = await operator(services, 'ledger', 'verify');
  t.is(verified.code, 0, verified.out + verified.err);

  const books = payerBank(services.simulator, secrets.bank.pixKey);
  for (const { pix } of lost)
    await until(
      'money for a charge that nobody knows goes back',
      async () =>
        (await books.books(pix?.txid ?? '')).pix.every(({ devolutions }) =>
          devolutions.some(({ status }) => status === 'DEVOLVIDO'),
        ),
      WITHIN,
    );

  const isReceived = (path: string, charge: Body): boolean => eventIdsOf(sink, path, charge).size === 1;
  for (const path of [ANSWERS, REFUSES])
    await until(`${path} has a webhook of every sale`, () => kept.every((charge) => isReceived(path, charge)), WITHIN);
  const documents = manifest.collections.reduce((sum, copy) => sum + copy.documents, 0);
  const messages = manifest.partitions.reduce((sum, copy) => sum + copy.messages, 0);
  t.log(
    `${documents} documents of ${manifest.collections.length} collections and ${messages} messages copied under load and restored; ${kept.length} sales paid once, ${lost.length} that came later sent back, ${unread.length} unread and all refused deliveries made`,
  );
});
