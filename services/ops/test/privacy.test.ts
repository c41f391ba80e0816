import {
  type MessageInit,
  type ErasePersonalDataResponse as PayeeErasure,
  type ErasePersonalDataRequest as PayeeErasureRequest,
  SERVICES,
} from '@gx/contracts';
import type {
  EncryptPersonalDataRequest,
  ErasePersonalDataRequest,
  ErasePersonalDataResponse,
  ExportPersonalDataRequest,
} from '@gx/contracts/charge';
import { newId, Refusal, wireId } from '@gx/core';
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

type PayoutOptions = { readonly erases?: readonly MessageInit<PayeeErasure>[]; readonly isRefusing?: boolean };
const [PAYOUT, TEXT] = [newId('payout'), 'Aluguel de Filomena'];
/** The payout service beside it, which knows nobody unless it has answers. */
async function payoutService(t: ExecutionContext, { erases = [], isRefusing = false }: PayoutOptions = {}) {
  const answers = [...erases];
  const erasures: PayeeErasureRequest[] = [];
  const handlers: Partial<Handlers<typeof SERVICES.payout>> = {
    ErasePersonalData(_ctx, request) {
      erasures.push(request);
      if (isRefusing)
        throw new Refusal('unprocessable_entity', 'Payouts have not ended: y.', { reason: 'payout_open' });
      return answers.shift() ?? { keys: 0, records: 0, waitMs: 0, inForceAfterMs: 0 };
    },
    ExportPersonalData: (_ctx, { person }) => ({
      records:
        person?.pixKey === ''
          ? []
          : [
              {
                tenant: { accountId: ACCOUNT, livemode: true },
                id: PAYOUT,
                createdAtMs: AT,
                values: { description: TEXT },
              },
            ],
      hasMore: false,
    }),
  };
  const host = testHost('stand-in');
  const { port } = await serveRpcs(host, grpcService(SERVICES.payout, handlers as Handlers<typeof SERVICES.payout>));
  t.teardown(host.stop);
  return { erasures, env: { PAYOUT_ADDRESS: `127.0.0.1:${port}` } };
}
const NOBODY_PAID =
  'payout: no payout under keys names this person, nothing is left to erase.\nrefund: no refund under keys names this person, nothing is left to erase.\n';

const REFUND = newId('refund');
/** The refund service beside them, which knows who is named by a Pix key. */
async function refundService(t: ExecutionContext) {
  const encryptions: EncryptPersonalDataRequest[] = [];
  const handlers: Partial<Handlers<typeof SERVICES.refund>> = {
    ErasePersonalData: (_ctx, { person }) => ({
      keys: person?.pixKey === '' ? 0 : 1,
      records: person?.pixKey === '' ? 0 : 2,
      waitMs: 0,
      inForceAfterMs: 0,
    }),
    ExportPersonalData: (_ctx, { person }) => ({
      records:
        person?.pixKey === ''
          ? []
          : [
              {
                tenant: { accountId: ACCOUNT, livemode: true },
                id: REFUND,
                createdAtMs: AT,
                values: { destinationKey: person?.pixKey ?? '' },
              },
            ],
      hasMore: false,
    }),
    EncryptPersonalData(_ctx, request) {
      encryptions.push(request);
      return request.after === undefined
        ? { encrypted: 20, left: 0, unreadable: 1, next: 'two' }
        : { encrypted: 4, left: 0, unreadable: 0 };
    },
  };
  const host = testHost('stand-in');
  const { port } = await serveRpcs(host, grpcService(SERVICES.refund, handlers as Handlers<typeof SERVICES.refund>));
  t.teardown(host.stop);
  return { encryptions, env: { REFUND_ADDRESS: `127.0.0.1:${port}` } };
}

test('privacy erase goes on until no key is left and none is known, and says what is gone', async (t) => {
  const answers = [
    { keys: 0, charges: 0, waitMs: 30, inForceAfterMs: 0 },
    { keys: 1, charges: 2, waitMs: 30, inForceAfterMs: 30 },
    { keys: 1, charges: 5, waitMs: 0, inForceAfterMs: 30 },
  ];
  const { env: ofCharge, erasures } = await chargeService(t, answers);
  const env = { ...ofCharge, ...(await payoutService(t)).env, ...(await refundService(t)).env };
  const began = performance.now();
  const { code, out, err } = await ops(['privacy', 'erase', '--document', CPF, '--account', `acc_${ACCOUNT}`], env);
  t.deepEqual(
    [code, out, err],
    [
      0,
      `charge: 2 keys are destroyed, 7 charges and their events say nothing of this person any more.\n${NOBODY_PAID}`,
      '',
    ],
  );
  t.true(performance.now() - began >= 85, 'three waits of 30 ms');
  t.deepEqual(
    erasures,
    Array.from({ length: 3 }, () => ({ document: CPF, accountId: ACCOUNT })),
  );
});

