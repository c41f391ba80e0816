import { createHash } from 'node:crypto';
import {
  CONSUMER_GROUPS,
  type ConsumerGroup,
  callersOf,
  isForMerchants,
  kafkaRights,
  type RpcParty,
  redisRights,
  SERVICES,
  subscription,
  topicSpecs,
} from '@gx/contracts';
import { newId, SERVICE_ACTS } from '@gx/core';
import { type Call, identitySpec, readConfig } from '@gx/runtime';
import { GrpcIdentity, grpcClient } from '@gx/runtime/grpc';
import { withMongo } from '@gx/runtime/mongo';
import { kafkaActs, startWebhookSink, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { type AnyClient, outcomeOf } from '../../libs/runtime/test/rpc-parties.ts';
import { lettings } from './database-acts.ts';
import { type GuardedProduct, startGuardedProduct } from './guarded-product.ts';
import type { Body } from './merchant.ts';
import { samplesOf, scrape, sumOf } from './scrape.ts';
import { openShop, type Shop } from './shop.ts';

/** Whom strangers reach first. */
const TAKEN = ['checkout', 'webhooks', 'gateway'] as const satisfies readonly RpcParty[];
type Taken = (typeof TAKEN)[number];
type ServiceKey = keyof typeof SERVICES;

type Scene = GuardedProduct & {
  readonly t: ExecutionContext;
  /** A merchant whose key came by, with a charge of it. */
  readonly seen: { readonly shop: Shop; readonly tenant: object; readonly charge: Body };
  /** Another one. */
  readonly victim: { readonly accountId: string; readonly livemode: boolean };
};

test('a process that is taken over, checkout, webhooks or gateway, does what its rows say in the running product, and all else is refused and alarmed', async (t) => {
  t.timeout(240_000);
  const [product, sink] = await Promise.all([startGuardedProduct(t), startWebhookSink()]);
  t.teardown(() => sink.stop());
  const [shop, other] = [await openShop(product.stack, sink), await openShop(product.stack, sink)];
  const { body: charge } = await shop.create({ amount: 1_000 });
  await other.create({ amount: 1_000 });
  const tenantOf = ({ login }: Shop) => ({ accountId: login.accountId, livemode: false });
  const scene: Scene = { ...product, t, seen: { shop, charge, tenant: tenantOf(shop) }, victim: tenantOf(other) };
  const before = await belongingsOf(scene);
  for (const one of ['1 charges', '1 endpoints', '1 api_keys']) t.true(before.includes(one), one);
  for (const taken of TAKEN) {
    await callsRpcs(scene, taken);
    await usesKafka(scene, taken);
    await usesMongo(scene, taken);
    await usesRedis(scene, taken);
  }
  t.deepEqual(await belongingsOf(scene), before, 'nothing of the other merchant has changed');
});

/** What a merchant has that a stranger would want, by its owner. */
const BELONGINGS = {
  charge: 'charges',
  refund: 'refunds',
  payout: 'payouts',
  ledger: 'journal_entries',
  webhooks: 'endpoints',
  keys: 'api_keys',
} as const;

/** How much of each the victim has. */
async function belongingsOf({ mongo, namespace, victim: { accountId } }: Scene): Promise<readonly string[]> {
  const counts = Object.entries(BELONGINGS).map(async ([owner, collection]) => {
    const db = mongo.admin.db(`${namespace}gx_${owner}`);
    return `${await db.collection(collection).countDocuments({ accountId })} ${collection}`;
  });
  return Promise.all(counts);
}

/** With the certificate of the process, as it lies in its files. */
function clientsOf({ t, secrets, stack }: Scene, taken: Taken, service: ServiceKey) {
  const names = ['GRPC_CERTIFICATE', 'GRPC_PRIVATE_KEY', 'GRPC_AUTHORITY'];
  const files = Object.fromEntries(names.map((name) => [name, secrets.read(taken, name)]));
  const identity = new GrpcIdentity(taken, readConfig(files, identitySpec(taken)));
  const at = (targets: Readonly<Record<ServiceKey, string>>): AnyClient => {
    const client = grpcClient(SERVICES[service], targets[service], { idempotent: [], deadlineMs: 15_000, identity });
    t.teardown(() => client.close());
    return client as unknown as AnyClient;
  };
  return { main: at(stack.grpc), operators: at(stack.operators) };
}

const NOT_LET_IN = ['PERMISSION_DENIED', 'UNIMPLEMENTED', 'service_unavailable'];
const ALARMS = ['caller_not_named', 'call_not_asserted'] as const;
type Alarms = Record<(typeof ALARMS)[number], number>;
const alarmsOf = async ({ stack }: Scene): Promise<Alarms> => {
  const samples = samplesOf(await scrape(stack));
  const of = (alarm: string): number => sumOf(samples, 'gx_alarms_total', { gx_alarm: alarm });
  return { caller_not_named: of('caller_not_named'), call_not_asserted: of('call_not_asserted') };
};

/** Each RPC of each service at both ports, for the victim. */
async function callsRpcs(scene: Scene, taken: Taken): Promise<void> {
  const { t, victim } = scene;
  const before = await alarmsOf(scene);
  const expected: Alarms = { caller_not_named: 0, call_not_asserted: 0 };
  const wrong: string[] = [];
  const words = await wordsOf(scene, taken);
  let cells = 0;
  for (const [service, definition] of Object.entries(SERVICES) as [ServiceKey, (typeof SERVICES)[ServiceKey]][]) {
    const { main, operators } = clientsOf(scene, taken, service);
    for (const [name, method] of Object.entries(definition)) {
      const callers = callersOf(method);
      const isNamed = callers.includes(taken);
      const refusal = (isServed: boolean): string | undefined => {
        if (!isServed) return 'UNIMPLEMENTED';
        if (!isNamed) expected.caller_not_named += 1;
        else if (isForMerchants(method)) expected.call_not_asserted += 1;
        else return undefined;
        return 'PERMISSION_DENIED';
      };
      const doors = [
        [main, callers.some((caller) => caller !== 'ops')],
        [operators, callers.includes('ops')],
      ] as const;
      for (const call of isNamed && isForMerchants(method) ? words : [NOBODYS_WORD])
        for (const [client, isServed] of doors) {
          cells += 1;
          const wanted = refusal(isServed);
          const outcome = await outcomeOf(client, name, { call, request: { tenant: victim } });
          const isRight = wanted === undefined ? !NOT_LET_IN.includes(outcome) : outcome === wanted;
          if (!isRight) wrong.push(`${taken} ${service} ${name}: ${outcome}, not ${wanted ?? 'let in'}`);
        }
    }
  }
  t.deepEqual(wrong, []);
  const after = await alarmsOf(scene);
  for (const alarm of ALARMS) t.is(after[alarm] - before[alarm], expected[alarm], `${taken}: ${alarm}`);
  t.log(`${taken}: ${cells} calls, ${expected.caller_not_named + expected.call_not_asserted} of them alarms`);
  await worksByRpc(scene, taken);
}

const NOBODYS_WORD: Call = { requestId: 'taken' };

/**
 * By whose word a call may be for the victim: nobody's, and at the gateway that of keys for somebody else.
 */
async function wordsOf(scene: Scene, taken: Taken): Promise<readonly Call[]> {
  return taken === 'gateway' ? [NOBODYS_WORD, await seenWord(scene)] : [NOBODYS_WORD];
}

/** What keys says to a gateway that a key has come to. */
async function seenWord(scene: Scene): Promise<Call> {
  const fingerprint = createHash('sha256').update(scene.seen.shop.login.apikey).digest('hex');
  const { main } = clientsOf(scene, 'gateway', 'keys');
  const resolved = (await main['resolveKey']?.(NOBODYS_WORD, { fingerprint })) as { readonly assertion?: string };
  const { assertion = '' } = resolved;
  return { requestId: 'taken', asserted: () => assertion };
}

/** The row of each, by what its work needs. */
async function worksByRpc(scene: Scene, taken: Taken): Promise<void> {
  const { t, seen } = scene;
  const { id } = seen.charge;
  const of = (service: ServiceKey) => clientsOf(scene, taken, service).main;
  if (taken === 'checkout') {
    t.truthy(await of('charge')['getCheckout']?.(NOBODYS_WORD, { id: id.slice(3) }));
  } else if (taken === 'webhooks') {
    await filesActs(scene, of('keys'));
    for (const service of ['charge', 'payout'] as const)
      await of(service)['openPersonalData']?.(NOBODYS_WORD, { items: [] });
  } else {
    const request = { tenant: seen.tenant, id: id.slice(3) };
    t.like(await of('charge')['getCharge']?.(await seenWord(scene), request), { amount: 1_000 });
  }
  t.pass();
}

/** An act is filed by its own service alone, whichever may call the RPC. */
async function filesActs(scene: Scene, keys: AnyClient): Promise<void> {
  const { t, seen, stack } = scene;
  for (const [action, { service }] of Object.entries(SERVICE_ACTS)) {
    const from = stack.lines.length;
    const act = { id: newId('audit'), tenant: seen.tenant, action, objectId: newId('endpoint'), atMs: Date.now() };
    const request = { acts: [{ ...act, actor: { kind: 'api_key' }, changes: [] }] };
    const outcome = await outcomeOf(keys, 'RecordActs', { call: NOBODYS_WORD, request });
    t.is(outcome, service === 'webhooks' ? 'answered' : 'forbidden', action);
    if (service === 'webhooks') continue;
    const isAlarmed = (line: string): boolean => line.includes('act_of_another_service') && line.includes(action);
    await until(`${action} is alarmed`, () => stack.lines.slice(from).some(isAlarmed));
  }
}

/**
 * Each topic and group by the user of the process; without one by no name, and by the name of the process.
 */
async function usesKafka({ t, kafka, secrets, namespace }: Scene, taken: Taken): Promise<void> {
  const [username, password] = ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'].map((name) => secrets.read(taken, name));
  if (username === undefined || password === undefined || username === '') {
    const stranger = kafkaActs(kafka.brokers, { username: taken, password: 'guessed' });
    await t.throwsAsync(stranger, { message: /Authentication failed/ }, `${taken} is no user of Kafka`);
    return;
  }
  const may = new Set(
    kafkaRights(namespace).map(({ user, ...right }) => `${user} ${right.may} ${right.of} ${right.name}`),
  );
  const acts = await kafkaActs(kafka.brokers, { username, password });
  t.teardown(acts.stop);
  const topics = topicSpecs(namespace).map(({ name }) => name);
  const groups = (Object.keys(CONSUMER_GROUPS) as ConsumerGroup[]).map((key) => subscription(namespace, key).group);
  const tried: readonly (readonly [string, () => Promise<boolean>])[] = [
    ...topics.flatMap((topic) => [
      [`write topic ${topic}`, () => acts.write(topic)] as const,
      [`read topic ${topic}`, () => acts.read(topic)] as const,
    ]),
    ...groups.map((group) => [`read group ${group}`, () => acts.readGroup(group)] as const),
    [`create topic ${namespace}another`, () => acts.createTopic(`${namespace}another`)],
  ];
  const done: string[] = [];
  // One after the other: to a client that asks for several topics at once, a denial of one is of all.
  for (const [act, isLet] of tried) if (await isLet()) done.push(act);
  const expected = tried.map(([act]) => act).filter((act) => may.has(`${taken} ${act}`));
  t.deepEqual(done, expected);
  t.true(expected.length > 0);
}

/** Its own database and no other; without a user none. */
async function usesMongo({ t, mongo, secrets, namespace }: Scene, taken: Taken): Promise<void> {
  const { databases } = await mongo.admin.db().admin().listDatabases();
  const own = `${namespace}gx_${taken}`;
  const url = secrets.read(taken, 'MONGO_URL');
  const others = databases.map(({ name }) => name).filter((name) => name !== own);
  t.true(others.length > 5);
  if (url === '') {
    const { host } = new URL(mongo.adminUrl);
    const nameless = `mongodb://${host}/?replicaSet=rs0`;
    await t.throwsAsync(
      withMongo(nameless, (client) => client.db(`${namespace}gx_charge`).collection('charges').findOne()),
      { message: /requires authentication/ },
    );
    return;
  }
  await withMongo(url, async (client) => {
    t.deepEqual(await lettings(client, others), []);
    t.true((await client.db(own).listCollections().toArray()).length > 0);
  });
}

type CommandInfo = readonly [name: string, arity: number, ...rest: readonly unknown[]];

/**
 * Every command that Redis has, on a key of its own prefix and, where its row has the command, on one beside.
 */
async function usesRedis({ t, redis, secrets, namespace }: Scene, taken: Taken): Promise<void> {
  const prefix = `${namespace}gx:`;
  if (secrets.read(taken, 'REDIS_URL') === '') {
    await t.throwsAsync(redis.as(taken, ['PING']), { message: /WRONGPASS/ }, `${taken} is no user of Redis`);
    return;
  }
  t.is(taken, 'gateway');
  const { commands } = redisRights(prefix).gateway;
  const mayCall = (name: string): boolean => commands.some((one) => one.split('|')[0] === name);
  const all = (await redis.admin(['COMMAND'])) as readonly CommandInfo[];
  const beyond = all.filter(([name]) => !mayCall(name));
  t.true(beyond.length > 100);
  for (const [name, arity] of beyond) {
    const words = [name, ...Array.from({ length: Math.abs(arity) - 1 }, () => `${prefix}x`)];
    await t.throwsAsync(redis.as(taken, words), { message: /NOPERM/ }, name);
  }
  const [own, beside] = [`${prefix}x`, 'another:x'];
  t.is(await redis.as(taken, ['HSET', own, 'field', '1']), 1);
  t.is(await redis.as(taken, ['HGET', own, 'field']), '1');
  t.is(await redis.as(taken, ['DEL', own]), 1);
  for (const words of [
    ['HSET', beside, 'field', '1'],
    ['HGET', beside, 'field'],
    ['DEL', beside],
  ])
    await t.throwsAsync(redis.as(taken, words), { message: /NOPERM/ }, words.join(' '));
  t.log(`gateway: ${beyond.length} commands of Redis refused`);
}
