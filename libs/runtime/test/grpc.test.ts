import { SERVICES } from '@gx/contracts';
import { newId, notFound, Refusal, unavailable } from '@gx/core';
import { type CallContext, type Client, startTelemetry, traceparent } from '@gx/runtime';
import { grpcService, UnimplementedMethod } from '@gx/runtime/grpc';
import { localClient, serveRpcs, testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

await startTelemetry('grpc-test', undefined);
type Ledger = typeof SERVICES.ledger;

async function ledgerWith(
  t: ExecutionContext,
  listWallets: (ctx: CallContext) => Promise<{ wallets: { currency: string }[] }>,
  deadlineMs = 5_000,
): Promise<{ client: Client<Ledger>; lines: string[] }> {
  const host = testHost('ledger');
  const nothing = () => Promise.reject(notFound('ledger'));
  const service = grpcService(SERVICES.ledger, {
    ListWallets: listWallets,
    PlaceHold: nothing,
    CommitHold: nothing,
    VoidHold: nothing,
    ListPostedEntries: nothing,
    ListCredits: nothing,
    ListPostedHolds: nothing,
    VerifyLedger: nothing,
    ListTransactions: nothing,
    ReadStatement: nothing,
    PostPayoutReturn: nothing,
  });
  const { port } = await serveRpcs(host, service);
  const client = localClient(SERVICES.ledger, `127.0.0.1:${port}`, { idempotent: ['ListWallets'], deadlineMs });
  t.teardown(async () => {
    client.close();
    await host.stop();
  });
  return { client, lines: host.lines };
}

const call = { requestId: 'req_1' };
const tenant = { accountId: newId('account'), livemode: true };

test('a refusal crosses whole: code, message, param, details, reason, retry time', async (t) => {
  const { client } = await ledgerWith(t, async () => {
    throw new Refusal('unprocessable_entity', 'Not enough balance.', {
      param: 'amount',
      details: [{ param: 'amount', message: 'too much' }],
      reason: 'insufficient_balance',
      retryAfterSeconds: 3,
    });
  });
  const error = await t.throwsAsync(client.listWallets(call, { tenant }), { instanceOf: Refusal });
  t.is(error?.code, 'unprocessable_entity');
  t.is(error?.message, 'Not enough balance.');
  t.deepEqual(error?.more, {
    param: 'amount',
    details: [{ param: 'amount', message: 'too much' }],
    reason: 'insufficient_balance',
    retryAfterSeconds: 3,
  });
});

test('a refusal is an answer: a call that may be repeated is not repeated for it', async (t) => {
  let calls = 0;
  const { client } = await ledgerWith(t, async () => {
    calls += 1;
    throw unavailable('The bank does not answer.');
  });
  const error = await t.throwsAsync(client.listWallets(call, { tenant }), { instanceOf: Refusal });
  t.is(error?.code, 'service_unavailable');
  t.is(calls, 1);
});

test('a bug of ours crosses as internal_error, with its text only in the log', async (t) => {
  let called = 0;
  const { client, lines } = await ledgerWith(t, async () => {
    called += 1;
    throw new TypeError('cannot read x of undefined');
  });
  const error = await t.throwsAsync(client.listWallets(call, { tenant }), { instanceOf: Refusal });
  t.is(error?.code, 'internal_error');
  t.is(called, 1, 'it is an answer, too: nothing is repeated for it');
  t.false(error?.message.includes('undefined'));
  t.true(lines.some((line) => line.includes('cannot read x of undefined') && line.includes('req_1')));
});

test('a call that a server of an earlier version does not know is told apart from a bug', async (t) => {
  const host = testHost('ledger');
  const { ListPostedEntries: _, ...definition } = SERVICES.ledger;
  const { port } = await serveRpcs(host, { definition, handlers: {} });
  const client = localClient(SERVICES.ledger, `127.0.0.1:${port}`, {
    idempotent: ['ListPostedEntries'],
    deadlineMs: 5_000,
  });
  t.teardown(async () => {
    client.close();
    await host.stop();
  });
  await t.throwsAsync(client.listPostedEntries(call, { references: [] }), {
    instanceOf: UnimplementedMethod,
    message: 'ListPostedEntries failed with UNIMPLEMENTED',
  });
});

test('a call past its deadline, and one to a port where nobody listens, are service_unavailable', async (t) => {
  const { client } = await ledgerWith(
    t,
    (ctx) => new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(new Error('late')))),
    200,
  );
  const late = await t.throwsAsync(client.listWallets(call, { tenant }), { instanceOf: Refusal });
  t.is(late?.code, 'service_unavailable');
  const nobody = localClient(SERVICES.ledger, '127.0.0.1:1', { idempotent: [], deadlineMs: 1_000 });
  t.teardown(() => nobody.close());
  const refused = await t.throwsAsync(nobody.listWallets(call, {}), { instanceOf: Refusal });
  t.is(refused?.code, 'service_unavailable');
  t.is(refused?.more.retryAfterSeconds, 1);
});

test('request id and trace id travel with the call', async (t) => {
  const seen: (string | undefined)[] = [];
  const { client } = await ledgerWith(t, async (ctx) => {
    seen.push(ctx.requestId, traceparent());
    return { wallets: [{ currency: 'BRL' }] };
  });
  t.like(await client.listWallets(call, { tenant }), { wallets: [{ currency: 'BRL', available: 0 }] });
  t.is(seen[0], 'req_1');
  t.regex(seen[1] ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
});
