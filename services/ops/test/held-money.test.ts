import { SERVICES } from '@gx/contracts';
import type { Charge, DecideReviewRequest, SetBankProfileRequest } from '@gx/contracts/charge';
import type { Refund } from '@gx/contracts/refund';
import { newId, notFound, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { type GrpcService, grpcService } from '@gx/runtime/grpc';
import { serveRpcs, testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops, opsProcess } from './harness.ts';

const NAME = 'Canario da Silva';
const DOCUMENT = '52998224725';
const CHARGE = newId('charge');
const ACCOUNT = newId('account');
const TENANT = { accountId: ACCOUNT, livemode: true };
const PIX = `E${'0'.repeat(31)}`;
const AT = Date.parse('2026-11-21T12:00:00.000Z');

async function listen(t: ExecutionContext, service: GrpcService): Promise<string> {
  const host = testHost('stand-in');
  const { port } = await serveRpcs(host, service);
  t.teardown(host.stop);
  return `127.0.0.1:${port}`;
}

const AWAITED = { operator: 'first', atMs: AT, untilMs: AT + 86_400_000 };
const AWAITS =
  'Nothing is changed yet: it takes two operators. Another one has to make the same call before 2026-11-22T12:00:00.000Z (first first, 2026-11-21T12:00:00.000Z).\n';

/** The charge service as an operator meets it: two reviews, and what it was asked. */
async function chargeService(t: ExecutionContext) {
  const received = {
    limits: [] as number[],
    decisions: [] as DecideReviewRequest[],
    profiles: [] as SetBankProfileRequest[],
  };
  const review = { chargeId: CHARGE, tenant: TENANT, amount: 1_050, currency: 'BRL', endToEndId: PIX, paidAtMs: AT };
  const charge: Partial<Charge> = { id: CHARGE, status: 'PROCESSING', customer: { name: NAME, document: DOCUMENT } };
  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    ListReviews(_ctx, { limit }) {
      received.limits.push(limit);
      const first = {
        ...review,
        heldAtMs: AT + 2_000,
        cause: 'PAYER_UNKNOWN' as const,
        polls: 3,
        nextPollAtMs: AT + 60_000,
      };
      const second = {
        ...review,
        chargeId: newId('charge'),
        heldAtMs: AT + 86_400_000,
        cause: 'BANK_CLOCK' as const,
        polls: 40,
      };
      return { reviews: [first, second].slice(0, limit) };
    },
    DecideReview(_ctx, request) {
      received.decisions.push(request);
      if (request.chargeId !== CHARGE) throw notFound('charge');
      if (request.operator === 'late') {
        throw new Refusal('unprocessable_entity', 'Nothing is held for this charge any more.', {
          reason: 'nothing_held',
        });
      }
      const awaited = request.operator === 'first' ? AWAITED : undefined;
      return { ...charge, expectedPayerTaxId: DOCUMENT, ...(awaited && { awaited }) } as Charge;
    },
    SetBankProfile(_ctx, request) {
      received.profiles.push(request);
      return { retired: request.id === 'gone', ...(request.operator === 'first' && { awaited: AWAITED }) };
    },
    RetireBankProfile: () => ({ livemode: true, awaited: { ...AWAITED, insteadOf: 'Eva\u202e\n' } }),
  };
  const service = grpcService(SERVICES.charge, handlers as Handlers<typeof SERVICES.charge>);
  return { received, env: { CHARGE_ADDRESS: await listen(t, service) } };
}

