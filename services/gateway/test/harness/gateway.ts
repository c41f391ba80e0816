import { ERRORS, type ErrorCode } from '@gx/core';
import { identitySettings, servers, testHost, uniqueName } from '@gx/testkit';
import { contractOf, holdToContract } from '@gx/testkit/openapi';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { gatewayConfig } from '../../src/config.ts';
import { startGateway } from '../../src/service.ts';
import { ledgerStandIn } from './ledger-stand-in.ts';
import { payoutStandIn } from './payout-stand-in.ts';
import { refundStandIn } from './refund-stand-in.ts';
import { chargeStandIn, keysStandIn } from './stand-ins.ts';
import { webhooksStandIn } from './webhooks-stand-in.ts';

export type Edge = Awaited<ReturnType<typeof startEdge>>;
type Teardown = { readonly teardown: (stop: () => Promise<void> | void) => void };

/** One edge for a whole file, whose tests each use keys of their own: `t.context`. */
export function testOnOneEdge(): TestFn<Edge> {
  const test = anyTest as TestFn<Edge>;
  const stops: (() => Promise<void> | void)[] = [];
  test.before(async (t) => {
    t.context = await startEdge({ teardown: (stop) => void stops.push(stop) });
  });
  test.after.always(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  return test;
}

/**
 * The six services behind the edge, as stand-ins over real gRPC, and gateways in front of them on real
 * Redis.
 */
export async function startEdge(t: Teardown, overrides: Readonly<Record<string, string>> = {}) {
  const behind = {
    keys: keysStandIn(),
    charge: chargeStandIn(),
    ledger: ledgerStandIn(),
    refund: refundStandIn(),
    payout: payoutStandIn(),
    webhooks: webhooksStandIn(),
  };
  const [keys, charge, ledger, refund, payout, webhooks] = await Promise.all(
    Object.values(behind).map((service) => service.start()),
  );
  for (const { host } of Object.values(behind)) t.teardown(host.stop);
  const redisPrefix = uniqueName('gateway');
  const gateway = async (more: Readonly<Record<string, string>> = {}) => {
    const host = testHost('gateway', { level: 'debug' });
    const config = gatewayConfig({
      PORT: '0',
      BANK_PORT: '0',
      REDIS_URL: servers().redisUrl,
      ALLOW_PLAINTEXT_REDIS: 'the servers of a test, on this machine',
      REDIS_PREFIX: redisPrefix,
      ...identitySettings('gateway'),
      KEYS_ADDRESS: keys,
      CHARGE_ADDRESS: charge,
      LEDGER_ADDRESS: ledger,
      REFUND_ADDRESS: refund,
      PAYOUT_ADDRESS: payout,
      WEBHOOKS_ADDRESS: webhooks,
      SECURITY_CONTACT: 'mailto:security@pay.example.com',
      // All clients of a test have one address.
      CONNECTIONS_PER_ADDRESS: '10000',
      ...overrides,
      ...more,
    });
    const { port, bankPort } = await startGateway(host, config);
    t.teardown(host.stop);
    const url = `http://127.0.0.1:${port}`;
    if ((await contractOf(url)) === undefined) throw new Error('the gateway publishes no contract');
    return { host, port, url, bankUrl: `http://127.0.0.1:${bankPort}` };
  };
  return { ...behind, ...(await gateway()), gateway, redisPrefix, addresses: { keys, webhooks } };
}

export type GatewayResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
};

/**
 * One request; `json` is the body, `key` the API key. Whatever comes back is held to the contract that the
 * gateway publishes.
 */
export async function ask(
  url: string,
  {
    method,
    key,
    json,
    raw,
    headers = {},
  }: { method?: string; key?: string; json?: unknown; raw?: string; headers?: Record<string, string> } = {},
): Promise<GatewayResponse> {
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const response = await fetch(url, {
    method: verb,
    headers: {
      ...(key === undefined ? {} : { apikey: key }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const contentType = response.headers.get('content-type');
  const isJson = contentType?.startsWith('application/json') ?? false;
  const { origin, pathname: path } = new URL(url);
  await holdToContract(origin, { method: verb, path, status: response.status, contentType, text });
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : {} };
}

const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(['type', 'code', 'message', 'param', 'details', 'reason']);

/** Asserts the error envelope in full (specification, Errors) and gives its `error` back. */
export function refusedWith(
  t: ExecutionContext,
  answer: GatewayResponse,
  status: number,
  code: string,
): Record<string, unknown> {
  t.is(answer.status, status);
  const { error, request_id } = answer.body as { error: Record<string, unknown>; request_id: string };
  t.deepEqual([error['code'], error['type']], [code, ERRORS[code as ErrorCode].type]);
  t.is(typeof error['message'], 'string');
  t.deepEqual(
    Object.keys(error).filter((field) => !ENVELOPE_FIELDS.has(field)),
    [],
  );
  if (status === 400 && error['param'] !== undefined) {
    const details = (error['details'] ?? []) as { param: string; message: string }[];
    t.true(
      details.some(({ param, message }) => param.startsWith(String(error['param'])) && message !== ''),
      `details name ${error['param']}`,
    );
  }
  t.is(request_id, answer.headers.get('x-request-id') ?? 'none');
  return error;
}

/** A request that every key may make, and whose answer says what its window holds. */
export const wallets = (url: string, key?: string): Promise<GatewayResponse> =>
  ask(`${url}/v1/wallets`, key === undefined ? {} : { key });

/** How many were answered with which status. */
export const statuses = (answers: readonly GatewayResponse[]): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, all]) => [status, all?.length ?? 0]),
  );