test('privacy erase of nobody says so; a refusal of the service is one line', async (t) => {
  const ofCharge = await chargeService(t, [{ keys: 0, charges: 0, waitMs: 0, inForceAfterMs: 0 }]);
  const env = { ...ofCharge.env, ...(await payoutService(t)).env, ...(await refundService(t)).env };
  const nobody = await ops(['privacy', 'erase', '--document', CPF], env);
  t.deepEqual(
    [nobody.code, nobody.out],
    [0, `charge: no charge under keys names this person, nothing is left to erase.\n${NOBODY_PAID}`],
  );
  const open = await ops(['privacy', 'erase', '--document', CPF], env);
  t.deepEqual([open.code, open.out, open.err], [2, NOBODY_PAID, 'ops: charge: The customer can still pay: x.\n']);
});

test('privacy export prints every page, as a table or as JSON', async (t) => {
  const { env: ofCharge, exports } = await chargeService(t);
  const env = { ...ofCharge, ...(await payoutService(t)).env, ...(await refundService(t)).env };
  const json = await ops(['privacy', 'export', '--document', CPF, '--json'], env);
  t.deepEqual(
    JSON.parse(json.out),
    CHARGES.map((id) => ({
      accountId: `acc_${ACCOUNT}`,
      mode: 'live',
      id: `ch_${id}`,
      createdAt: '2026-11-21T12:00:00.000Z',
      values,
    })),
  );
  t.deepEqual(exports, [{ document: CPF }, { document: CPF, startingAfter: CHARGES[1] }] as never);
  const { out } = await ops(['privacy', 'export', '--document', CPF], env);
  t.is(out.split('\n').filter((line) => line.includes('customer.document')).length, 3);
});

test('privacy erase: a service that refuses stops no other, and is named; repeated, it goes on', async (t) => {
  const done = [{ keys: 1, charges: 1, waitMs: 0, inForceAfterMs: 0 }];
  const [charge, payout] = [await chargeService(t, done), await payoutService(t, { isRefusing: true })];
  const env = { ...charge.env, ...payout.env, ...(await refundService(t)).env };
  const { code, out, err } = await ops(['privacy', 'erase', '--document', CPF], env);
  t.deepEqual(
    [code, out, err],
    [
      2,
      'charge: 1 keys are destroyed, 1 charges and their events say nothing of this person any more.\nrefund: no refund under keys names this person, nothing is left to erase.\n',
      'ops: payout: Payouts have not ended: y.\n',
    ],
  );
});

test('privacy by a charge: charge alone is called', async (t) => {
  const { env, erasures } = await chargeService(t, [{ keys: 1, charges: 1, waitMs: 0, inForceAfterMs: 0 }]);
  const [id = ''] = CHARGES;
  t.is((await ops(['privacy', 'erase', '--charge', `ch_${id}`], env)).code, 0);
  t.deepEqual(erasures, [{ document: '', chargeId: id }]);
});

test('privacy by a Pix key: payout and refund are called', async (t) => {
  const payout = await payoutService(t, { erases: [{ keys: 1, records: 1, waitMs: 0, inForceAfterMs: 0 }] });
  const env = { ...payout.env, ...(await refundService(t)).env };
  const pixKey = 'zuleica@gaiola.example';
  const erased = await ops(['privacy', 'erase', '--pix-key', pixKey, '--account', ACCOUNT], env);
  t.deepEqual(
    [erased.code, erased.out],
    [
      0,
      'payout: 1 keys are destroyed, 1 payouts and their events say nothing of this person any more.\nrefund: 1 keys are destroyed, 2 refunds and their events say nothing of this person any more.\n',
    ],
  );
  t.deepEqual(payout.erasures, [{ person: { document: '', pixKey, accountId: ACCOUNT } }]);
  const exported = await ops(['privacy', 'export', '--pix-key', pixKey, '--json'], env);
  t.like(JSON.parse(exported.out), [
    { id: `po_${PAYOUT}`, values: { description: TEXT } },
    { id: wireId('refund', REFUND), values: { destinationKey: pixKey } },
  ]);
  for (const named of [
    [],
    ['--document', CPF, '--pix-key', pixKey],
    ['--document', CPF, '--charge', CHARGES[0] ?? ''],
  ]) {
    const refused = await ops(['privacy', 'erase', ...named], env);
    t.deepEqual([refused.code, refused.err], [2, 'ops: Name a person by one of --document, --charge and --pix-key.\n']);
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
  const refund = await refundService(t);
  const env = { CHARGE_ADDRESS: `127.0.0.1:${port}`, ...refund.env };
  const first = await ops(['privacy', 'encrypt'], env);
  t.is(first.code, 1);
  t.true(first.out.startsWith('Encrypted: 503 charges'), first.out);
  t.regex(first.out, /1 of who paid and of evidence do not open.*\nEncrypted: 24 refunds.*\n1 refunds do not open/);
  t.regex(first.out, /\n2 were being changed: run this again/);
  t.deepEqual(refund.encryptions, [{}, { after: 'two' }]);
  t.deepEqual(requests, [{}, { after: 'one' }]);
  t.is((await ops(['privacy', 'encrypt'], env)).code, 0);
});