test('review list shows charge, amount, since when, what for and how often the bank was polled, and never who', async (t) => {
  const { env, received } = await chargeService(t);
  const { code, out, err } = await opsProcess(['review', 'list'], env);
  t.deepEqual([code, err], [0, '']);
  const [heading = '', first = '', second = ''] = out.split('\n');
  t.regex(heading, /^CHARGE +ACCOUNT +MODE +AMOUNT +HELD SINCE +HELD FOR +POLLS +NEXT POLL +PIX$/);
  t.is(
    first.replaceAll(/ {2,}/g, ' | '),
    `ch_${CHARGE} | acc_${ACCOUNT} | live | 1050 BRL | 2026-11-21T12:00:02.000Z | PAYER_UNKNOWN | 3 | 2026-11-21T12:01:00.000Z | ${PIX}`,
  );
  t.regex(second, / BANK_CLOCK +40 +not any more +E0+$/);
  const json = await ops(['review', 'list', '--json', '--limit', '1'], env);
  t.deepEqual(JSON.parse(json.out), [
    {
      chargeId: `ch_${CHARGE}`,
      accountId: `acc_${ACCOUNT}`,
      mode: 'live',
      amount: 1_050,
      currency: 'BRL',
      endToEndId: PIX,
      paidAt: '2026-11-21T12:00:00.000Z',
      heldAt: '2026-11-21T12:00:02.000Z',
      heldFor: 'PAYER_UNKNOWN',
      polls: 3,
      nextPollAt: '2026-11-21T12:01:00.000Z',
    },
  ]);
  t.deepEqual(received.limits, [50, 1]);
  t.is((await ops(['review', 'list', '--limit', '0'], env)).out, 'Nothing is held for review.\n');
});

test('review approve and reject decide under the name of who did, by any form of the id, and print no person', async (t) => {
  const { env, received } = await chargeService(t);
  const approved = await ops(['review', 'approve', `ch_${CHARGE}`, '--by', 'rui'], env);
  t.regex(approved.out, new RegExp(`^ch_${CHARGE} is approved: .+wallet\\.\n$`));
  const rejected = await ops(['review', 'reject', CHARGE, '--by', 'ana'], env);
  t.regex(rejected.out, new RegExp(`^ch_${CHARGE} is rejected: .+payer\\.\n$`));
  t.deepEqual([approved.code, rejected.code], [0, 0]);
  t.deepEqual(
    received.decisions.map(({ chargeId, verdict, operator }) => [chargeId, verdict, operator]),
    [
      [CHARGE, 'APPROVE', 'rui'],
      [CHARGE, 'REJECT', 'ana'],
    ],
  );
  const late = await ops(['review', 'reject', CHARGE, '--by', 'late'], env);
  t.deepEqual(late, { code: 2, out: '', err: 'ops: Nothing is held for this charge any more.\n' });
  const unknown = await ops(['review', 'approve', newId('charge'), '--by', 'rui'], env);
  t.deepEqual(unknown, { code: 2, out: '', err: 'ops: No such charge.\n' });
  const output = JSON.stringify([approved, rejected, late, unknown]);
  t.false(output.includes(NAME) || output.includes(DOCUMENT));
});

test('a decision without a name or about no id asks nobody', async (t) => {
  const { env, received } = await chargeService(t);
  const nameless = await ops(['review', 'approve', CHARGE], env);
  t.is(nameless.code, 2);
  t.regex(nameless.err, /required option '--by <name>'/);
  const nonsense = await ops(['review', 'approve', 'nonsense', '--by', 'rui'], env);
  t.deepEqual(nonsense, { code: 2, out: '', err: 'ops: This is no id of a charge: nonsense\n' });
  t.regex((await ops(['review', 'reject', '--by', 'rui'], env)).err, /missing required argument 'charge'/);
  t.is(received.decisions.length, 0);
});

