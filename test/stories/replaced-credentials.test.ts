import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  CONSUMER_GROUPS,
  type ConsumerGroup,
  EVENT_OWNERS,
  REDIS_USERS,
  RPC_PARTIES,
  spiffeId,
  subscription,
} from '@gx/contracts';
import { ASSERTION_SECONDS } from '@gx/runtime/grpc';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from '@gx/runtime/kafkajs';
import { withMongo } from '@gx/runtime/mongo';
import { connectionOutcome, type ServiceName } from '@gx/stack';
import { type Authority, authority, identitySettings, startWebhookSink, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { opsAtKafka } from './at-kafka.ts';
import { EVENT_SERVICES, type GuardedProduct, serverSecrets, startGuardedProduct } from './guarded-product.ts';
import { type Merchant, merchant, PATIENTLY } from './merchant.ts';
import type { SecretSettings } from './mounted-secrets.ts';
import { payOut, sell, toKey, untilPayout } from './payout.ts';
import { netOf, openShop, type Shop } from './shop.ts';
import { startLoad } from './steady-load.ts';

type Rotation = GuardedProduct & { readonly t: ExecutionContext; readonly shop: Shop };

/** Who reads what was signed, in the words of docs/operations/rotate.md. */
const WITH_ASSERTIONS = ['charge', 'keys', 'ledger', 'payout', 'refund', 'webhooks'] as const;
const WITH_CERTIFICATES = RPC_PARTIES.filter((party) => party !== 'ops');
/** Everybody who is a user of MongoDB, Kafka or Redis. */
const WITH_USERS = ['keys', 'ledger', 'charge', 'refund', 'payout', 'webhooks'] as const;
const TWO = { keys: 2, ledger: 2, charge: 2, refund: 2, payout: 2, webhooks: 2, gateway: 2 };
/** On one machine there is one clock, and nothing to wait for beyond it. */
const ASSERTION_MS = ASSERTION_SECONDS * 1_000;
const REFUSED =
  /AUTHORIZATION_FAILED|SASL [^"]*failed|consumer_refused|event_not_|call_not_asserted|caller_not_named|handshake_refused|not authorized|Authentication failed|NOPERM|WRONGPASS/;

const newKey = (): { readonly signing: string; readonly verification: string } => {
  const signing = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { signing, verification: String(createPublicKey(signing).export({ type: 'spki', format: 'pem' })) };
};

/** Puts settings in place and waits until every process of these services has logged that it has them. */
async function putUntil<S extends ServiceName>(
  { secrets, stack }: GuardedProduct,
  says: string,
  services: readonly S[],
  settingsOf: (service: S) => SecretSettings,
): Promise<void> {
  const from = stack.lines.length;
  await secrets.put(Object.fromEntries(services.map((service) => [service, settingsOf(service)])));
  const processes = services.flatMap((service) => stack.handles[service].map(({ name }) => name));
  for (const name of processes)
    await until(
      `${name} says ${says}`,
      () => stack.lines.slice(from).some((line) => line.startsWith(`${name} `) && line.includes(says)),
      PATIENTLY,
    );
}

/** A sale, its refund and a payout: between them, every owner of events has signed one. */
async function trade({ t, shop }: Rotation): Promise<void> {
  await sell(shop, 2_000);
  const { status, body } = await shop.create({ amount: 1_000 });
  t.is(status, 201, JSON.stringify(body));
  await shop.pay(body.id);
  await shop.untilStatus(body.id, 'paid');
  const refund = await shop.refund(body.id, { amount: 300 });
  const payout = await payOut(shop, { amount: 500, ...toKey(`${randomUUID()}@example.com`) });
  t.deepEqual([refund.status, payout.status], [201, 201], refund.text + payout.text);
  await shop.untilRefund(body.id, refund.body.id, 'REFUNDED');
  await untilPayout(shop, payout.body.id, 'paid');
}

/** Three rounds: both authorities are believed, the next one signs for all, it alone is believed. */
async function replaceAuthority(rotation: Rotation) {
  const next = authority('the next');
  const old = rotation.secrets.read('charge', 'GRPC_AUTHORITY');
  const put = (settingsOf: (service: (typeof WITH_CERTIFICATES)[number]) => SecretSettings) =>
    putUntil(rotation, 'certificates replaced', WITH_CERTIFICATES, settingsOf);
  await put(() => ({ GRPC_AUTHORITY: old + next.cert }));
  await put((service) => {
    const { cert, key } = next.issue(service, { uri: spiffeId(service), hours: 24 });
    return { GRPC_CERTIFICATE: cert, GRPC_PRIVATE_KEY: key };
  });
  await put(() => ({ GRPC_AUTHORITY: next.cert }));
  await trade(rotation);
  return next;
}

/** All that was published until now is read by every group. */
async function untilRead({ kafka, namespace }: GuardedProduct): Promise<void> {
  const groups = (Object.keys(CONSUMER_GROUPS) as ConsumerGroup[]).map((group) => subscription(namespace, group));
  await kafka.withAdmin(async (admin) => {
    for (const { group, topic } of groups) {
      const ends = (await admin.fetchTopicOffsets(topic)).filter(({ high }) => high !== '0');
      await until(
        `${group} has read ${topic}`,
        async () => {
          const [read] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
          const at = new Map(read?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
          return ends.every(({ partition, high }) => (at.get(partition) ?? -1) >= Number(high));
        },
        PATIENTLY,
      );
    }
  });
}

async function replaceEventKeys(rotation: Rotation): Promise<void> {
  const old = rotation.secrets.read('charge', 'EVENT_VERIFICATION_KEYS');
  const keys = new Map<string, ReturnType<typeof newKey>>(EVENT_OWNERS.map((owner) => [owner, newKey()]));
  const listed = [...keys].map(([owner, { verification }]) => `${owner}\n${verification}`).join('');
  const put = <S extends ServiceName>(services: readonly S[], settingsOf: (service: S) => SecretSettings) =>
    putUntil(rotation, 'event keys replaced', services, settingsOf);
  await put(EVENT_SERVICES, () => ({ EVENT_VERIFICATION_KEYS: old + listed }));
  await put(EVENT_OWNERS, (service) => ({ EVENT_SIGNING_KEY: keys.get(service)?.signing ?? '' }));
  await untilRead(rotation);
  await put(EVENT_SERVICES, () => ({ EVENT_VERIFICATION_KEYS: listed }));
  await trade(rotation);
}

/** The first two steps; what is answered is the last one. */
async function replaceAssertionKey(rotation: Rotation): Promise<() => Promise<void>> {
  const old = rotation.secrets.read('charge', 'ASSERTION_VERIFICATION_KEYS');
  const { signing, verification } = newKey();
  const put = (services: readonly ServiceName[], settings: SecretSettings) =>
    putUntil(rotation, 'keys of assertions replaced', services, () => settings);
  await put(WITH_ASSERTIONS, { ASSERTION_VERIFICATION_KEYS: old + verification });
  await put(['keys'], { ASSERTION_SIGNING_KEY: signing });
  const signedAt = performance.now();
  return async () => {
    const isOver = (): boolean => performance.now() - signedAt > ASSERTION_MS;
    await until('no assertion of the old key is good', isOver, { timeoutMs: ASSERTION_MS });
    await put(WITH_ASSERTIONS, { ASSERTION_VERIFICATION_KEYS: verification });
    await trade(rotation);
  };
}

const everyListOf = (service: string) => ({
  resourceType: AclResourceTypes.ANY,
  resourcePatternType: ResourcePatternTypes.ANY,
  principal: `User:${service}`,
  operation: AclOperationTypes.ANY,
  permissionType: AclPermissionTypes.ANY,
});

/** Second users everywhere, a restart of one process after the other, and the first ones go. */
async function replaceUsers(rotation: Rotation, serveBy: (gateway: 0 | 1) => Promise<void>): Promise<void> {
  const { secrets, stack, kafka, mongo, redis, mongoUrl } = rotation;
  await rotation.makeUsers(2);
  const services = [...WITH_USERS, 'gateway'] as const;
  await secrets.put(Object.fromEntries(services.map((one) => [one, serverSecrets(rotation, one, 2)])));
  // By the time that the second replica of a service goes, its callers have found the first one again.
  for (const replica of [0, 1]) for (const service of WITH_USERS) await stack.handles[service][replica]?.restart();
  for (const gateway of [0, 1] as const) {
    await serveBy(gateway === 0 ? 1 : 0);
    await stack.handles.gateway[gateway]?.restart();
  }
  for (const owner of WITH_USERS) {
    const home = new URL(mongoUrl(owner, 1)).searchParams.get('authSource') ?? '';
    await mongo.admin.db(home).command({ dropUser: owner });
  }
  for (const user of REDIS_USERS) await redis.admin(['ACL', 'DELUSER', user]);
  for (const service of EVENT_SERVICES) await kafka.removeUser(service);
  await kafka.withAdmin((admin) => admin.deleteAcls({ filters: EVENT_SERVICES.map(everyListOf) }));
  await trade(rotation);
  await oldUsersAreRefused(rotation);
}

async function oldUsersAreRefused(rotation: Rotation): Promise<void> {
  const { t, kafka, redis, mongoUrl } = rotation;
  for (const owner of WITH_USERS)
    await t.throwsAsync(
      withMongo(mongoUrl(owner, 1), async () => undefined),
      { message: /Authentication failed/ },
      owner,
    );
  for (const user of REDIS_USERS) await t.throwsAsync(redis.as(user, ['PING']), { message: /WRONGPASS/ }, user);
  for (const service of EVENT_SERVICES) {
    const { code, err } = await opsAtKafka(rotation, ['dead-letters', 'list'], { user: kafka.userOf(service) });
    t.not(code, 0, service);
    t.regex(err, /the broker refuses KAFKA_SASL_USERNAME/);
  }
}

/** Sales through the gateway that is named last, as an ingress takes one out that drains. */
function startSales({ stack }: GuardedProduct) {
  let [at, calls] = [1, 0];
  const shops = stack.accounts.map(({ testKey }) => {
    const through = stack.gateways.map((gateway) => merchant(gateway, testKey));
    const now = (): Merchant => through[at] as Merchant;
    const counted = <A extends readonly unknown[], R>(act: (shop: Merchant) => (...args: A) => R) => {
      return (...args: A): R => {
        calls += 1;
        return act(now())(...args);
      };
    };
    return {
      ...now(),
      create: counted((shop) => shop.create),
      pay: counted((shop) => shop.pay),
      get: counted((shop) => shop.get),
    };
  });
  const load = startLoad(shops, { clients: 3, pay: true, read: true, everyMs: 200 });
  const flows = async (): Promise<void> => {
    const before = load.created.length;
    await until('sales flow', () => load.created.length > before + 5, PATIENTLY);
  };
  return {
    ...load,
    shops,
    calls: () => calls,
    flows,
    serveBy: async (gateway: 0 | 1): Promise<void> => {
      at = gateway;
      await flows();
    },
  };
}

test('certificates, signing keys and users of Kafka, MongoDB and Redis are replaced under load: no request fails, and every sale is paid and announced', async (t) => {
  t.timeout(600_000);
  const [product, sink] = await Promise.all([
    startGuardedProduct(t, {
      replicas: TWO,
      env: { DRAIN_DELAY_MS: '1000' },
      gateway: { RATE_LIMIT_TEST_PER_MINUTE: '1000000' },
    }),
    startWebhookSink(),
  ]);
  t.teardown(() => sink.stop());
  const { stack } = product;
  const rotation: Rotation = { ...product, t, shop: await openShop(stack, sink) };
  const HOOK = '/sold';
  for (const { testKey } of stack.accounts) {
    const body = { url: sink.url(HOOK), events: ['charge.paid'] };
    t.is((await merchant(stack.gateway, testKey).send('POST', '/v1/webhooks/endpoints', { body })).status, 201);
  }
  const sales = startSales(product);
  t.teardown(sales.stop);
  await sales.flows();
  const begun = performance.now();
  const steps: string[] = [];
  const step = async <T>(name: string, act: Promise<T>): Promise<T> => {
    const [from, before] = [performance.now(), sales.created.length];
    const done = await act;
    await sales.flows();
    steps.push(
      `${name}: ${sales.created.length - before} sales in ${Math.round((performance.now() - from) / 1_000)} s`,
    );
    return done;
  };
  const endAssertionKey = await step('assertion key', replaceAssertionKey(rotation));
  const next = await step('authority and certificates', replaceAuthority(rotation));
  await step('event keys', replaceEventKeys(rotation));
  await step('users', replaceUsers(rotation, sales.serveBy));
  await step('the assertion key that was', endAssertionKey());
  await sales.stop();
  const seconds = Math.round((performance.now() - begun) / 1_000);

  t.deepEqual(sales.failures, []);
  for (const { id } of sales.created)
    await until(
      `${id} is announced`,
      () => sink.requests(HOOK).some(({ body }) => body.includes(id.slice(3))),
      PATIENTLY,
    );
  const balances = await Promise.all(sales.shops.map((shop) => shop.balance()));
  const available = balances.reduce((sum, balance) => sum + Number(balance['available']), 0);
  t.is(available, sales.created.length * netOf(1_000), 'every sale is in a wallet');
  await untilRead(product);
  const listed = await opsAtKafka(product, ['dead-letters', 'list', '--json']);
  t.deepEqual([listed.code, listed.out], [0, '[]\n'], listed.err);
  t.deepEqual(
    stack.lines.filter((line) => REFUSED.test(line)),
    [],
  );
  await theNextAuthorityAlone(rotation, next);
  t.log(`${sales.created.length} sales, ${sales.calls()} requests in ${seconds} s, 0 failed; ${steps.join('; ')}`);
});

/** Every process shows what the next authority has signed, and lets nobody in by the one before. */
async function theNextAuthorityAlone({ t, stack }: Rotation, next: Authority): Promise<void> {
  const { GRPC_CERTIFICATE: cert = '', GRPC_PRIVATE_KEY: key = '' } = identitySettings('ops');
  const own = next.issue('ops', { uri: spiffeId('ops') });
  for (const target of Object.values(stack.operators).flatMap((targets) => targets.split(','))) {
    t.is(await connectionOutcome(target, { ...own, ca: next.cert }), 'let in', target);
    t.is(await connectionOutcome(target, { cert, key, ca: next.cert }), 'refused', target);
  }
}
