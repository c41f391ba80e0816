import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MessageInit, SERVICES } from '@gx/contracts';
import type {
  CloseDisputeRequest,
  ConfirmDisputeAnswerRequest,
  OpenDisputeRequest,
  OperatorsDispute,
} from '@gx/contracts/charge';
import { newId, notFound } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { grpcService } from '@gx/runtime/grpc';
import { serveRpcs, testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops } from './harness.ts';

const CHARGE = newId('charge');
const DISPUTE = newId('dispute');
const AT = Date.parse('2026-11-21T12:00:00.000Z');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SHOWN = {
  dispute: {
    ...{ id: DISPUTE, chargeId: CHARGE, amount: 4_000, currency: 'BRL', status: 'UNDER_REVIEW' as const },
    ...{ reason: 'fraud', evidenceDueByMs: AT, createdAtMs: AT - 1_000 },
  },
  tenant: { accountId: newId('account'), livemode: true },
  bankProfileId: 'bank',
  providerId: 'CASE-7',
  answer: 'defence',
  answerState: 'with_operator',
  evidence: [{ id: 'e1', submittedAtMs: AT, hasText: true, fileTypes: ['image/png'] }],
} as const satisfies MessageInit<OperatorsDispute>;

/** The charge service as an operator meets it, and what it was asked. */
async function chargeService(t: ExecutionContext) {
  const received = {
    opened: [] as OpenDisputeRequest[],
    closed: [] as CloseDisputeRequest[],
    answered: [] as ConfirmDisputeAnswerRequest[],
  };
  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    OpenDispute(_ctx, request) {
      received.opened.push(request);
      return SHOWN;
    },
    CloseDispute(_ctx, request) {
      received.closed.push(request);
      return SHOWN;
    },
    ConfirmDisputeAnswer(_ctx, request) {
      received.answered.push(request);
      return SHOWN;
    },
    ListOpenDisputes: () => ({ disputes: [SHOWN] }),
    GetEvidence(_ctx, { disputeId, file }) {
      if (disputeId !== DISPUTE) throw notFound('evidence');
      return file === undefined
        ? { name: '', contentType: 'text/plain', content: Buffer.from('Entregue.') }
        : { name: 'a.png', contentType: 'image/png', content: PNG };
    },
  };
  const host = testHost('stand-in');
  const service = grpcService(SERVICES.charge, handlers as Handlers<typeof SERVICES.charge>);
  const { port } = await serveRpcs(host, service);
  t.teardown(host.stop);
  return { received, env: { CHARGE_ADDRESS: `127.0.0.1:${port}` } };
}

test('dispute open says what the bank contests, and who says so; without an amount all that is left', async (t) => {
  const { env, received } = await chargeService(t);
  const all = await ops(['dispute', 'open', `ch_${CHARGE}`, '--reason', 'fraud', '--by', 'Eva'], env);
  t.deepEqual([all.code, all.out], [0, `dp_${DISPUTE} is open over 4000 BRL.\n`], all.err);
  t.like(received.opened[0], { chargeId: CHARGE, operator: 'Eva', reason: 'fraud' });
  t.is(received.opened[0]?.amount, undefined);
  const more = ['--amount', '400', '--provider-id', 'CASE-7', '--evidence-due-by', '2026-12-01T12:00:00Z'];
  await ops(['dispute', 'open', CHARGE, '--reason', 'operational', '--by', 'Eva', ...more], env);
  t.like(received.opened[1], {
    reason: 'operational',
    amount: 400,
    providerId: 'CASE-7',
    evidenceDueByMs: Date.parse('2026-12-01T12:00:00Z'),
  });
});

for (const [title, args] of Object.entries({
  'no reason': ['open', CHARGE, '--by', 'Eva'],
  'a reason that no bank has': ['open', CHARGE, '--reason', 'chargeback', '--by', 'Eva'],
  'nobody who says so': ['open', CHARGE, '--reason', 'fraud'],
  'a time without its zone': [
    'open',
    CHARGE,
    '--reason',
    'fraud',
    '--by',
    'Eva',
    '--evidence-due-by',
    '2026-12-01T12:00',
  ],
  'no outcome': ['close', DISPUTE, '--by', 'Eva'],
  'an id of something else': ['close', `ch_${CHARGE}`, '--outcome', 'won', '--by', 'Eva'],
}))
  test(`${title}: exit code 2, and nothing is done`, async (t) => {
    const { env, received } = await chargeService(t);
    t.is((await ops(['dispute', ...args], env)).code, 2);
    t.deepEqual(received, { opened: [], closed: [], answered: [] });
  });

test('dispute close and dispute answered pass on what the bank decided and what it was brought', async (t) => {
  const { env, received } = await chargeService(t);
  for (const outcome of ['won', 'lost'] as const) {
    const { out } = await ops(['dispute', 'close', `dp_${DISPUTE}`, '--outcome', outcome, '--by', 'Eva'], env);
    t.is(out, `dp_${DISPUTE} is ${outcome}.\n`);
    t.like(received.closed.at(-1), { id: DISPUTE, won: outcome === 'won', operator: 'Eva' });
  }
  const { out } = await ops(['dispute', 'answered', DISPUTE, '--by', 'Eva'], env);
  t.is(out, `The bank has the answer to dp_${DISPUTE}.\n`);
  t.like(received.answered[0], { id: DISPUTE, operator: 'Eva' });
});

test('dispute list shows what is contested, until when and what waits for an operator', async (t) => {
  const { env } = await chargeService(t);
  const { out } = await ops(['dispute', 'list'], env);
  for (const shown of [`dp_${DISPUTE}`, '4000 BRL', 'under_review', 'defence: with_operator', 'CASE-7'])
    t.true(out.includes(shown), shown);
  const [row] = JSON.parse((await ops(['dispute', 'list', '--json'], env)).out) as [object];
  t.like(row, { disputeId: `dp_${DISPUTE}`, evidence: [{ id: 'e1', hasText: true, fileTypes: ['image/png'] }] });
});

test('dispute evidence writes a file that its owner alone may read, and never over another; the terminal shows none of it', async (t) => {
  const { env } = await chargeService(t);
  const folder = mkdtempSync(join(tmpdir(), 'gx-evidence-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const to = join(folder, 'a.png');
  const written = await ops(['dispute', 'evidence', DISPUTE, 'e1', '--file', '0', '--to', to], env);
  t.deepEqual([written.code, written.out], [0, `8 bytes of image/png are in ${to}.\n`]);
  t.deepEqual(readFileSync(to), PNG);
  t.is(statSync(to).mode & 0o777, 0o600);
  const again = await ops(['dispute', 'evidence', DISPUTE, 'e1', '--to', to], env);
  t.is(again.code, 2);
  t.deepEqual(readFileSync(to), PNG);
  t.false(`${again.out}${again.err}`.includes('Entregue'));
});