test('bank-profile set says whether the bank names payers, where and for how much it sends Pix out, and where its receipts are', async (t) => {
  const { env, received } = await chargeService(t);
  const secret = { ...env, BANK_CLIENT_SECRET: 'secret' };
  const profile = (...more: string[]): string[] => [
    ...['bank-profile', 'set', '--id', 'efi', '--mode', 'live', '--base-url', 'https://pix.bank.example'],
    ...['--client-id', 'client', '--pix-key', newId('account'), '--merchant-name', 'Loja', '--merchant-city', 'Recife'],
    ...more,
  ];
  t.is((await ops(profile(), secret)).code, 0);
  const [plain] = received.profiles;
  t.like(plain, { payerQuery: false, pixOutFee: 0, keepPlace: true });
  for (const path of [
    plain?.pixOutPath,
    plain?.acquirerPath,
    plain?.receiptPath,
    plain?.balancePath,
    plain?.infractionsPath,
  ])
    t.is(path, undefined);
  t.is((await ops(profile('--payer-query', '--pix-out-path', '/gn/pix', '--pix-out-fee', '35'), secret)).code, 0);
  t.like(received.profiles[1], { payerQuery: true, pixOutPath: '/gn/pix', pixOutFee: 35 });
  t.deepEqual([plain?.pixOutDestinations, plain?.pixOutOneAtATime, plain?.keyLookupsPerMinute], [[], false, 0]);
  const sends = profile(
    ...['--pix-out-path', '/gn/pix', '--pix-out-destinations', 'key,bank_account, br_code', '--pix-out-one-at-a-time'],
    ...['--key-owner-path', '/gn/chaves/titular', '--key-lookups-per-minute', '7', '--key-lookups-at-once', '9'],
    ...['--infractions-path', '/gn/infracoes'],
  );
  t.is((await ops(sends, secret)).code, 0);
  t.like(received.profiles[2], {
    pixOutDestinations: ['key', 'bank_account', 'br_code'],
    pixOutOneAtATime: true,
    keyOwnerPath: '/gn/chaves/titular',
    keyLookupsPerMinute: 7,
    keyLookupsAtOnce: 9,
    infractionsPath: '/gn/infracoes',
  });
  const full = profile(
    ...['--acquirer-path', '/acquirer/v1', '--receipt-path', '/comprovantes'],
    ...['--balance-path', '/gn/saldo', '--use'],
  );
  t.is((await ops(full, secret)).code, 0);
  t.like(received.profiles[3], {
    acquirerPath: '/acquirer/v1',
    receiptPath: '/comprovantes',
    balancePath: '/gn/saldo',
    keepPlace: false,
  });
  t.regex((await ops(profile('--pix-out-fee', '0.5'), secret)).err, /whole number/);
  t.is(
    (await ops(profile(), secret)).out,
    'Bank profile efi is set for live charges. It shows the bank no certificate.\n',
  );
  t.is(
    (await ops(profile('--id', 'gone'), secret)).out,
    'Bank profile gone is set for live charges. It is retired and takes no new ones. It shows the bank no certificate.\n',
  );
});

/** The refund service as an operator meets it: two failed returns, one of money of no charge. */
async function refundService(t: ExecutionContext) {
  const retried: string[] = [];
  const settled: object[] = [];
  const returned: Refund = {
    id: newId('refund'),
    tenant: TENANT,
    kind: 'RETURN',
    chargeId: CHARGE,
    surface: 'CHARGES',
    amount: 999,
    currency: 'BRL',
    status: 'FAILED',
    strategy: 'DEVOLUTION',
    reason: 'AMOUNT_MISMATCH',
    failureCode: 'AC06',
    createdAtMs: AT,
  };
  const { failureCode: _, ...unmatchedPayment } = {
    ...returned,
    id: newId('refund'),
    chargeId: '',
    reason: 'UNKNOWN_CHARGE',
  };
  const handlers: Partial<Handlers<typeof SERVICES.refund>> = {
    ListFailedReturns: (_ctx, { limit }) => ({ returns: [returned, unmatchedPayment].slice(0, limit) }),
    RetryReturn(_ctx, { returnId }) {
      retried.push(returnId);
      if (returnId !== returned.id) throw notFound('return');
      return { ...returned, status: 'PENDING' };
    },
    SettleReturn(_ctx, { returnId, operator, note }) {
      settled.push({ returnId, operator, note });
      return operator === 'first' ? { ...returned, awaited: AWAITED } : { ...returned, status: 'REFUNDED' };
    },
  };
  const service = grpcService(SERVICES.refund, handlers as Handlers<typeof SERVICES.refund>);
  return { returned, unmatchedPayment, retried, settled, env: { REFUND_ADDRESS: await listen(t, service) } };
}

