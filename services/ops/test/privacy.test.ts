import { type MessageInit, SERVICES } from '@gx/contracts';
import type {
  EncryptPersonalDataRequest,
  ErasePersonalDataRequest,
  ErasePersonalDataResponse,
  ExportPersonalDataRequest,
} from '@gx/contracts/charge';
import { newId, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { grpcService } from '@gx/runtime/grpc';
import { serveRpcs, testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops } from './harness.ts';

const CPF = '529.982.247-25';
const ACCOUNT = newId('account');
const CHARGES = [newId('charge'), newId('charge'), newId('charge')];
const AT = Date.parse('2026-11-21T12:00:00.000Z');
const values = { 'customer.name': 'Ana', 'customer.document': '52998224725' };
const recordOf = (chargeId: string) => ({
  tenant: { accountId: ACCOUNT, livemode: true },
  chargeId,
  createdAtMs: AT,
  values,
});

/** The charge service as an operator meets it: it erases in as many answers as it is given. */
async function chargeService(t: ExecutionContext, answers: MessageInit<ErasePersonalDataResponse>[] = []) {
  const erasures: ErasePersonalDataRequest[] = [];
  const exports: ExportPersonalDataRequest[] = [];
  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    ErasePersonalData(_ctx, request) {
      erasures.push(request);
      const answer = answers.shift();
      if (answer === undefined)
        throw new Refusal('unprocessable_entity', 'The customer can still pay: x.', { reason: 'charge_open' });
      return answer;
    },
    ExportPersonalData(_ctx, request) {
      exports.push(request);
      const from = request.startingAfter === undefined ? 0 : CHARGES.indexOf(request.startingAfter as never) + 1;
      return { records: CHARGES.slice(from, from + 2).map(recordOf), hasMore: from === 0 };
    },
  };
  const host = testHost('stand-in');
  const { port } = await serveRpcs(host, grpcService(SERVICES.charge, handlers as Handlers<typeof SERVICES.charge>));
  t.teardown(host.stop);
  return { erasures, exports, env: { CHARGE_ADDRESS: `127.0.0.1:${port}` } };
}

test('privacy erase goes on until no key is left and none is known, and says what is gone', async (t) => {
  const answers = [
    { keys: 0, charges: 0, waitMs: 30, inForceAfterMs: 0 },
    { keys: 1, charges: 2, waitMs: 30, inForceAfterMs: 30 },
    { keys: 1, charges: 5, waitMs: 0, inForceAfterMs: 30 },
  ];
  const { env, erasures } = await chargeService(t, answers);
  const began = performance.now();
  const { code, out, err } = await ops(['privacy', 'erase', '--document', CPF, '--account', `acc_${ACCOUNT}`], env);
  t.deepEqual(
    [code, out, err],
    [0, 'Erased: 2 of its keys are destroyed, 7 charges and their events say nothing of it any more.\n', ''],
  );
  t.true(performance.now() - began >= 85, 'three waits of 30 ms');
  t.deepEqual(
    erasures,
    Array.from({ length: 3 }, () => ({ document: CPF, accountId: ACCOUNT })),
  );
});

test('privacy erase of nobody says so; a refusal of the service is one line', async (t) => {
  const { env } = await chargeService(t, [{ keys: 0, charges: 0, waitMs: 0, inForceAfterMs: 0 }]);
  const nobody = await ops(['privacy', 'erase', '--document', CPF], env);
  t.deepEqual([nobody.code, nobody.out], [0, 'No charge names this customer: nothing is left to erase.\n']);
  const open = await ops(['privacy', 'erase', '--document', CPF], env);
  t.deepEqual([open.code, open.err], [2, 'ops: The customer can still pay: x.\n']);
});

test('privacy export prints every page, as a table or as JSON', async (t) => {
  const { env, exports } = await chargeService(t);
  const json = await ops(['privacy', 'export', '--document', CPF, '--json'], env);
  t.deepEqual(
    JSON.parse(json.out),
    CHARGES.map((id) => ({
      accountId: `acc_${ACCOUNT}`,
      mode: 'live',
      chargeId: `ch_${id}`,
      createdAt: '2026-11-21T12:00:00.000Z',
      values,
    })),
  );
  t.deepEqual(exports, [{ document: CPF }, { document: CPF, startingAfter: CHARGES[1] }] as never);
  const { out } = await ops(['privacy', 'export', '--document', CPF], env);
  t.is(out.split('\n').filter((line) => line.includes('customer.document')).length, 3);
});

test('privacy by a charge: of a customer without a document, and not beside one', async (t) => {
  const { env, erasures } = await chargeService(t, [{ keys: 1, charges: 1, waitMs: 0, inForceAfterMs: 0 }]);
  const [id = ''] = CHARGES;
  t.is((await ops(['privacy', 'erase', '--charge', `ch_${id}`], env)).code, 0);
  t.deepEqual(erasures, [{ document: '', chargeId: id }]);
  for (const named of [[], ['--charge', id, '--document', CPF]]) {
    const refused = await ops(['privacy', 'export', ...named], env);
    t.deepEqual(
      [refused.code, refused.err],
      [2, 'ops: Name the customer by --document, or one without a document by --charge.\n'],
    );
  }
});

test('privacy encrypt walks to the end, and says what is left to be run again', async (t) => {
  const requests: EncryptPersonalDataRequest[] = [];
  const steps = [
    { encrypted: 500, left: 0, unreadable: 0, next: 'one' },
    { encrypted: 3, left: 2, unreadable: 1 },
    { encrypted: 2, left: 0, unreadable: 0 },
  ];
  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    EncryptPersonalData(_ctx, request) {
      requests.push(request);
      return steps.shift() ?? { encrypted: 0, left: 0, unreadable: 0 };
    },
  };
  const host = testHost('stand-in');
  const { port } = await serveRpcs(host, grpcService(SERVICES.charge, handlers as Handlers<typeof SERVICES.charge>));
  t.teardown(host.stop);
  const env = { CHARGE_ADDRESS: `127.0.0.1:${port}` };
  const first = await ops(['privacy', 'encrypt'], env);
  t.is(first.code, 1);
  t.true(first.out.startsWith('Encrypted: 503 charges'), first.out);
  t.regex(first.out, /1 keep who paid under an encryption key.*\n2 were being changed: run this again/);
  t.deepEqual(requests, [{}, { after: 'one' }]);
  t.is((await ops(['privacy', 'encrypt'], env)).code, 0);
});
