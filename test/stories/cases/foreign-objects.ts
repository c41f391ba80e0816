import { newId } from '@gx/core';
import { median, until } from '@gx/testkit';
import { type Contract, holdToContract } from '@gx/testkit/openapi';
import { request } from 'undici';
import { openDispute } from '../dispute.ts';
import { type Merchant, merchant } from '../merchant.ts';
import { payOut, payoutOf, toKey } from '../payout.ts';
import { openAccount } from '../shop.ts';
import type { Stack } from '../stack.ts';
import { test } from './one-product.ts';

/** Every prefix that an id wears anywhere: a foreign one may come in any of them, and raw. */
const PREFIXES = [
  '',
  'ch_',
  'tx_',
  're_',
  'po_',
  'dp_',
  'we_',
  'dlv_',
  'att_',
  'key_',
  'acc_',
  'usr_',
  'evt_',
  'log_',
  'aud_',
];
/** Query parameters that name an object. */
const NAMING = ['starting_after', 'endpointId', 'charge', 'apiKeyFingerprint'];
const AT_ONCE = 16;
/** Anybody with a charge's id may see its code (decisions A55); the documentation is everybody's. */
const isPublic = (path: string): boolean => path === '/qr/{file}' || path.startsWith('/docs/');

type Place = {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: unknown;
};
type ApiUser = { readonly name: string; readonly headers: Readonly<Record<string, string>> };
type ObjectIds = Readonly<Record<string, string>>;

const contractOf = async (gateway: string): Promise<Contract> =>
  (await (await fetch(`${gateway}/openapi.json`)).json()) as Contract;

/** Every operation that names an object, by its path or by its query. */
const placesOf = ({ paths }: Contract): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation as typeof operation & {
        parameters?: { name: string; in: string }[];
        requestBody?: { content: Record<string, { example?: unknown }> };
      };
      const query = parameters.filter((one) => one.in === 'query' && NAMING.includes(one.name)).map(({ name }) => name);
      const body = requestBody?.content['application/json']?.example;
      return { method: method.toUpperCase(), path, query, body };
    }),
  );

/**
 * What an answer says, held to the contract, apart from which request it answers and how many of those are
 * left.
 */