test('return list shows what the bank did not take back; money of no charge has a dash', async (t) => {
  const { returned, unmatchedPayment, env } = await refundService(t);
  const { code, out } = await opsProcess(['return', 'list'], env);
  t.is(code, 0);
  const rows = out.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '));
  t.deepEqual(rows, [
    'RETURN | CHARGE | MODE | AMOUNT | REASON | FAILED WITH | ORDERED',
    `re_${returned.id} | ch_${CHARGE} | live | 999 BRL | AMOUNT_MISMATCH | AC06 | 2026-11-21T12:00:00.000Z`,
    `re_${unmatchedPayment.id} | - | live | 999 BRL | UNKNOWN_CHARGE | - | 2026-11-21T12:00:00.000Z`,
    '',
  ]);
  const json = await ops(['return', 'list', '--limit', '1', '--json'], env);
  t.like(JSON.parse(json.out)[0], { returnId: `re_${returned.id}`, accountId: `acc_${ACCOUNT}`, failure: 'AC06' });
  t.is((await ops(['return', 'list', '--limit', '0'], env)).out, 'No return waits for an operator.\n');
});

test('return retry asks once more, by either form of the id, and passes on a refusal', async (t) => {
  const { returned, retried, env } = await refundService(t);
  for (const id of [returned.id, `re_${returned.id}`]) {
    const { code, out } = await ops(['return', 'retry', id], env);
    t.deepEqual([code, out], [0, `re_${returned.id} is tried again; it is PENDING.\n`]);
  }
  const unknown = await ops(['return', 'retry', newId('refund')], env);
  t.deepEqual(unknown, { code: 2, out: '', err: 'ops: No such return.\n' });
  t.is((await ops(['return', 'retry', `ch_${CHARGE}`], env)).err, `ops: This is no id of a refund: ch_${CHARGE}\n`);
  t.is(retried.length, 3);
});

test('return settle says who sent it back and how, and takes nothing less', async (t) => {
  const { returned, settled, env } = await refundService(t);
  const words = ['--by', 'Ana', '--note', 'TED 4711'];
  const { code, out } = await ops(['return', 'settle', `re_${returned.id}`, ...words], env);
  t.deepEqual([code, out], [0, `re_${returned.id} is REFUNDED by hand: its money leaves suspense.\n`]);
  t.deepEqual(settled, [{ returnId: returned.id, operator: 'Ana', note: 'TED 4711' }]);
  for (const less of [words.slice(0, 2), words.slice(2)])
    t.is((await ops(['return', 'settle', returned.id, ...less], env)).code, 2);
  t.is(settled.length, 1);
});

test('where it takes two operators, the first one reads that nothing is changed yet, until when another one does it, and whose call this ends', async (t) => {
  const { env, received } = await chargeService(t);
  const { returned, env: refundEnv } = await refundService(t);
  const run = (...args: string[]) => ops(args, { ...env, ...refundEnv, BANK_CLIENT_SECRET: 'secret' });
  const settle = await run('return', 'settle', returned.id, '--by', 'first', '--note', 'TED 4711');
  t.deepEqual(settle, { code: 0, err: '', out: `re_${returned.id} is FAILED. ${AWAITS}` });
  const review = await run('review', 'reject', CHARGE, '--by', 'first');
  t.deepEqual(review, { code: 0, err: '', out: `ch_${CHARGE} is held. ${AWAITS}` });
  const profile = [
    ...['bank-profile', 'set', '--id', 'efi', '--mode', 'live', '--base-url', 'https://pix.bank.example'],
    ...['--client-id', 'client', '--pix-key', 'key', '--merchant-name', 'Loja', '--merchant-city', 'Recife'],
  ];
  t.deepEqual(await run(...profile, '--by', 'first'), { code: 0, err: '', out: AWAITS });
  t.is(received.profiles[0]?.operator, 'first');
  const retire = await run('bank-profile', 'retire', 'efi', '--by', 'first');
  const ended = 'Eva had made a call that differs; it counts no more.\n';
  t.deepEqual(retire, { code: 0, err: '', out: `${AWAITS}${ended}` });
});
