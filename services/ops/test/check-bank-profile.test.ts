import { SERVICES } from '@gx/contracts';
import { notFound } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { grpcService } from '@gx/runtime/grpc';
import { serveRpcs, testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops } from './harness.ts';

/**
 * The charge service as it answers about two banks: one that does everything, one whose callbacks go
 * elsewhere.
 */
async function chargeService(t: ExecutionContext): Promise<Record<string, string>> {
  const passed = { name: 'token', result: 'passed', detail: 'had' };
  const failed = { name: 'callbacks (webhook.read)', result: 'failed', detail: 'go to another address than ours' };
  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    CheckBankProfile(_ctx, { id }) {
      if (id === 'good') return { livemode: true, checks: [passed] };
      if (id === 'bad') return { livemode: false, checks: [passed, failed] };
      throw notFound('bank profile');
    },
  };
  const host = testHost('stand-in');
  const service = grpcService(SERVICES.charge, handlers as Handlers<typeof SERVICES.charge>);
  const { port } = await serveRpcs(host, service);
  t.teardown(host.stop);
  return { CHARGE_ADDRESS: `127.0.0.1:${port}` };
}

test('bank-profile check prints each request, and ends with 1 when something failed', async (t) => {
  const env = await chargeService(t);
  t.deepEqual(await ops(['bank-profile', 'check', 'good'], env), {
    code: 0,
    out: 'CHECK  RESULT  DETAIL\ntoken  passed  had\nBank profile good (live): Nothing failed.\n',
    err: '',
  });
  const bad = await ops(['bank-profile', 'check', 'bad'], env);
  t.is(bad.code, 1);
  t.regex(bad.out, /\ncallbacks \(webhook\.read\) +failed +go to another address than ours\n/);
  t.regex(bad.out, /\nBank profile bad \(test\): 1 of 2 failed\.\n$/);
  const json = await ops(['bank-profile', 'check', 'bad', '--json'], env);
  t.deepEqual([json.code, JSON.parse(json.out).checks.length], [1, 2]);
});

test('a bank profile that does not exist is named in one line', async (t) => {
  const env = await chargeService(t);
  t.deepEqual(await ops(['bank-profile', 'check', 'nobody'], env), {
    code: 2,
    out: '',
    err: 'ops: No such bank profile.\n',
  });
});