async function responseOf(gateway: string, place: Place, at: string, { headers }: ApiUser): Promise<string> {
  const answer = await request(`${gateway}${at}`, {
    method: place.method as 'GET',
    headers: {
      ...headers,
      'idempotency-key': 'the-same-for-all',
      ...(place.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(place.body === undefined ? {} : { body: JSON.stringify(place.body) }),
  });
  const text = await answer.body.text();
  await holdToContract(gateway, {
    method: place.method,
    path: at.replace(/\?.*/, ''),
    status: answer.statusCode,
    contentType: String(answer.headers['content-type']),
    text,
  });
  const requestId = String(answer.headers['x-request-id']);
  const sent = Object.entries(answer.headers).filter(
    ([name]) => !/^(date|x-request-id|.*ratelimit.*|keep-alive)$/.test(name),
  );
  return JSON.stringify([answer.statusCode, text.replaceAll(requestId, '<id>'), sent.toSorted()]);
}

/** One of everything, of one merchant in test mode. */
async function everything(shop: Merchant, bearer: ApiUser, hook: string): Promise<ObjectIds> {
  const { body: endpoint } = await shop.send('POST', '/v1/webhooks/endpoints', {
    body: { url: hook, events: ['charge.created'] },
  });
  const { body: charge } = await shop.create({ amount: 900 });
  const delivery = await until('a delivery', async () => {
    const { body } = await shop.send('GET', `/v1/webhooks/deliveries?endpointId=${endpoint.id}&status=DELIVERED`);
    return (body['data'] as { id: string }[])[0];
  });
  const payout = await waitingPayout(shop);
  const dispute = await openDispute(shop, await paidCharge(shop));
  const { body: key } = await shop.send('POST', '/v1/api-keys', { headers: bearer.headers, body: { test: true } });
  const { body: user } = await shop.send('POST', '/v1/users', {
    headers: bearer.headers,
    body: { email: `foreign-${newId('user')}@example.com`, role: 'viewer' },
  });
  const newest = (path: string, by: Pick<ApiUser, 'headers'> = bearer) =>
    until(`a record of ${path}`, async () => {
      const { body } = await shop.send('GET', `${path}?limit=1`, by);
      return (body['data'] as { id: string }[])[0]?.id.slice(4);
    });
  return {
    // By the key: a token reads both modes, and the newest record may be of the other one.
    'request-logs': await newest('/v1/request-logs', { headers: {} }),
    'audit-events': await newest('/v1/audit-events'),
    events: await newest('/v1/events'),
    charges: charge.id.slice(3),
    payments: charge.id.slice(3),
    payouts: payout.slice(3),
    disputes: dispute.id.slice(3),
    endpoints: endpoint.id.slice(3),
    deliveries: delivery.id.slice(4),
    'api-keys': key.id.slice(4),
    users: user.id.slice(4),
    fingerprint: String(key['fingerprint']),
  };
}

async function paidCharge(shop: Merchant): Promise<string> {
  const { body: charge } = await shop.create({ amount: 2_000 });
  await shop.pay(charge.id);
  await shop.untilStatus(charge.id, 'paid');
  return charge.id;
}

/** One that nobody sends meanwhile. */
async function waitingPayout(shop: Merchant): Promise<string> {
  await paidCharge(shop);
  const scheduled_for = new Date(Date.now() + 86_400_000).toISOString();
  return (await payOut(shop, { ...toKey('foreign@example.com'), scheduled_for })).body.id;
}

/** The owner's id for a path or a parameter: of the kind that it names. */
function idFor(owned: ObjectIds, path: string, parameter?: string): string {
  if (parameter === 'endpointId') return owned['endpoints'] ?? '';
  if (parameter === 'charge') return owned['charges'] ?? '';
  if (parameter === 'apiKeyFingerprint') return owned['fingerprint'] ?? '';
  return Object.entries(owned).find(([kind]) => path.includes(`/${kind}`))?.[1] ?? owned['charges'] ?? '';
}

/** Takes one after the other until none is left. */
async function emptied(waiting: (() => Promise<void>)[]): Promise<void> {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await next();
}

/** An id of the same kind that is nobody's. */
const unknownFor = (path: string): string =>
  path.includes('/v1/events') ? newId('charge').replaceAll('-', '') : newId('charge');

async function callers(stack: Stack): Promise<{ owner: ApiUser; shop: Merchant; others: readonly ApiUser[] }> {
  const login = async ({ email, password }: { email: string; password: string }): Promise<string> => {
    const { body } = await merchant(stack.gateway, '').send('POST', '/v1/auth/login', { body: { email, password } });
    return `Bearer ${String(body['accessToken'])}`;
  };
  const [first, second] = stack.accounts;
  if (first === undefined || second === undefined) throw new Error('two accounts are seeded');
  const [mine, theirs] = [await login(first), await login(second)];
  return {
    owner: { name: 'owner', headers: { apikey: first.testKey, authorization: mine } },
    shop: merchant(stack.gateway, first.testKey),
    others: [
      { name: 'another merchant, same mode', headers: { apikey: second.testKey, authorization: theirs } },
      { name: 'another merchant, other mode', headers: { apikey: second.liveKey, authorization: theirs } },
      { name: 'a merchant of no history', headers: { apikey: await openAccount(stack), authorization: theirs } },
      // Its token is the owner's: keys are managed across both modes.
      { name: 'the owner in the other mode', headers: { apikey: first.liveKey } },
    ],
  };
}

// Alone: it is a thousand requests, and others measure how soon something comes.
test.serial(
  'what is another merchant’s or of the other mode is answered byte for byte like what is not there: every route, every form of id',
  async (t) => {
    const { stack, sink } = t.context;
    const { owner, shop, others } = await callers(stack);
    const owned = await everything(shop, owner, sink.url('/foreign'));
    const places = placesOf(await contractOf(stack.gateway)).filter(({ path }) => !isPublic(path));
    const named = places.filter(({ path, query }) => path.includes('{') || query.length > 0);
    const leaks: string[] = [];
    let cells = 0;
    let broken = 0;
    const waiting: (() => Promise<void>)[] = [];
    const compare = async (place: Place, caller: ApiUser, at: (id: string) => string, ids: [string, string]) => {
      const [foreign, unknown] = await Promise.all(
        ids.map(async (id) => (await responseOf(stack.gateway, place, at(id), caller)).replaceAll(id, '<object>')),
      );
      cells += 1;
      broken += [foreign, unknown].filter((answer) => answer?.startsWith('[5')).length;
      if (foreign !== unknown)
        leaks.push(`${place.method} ${at('<id>')} for ${caller.name}: ${foreign} but ${unknown}`);
    };
    for (const place of named) {
      for (const caller of others) {
        const { path, query } = place;
        const forms = PREFIXES.map(
          (prefix) => [`${prefix}${idFor(owned, path)}`, `${prefix}${unknownFor(path)}`] as const,
        );
        if (path.includes('{')) {
          for (const [foreign, unknown] of forms) {
            waiting.push(() => compare(place, caller, (id) => path.replace(/\{\w+\}/, id), [foreign, unknown]));
          }
        }
        for (const parameter of query) {
          const raw = idFor(owned, path, parameter);
          const unknown = parameter === 'apiKeyFingerprint' ? 'f'.repeat(64) : unknownFor(path);
          for (const prefix of parameter === 'apiKeyFingerprint' ? [''] : PREFIXES) {
            const at = (id: string) => `${path.replace(/\{\w+\}/, newId('charge'))}?${parameter}=${id}`;
            waiting.push(() => compare(place, caller, at, [`${prefix}${raw}`, `${prefix}${unknown}`]));
          }
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, () => emptied(waiting)));
    t.deepEqual(leaks, []);
    t.true(cells > 500);
    t.log(`${named.length} operations, ${others.length} callers, ${cells} cells, ${leaks.length} leaks`);
    // Outside the contract, and so outside the envelope, none gets as far as this.
    t.log(`case 35: ${2 * cells} requests, 0 answers outside the envelope, ${broken} 5xx`);
    t.is(broken, 0);

    // The id of an event is never raw.
    const ownId = (path: string): string => (path.includes('/events/') ? 'evt_' : '') + idFor(owned, path);
    const gets = named.filter(({ method, path }) => method === 'GET' && path.includes('{'));
    t.true(gets.length >= 4);
    for (const place of gets) {
      const answer = await responseOf(stack.gateway, place, place.path.replace(/\{\w+\}/, ownId(place.path)), owner);
      // A receipt is refused until there is money: also a word that only the owner hears.
      t.regex(answer, /^\[(200|422),/, `${place.path}: its owner sees it, so there was something to leak`);
    }
    t.is((await shop.get(owned['charges'] ?? '')).body.status, 'pending', 'and nobody has changed anything');
    t.is((await payoutOf(shop, owned['payouts'] ?? '')).status, 'pending');
    const { body: endpoints } = await shop.send('GET', '/v1/webhooks/endpoints');
    t.like(
      (endpoints['data'] as { id: string; status: string }[]).find(({ id }) => id.endsWith(owned['endpoints'] ?? '')),
      { status: 'ACTIVE' },
    );
  },
);

/** Below the rate limit of a key. */
const TIMED = 1_400;

/**
 * Cliff's delta: how much likelier one of `a` is the larger than one of `b` is; 0 where nobody can tell, 1 or
 * -1 where each tells.
 */
function effect(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((ms) => ({ ms, own: 1 })), ...b.map((ms) => ({ ms, own: 0 }))].toSorted((x, y) => x.ms - y.ms);
  const ranks = all.reduce((sum, { own }, index) => sum + own * (index + 1), 0);
  return (2 * (ranks - (a.length * (a.length + 1)) / 2)) / (a.length * b.length) - 1;
}

test.serial('case 35: what is another merchant’s takes as long as what is not there', async (t) => {
  const { stack } = t.context;
  const owner = merchant(stack.gateway, await openAccount(stack));
  const id = (await owner.create({ amount: 900 })).body.id;
  for (const path of ['/v1/charges/', '/v1/payments/']) {
    const stranger = { name: 'a stranger', headers: { apikey: await openAccount(stack) } };
    const place = { method: 'GET', path: `${path}{id}`, query: [], body: undefined };
    const took = async (queryString: string): Promise<number> => {
      const begun = performance.now();
      const answer = await responseOf(stack.gateway, place, `${path}${queryString}`, stranger);
      t.true(answer.startsWith('[404,'), answer);
      return performance.now() - begun;
    };
    const [foreign, unknown]: [number[], number[]] = [[], []];
    // In turns, each first as often as second: whatever else the machine does meets both.
    for (let round = 0; round < TIMED / 2; round += 1) {
      const pair = [
        () => took(id).then((ms) => foreign.push(ms)),
        () => took(`ch_${newId('charge')}`).then((ms) => unknown.push(ms)),
      ];
      for (const ask of round % 2 === 0 ? pair : pair.toReversed()) await ask();
    }
    const size = effect(foreign, unknown);
    t.log(
      `case 35: GET ${path}{id}, ${foreign.length} foreign and ${unknown.length} unknown ids: medians ${median(foreign).toFixed(2)} and ${median(unknown).toFixed(2)} ms, effect size ${size.toFixed(3)}`,
    );
    t.true(Math.abs(size) < 0.15, `${path}: ${size}`);
  }
});
