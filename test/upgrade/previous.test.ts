import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { restore } from '@gx/back-up';
import { topicSpecs } from '@gx/contracts';
import { withMongo } from '@gx/runtime/mongo';
import { createTopics, freePort, newSecrets, type Services, seedBankProfile } from '@gx/stack';
import { startWebhookSink, until, type WebhookSink } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { bankHand } from '../stories/bank-hand.ts';
import { newServers, startProduct } from '../stories/burnt-place.ts';
import { type Merchant, merchant, PATIENTLY } from '../stories/merchant.ts';
import { operator } from '../stories/operator.ts';
import { netOf } from '../stories/shop.ts';
import { restoreBank } from './previous/bank-state.ts';
import {
  backUpFolder,
  type Corpus,
  corpusFolder,
  RECORDINGS,
  readCorpus,
  withoutAddresses,
} from './previous/corpus.ts';

const AMOUNT = 2_000;
const PATHS = ['/answers', '/refuses'] as const;
/** However old a recording is: what is on its topics is read. */
const RETENTION_DAYS = 36_500;
const UNSIGNED_MS = 3_600_000;

type Replay = {
  readonly t: ExecutionContext;
  readonly corpus: Corpus;
  readonly services: Services;
  readonly shop: Merchant;
  readonly sink: WebhookSink;
};

/** The product of today on what a version left behind. */
async function takeOver(t: ExecutionContext, version: string): Promise<Replay> {
  const folder = corpusFolder(version);
  const [corpus, servers, sink] = [await readCorpus(folder), await newServers(), await startWebhookSink()];
  t.teardown(async () => {
    await Promise.all([servers.burn(), sink.stop()]);
  });
  await createTopics(
    servers.kafkaBrokers,
    topicSpecs('').map((topic) => ({ ...topic, retentionDays: RETENTION_DAYS })),
  );
  // What is kept for some days would be gone before anybody has looked.
  await withMongo(servers.mongoUrl, (client) =>
    client.db('admin').command({ setParameter: 1, ttlMonitorEnabled: false }),
  );
  await restore(servers, backUpFolder(folder));
  await restoreBank(servers.mongoUrl, folder, corpus.recordedAt);
  const bankPort = await freePort();
  await setBankUrl(servers.mongoUrl, `http://127.0.0.1:${bankPort}`);
  const services = await startProduct({
    servers,
    // A version that signed no events has no keys for it, and its topics are read all the same.
    secrets: { ...newSecrets(), ...corpus.secrets },
    env: { UNSIGNED_EVENTS_UNTIL: new Date(Date.now() + UNSIGNED_MS).toISOString() },
    bankMongoUrl: servers.mongoUrl,
    bankPort,
  });
  t.teardown(() => services.stop());
  await seedBankProfile(services, corpus.secrets);
  const shop = merchant(services.gateway, corpus.account.testKey, { patient: true });
  return { t, corpus, services, shop, sink };
}

/**
 * A bank stays where it is while a version changes; this one cannot, and services remember its address for a
 * while.
 */
const setBankUrl = (mongoUrl: string, baseUrl: string): Promise<unknown> =>
  withMongo(mongoUrl, (client) =>
    client.db('gx_charge').collection('bank_profiles').updateMany({}, { $set: { baseUrl } }),
  );

/** Every field that there was, as it was; there may be more by now. */
async function isAnsweredAsBefore({ t, services, shop, corpus }: Replay): Promise<void> {
  for (const { path, status, body } of corpus.answers) {
    const now = await shop.send('GET', path);
    t.is(now.status, status, path);
    t.like(withoutAddresses(now.body, services) as object, body as object, path);
  }
}

async function isKnownByItsKeys({ t, services, shop, corpus }: Replay): Promise<void> {
  const { idempotencyKey, request, id } = corpus.created;
  const again = await shop.create(request, idempotencyKey);
  t.deepEqual([again.status, again.body.id], [201, id], 'the same request is the same charge');
  t.is((await merchant(services.gateway, corpus.revokedKey).get(id)).status, 401);
  const { email, password } = corpus.account;
  t.is((await shop.send('POST', '/v1/auth/login', { body: { email, password } })).status, 200);
}

/** The merchant's server has moved: its endpoints are told so, and what waited for them goes there. */
async function moveEndpoints({ t, shop, sink }: Replay): Promise<void> {
  const { body } = await shop.send('GET', '/v1/webhooks/endpoints');
  const endpoints = body['data'] as unknown as readonly { readonly id: string; readonly url: string }[];
  t.is(endpoints.length, PATHS.length);
  for (const { id, url } of endpoints) {
    const moved = await shop.send('PATCH', `/v1/webhooks/endpoints/${id}`, {
      body: { url: sink.url(new URL(url).pathname) },
    });
    t.is(moved.status, 200);
  }
}

/** The event ids that an endpoint was told of a charge under, by an event's name. */
const eventIdsOf = ({ sink }: Replay, path: string, name: string, chargeId: string): Set<string> =>
  new Set(
    sink
      .requests(path)
      .filter(({ headers, body }) => headers['x-service-event-type'] === name && body.includes(chargeId.slice(3)))
      .map(({ body }) => (JSON.parse(body) as { id: string }).id),
  );

/** Both endpoints hear of it, each under one event id, however often. */
async function isNotified(replay: Replay, name: string, chargeId: string): Promise<void> {
  for (const path of PATHS) {
    const eventIds = () => eventIdsOf(replay, path, name, chargeId);
    await until(`${path} has ${name} of ${chargeId}`, () => eventIds().size > 0, PATIENTLY);
    replay.t.is(eventIds().size, 1, `${path} ${name} ${chargeId}`);
  }
}

async function isFinished(replay: Replay): Promise<void> {
  const { t, services, shop, corpus } = replay;
  const { open, held, refunding, unposted, paidTwice } = corpus.unfinished;
  await shop.untilStatus(unposted, 'paid', PATIENTLY.timeoutMs);
  await shop.untilStatus(open, 'expired', PATIENTLY.timeoutMs);
  const approved = await operator(services, 'review', 'approve', held, '--by', 'ana');
  t.is(approved.code, 0, approved.err);
  await shop.untilStatus(held, 'paid', PATIENTLY.timeoutMs);
  const backs = async () =>
    (await shop.books(paidTwice)).pix.flatMap(({ devolutions }) =>
      devolutions.filter(({ status }) => status === 'DEVOLVIDO').map(({ amount }) => amount),
    );
  await until('the second payment is back', async () => (await backs()).length > 0, PATIENTLY);
  t.deepEqual(await backs(), [AMOUNT]);
  // From here on refund is known to reach the bank: after a word that it could not follow up it would ask
  // again minutes later.
  const bank = bankHand({ simulator: services.simulator, bankClient: corpus.secrets.bank });
  await bank.endDevolution(refunding.endToEndId, refunding.refund.replace('re_', '').replaceAll('-', ''), 'DEVOLVIDO');
  await shop.untilRefund(refunding.charge, refunding.refund, 'REFUNDED');
}

/** Looked at last, so that what would be told twice has had its time. */
async function areNotified(replay: Replay): Promise<void> {
  const { open, held, untold, unposted } = replay.corpus.unfinished;
  for (const id of [untold, unposted, held]) await isNotified(replay, 'charge.paid', id);
  await isNotified(replay, 'charge.expired', open);
}

async function addsUp({ t, services, shop, corpus }: Replay): Promise<void> {
  const wanted = corpus.available + 2 * netOf(AMOUNT);
  await until('the wallet is right', async () => (await shop.balance())['available'] === wanted, PATIENTLY).catch(
    () => undefined,
  );
  const wallet = await shop.balance();
  t.deepEqual([wallet['available'], wallet['pending'], wallet['retained']], [wanted, 0, 0]);
  for (const verify of ['ledger', 'stats']) {
    const { code, out, err } = await operator(services, verify, 'verify');
    t.is(code, 0, out + err);
  }
}

const versions = existsSync(RECORDINGS) ? readdirSync(RECORDINGS) : [];

// Until the first one, nobody has a version to upgrade from.
test('a version that has a tag has a recording', (t) => {
  const tags = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const missing = tags.map((tag) => tag.slice('v'.length)).filter((version) => !versions.includes(version));
  t.deepEqual(missing, []);
});

for (const version of versions) {
  test.serial(
    `what ${version} left behind is read, finished and announced by the version of today, to the centavo`,
    async (t) => {
      t.timeout(240_000);
      const replay = await takeOver(t, version);
      await isAnsweredAsBefore(replay);
      await isKnownByItsKeys(replay);
      await moveEndpoints(replay);
      await isFinished(replay);
      await addsUp(replay);
      await areNotified(replay);
    },
  );
}
