import { isoMillis, newId, Refusal, unavailable } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { ask, type Edge, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { FOREIGN_ID } from './harness/stand-ins.ts';

const test = testOnOneEdge();
const VALID = { amount: 1_000, payment_method: 'pix' };
const forms = (id: string): string[] => [`ch_${id}`, `tx_${id}`, id];

/** A merchant with a charge of its own; `id` is raw. */
async function withCharge({ url, keys }: Edge, body: object = {}) {
  const key = keys.state.issue();
  const headers = { 'idempotency-key': uniqueName('idem') };
  const created = await ask(`${url}/v1/charges`, { key, json: { ...VALID, ...body }, headers });
  const at = (id: string, act: string): string => `${url}/v1/payments/${id}/${act}`;
  const id = String(created.body['id']).slice(3);
  return {
    key,
    id,
    at,
    cancel: (form = id) => ask(at(form, 'cancel'), { key, method: 'POST' }),
    refund: (json: object, form = id) => ask(at(form, 'refund'), { key, json }),
    refunds: (form = id) => ask(at(form, 'refunds'), { key }),
  };
}

const AT = Date.parse('2026-11-21T12:00:00.007Z');

test('200 cancel answers the whole transaction: every field of the specification, none beside, by ch_, tx_ and raw id', async (t) => {
  for (const form of [0, 1, 2]) {
    const { id, cancel } = await withCharge(t.context, { metadata: { order: 7 }, description: 'x' });
    t.context.charge.state.change(id, { createdAtMs: AT, metadataJson: '{"order":7,"description":"x"}' });
    const { status, body } = await cancel(forms(id)[form]);
    t.is(status, 200);
    const { pixQrCode, pixCopyPaste, ...rest } = body;
    t.is(
      Buffer.from(String(pixQrCode).replace('data:image/png;base64,', ''), 'base64').subarray(1, 4).toString(),
      'PNG',
    );
    t.regex(String(pixCopyPaste), /^000201.+6304[0-9A-F]{4}$/);
    t.deepEqual(rest, {
      id: `tx_${id}`,
      status: 'CANCELLED',
      amount: 1_000,
      currency: 'BRL',
      paymentMethods: ['PIX'],
      paidWith: null,
      pixExpiresAt: isoMillis(new Date(1_800_000_000_000)),
      cardRedirectUrl: null,
      mbEntity: null,
      mbReference: null,
      mbExpiresAt: null,
      boletoBarcode: null,
      boletoLine: null,
      boletoPdfUrl: null,
      boletoExpiresAt: null,
      cryptoAddress: null,
      cryptoAmount: null,
      cryptoNetwork: null,
      cryptoCurrency: null,
      providerFee: 0,
      platformFee: 0,
      netAmount: 1_000,
      metadata: { order: 7, description: 'x' },
      createdAt: isoMillis(new Date(AT)),
      paidAt: null,
    });
    t.true(t.context.charge.state.cancels.some((request) => request.id === id));
  }
});

test('200 cancel keeps the image even where charges only carry its address', async (t) => {
  const plain = await t.context.gateway({ QR_CODE_BASE64: 'off' });
  const { id, key } = await withCharge(t.context);
  const { body } = await ask(`${plain.url}/v1/payments/${id}/cancel`, { key, method: 'POST' });
  t.regex(String(body['pixQrCode']), /^data:image\/png;base64,iVBORw0K/);
});

test('a cancel waits longer than two calls to a bank, and less than the slowest client of ours', async (t) => {
  const { cancel } = await withCharge(t.context);
  t.is((await cancel()).status, 200);
  for (const ms of t.context.charge.state.cancelWaits) t.true(ms > 10_000 && ms <= 12_000, String(ms));
});

test('422 cancel of a charge that is settled, or whose money was just accepted; 503 while the bank does not answer', async (t) => {
  const { charge } = t.context;
  const { id, cancel } = await withCharge(t.context);
  charge.state.beforeCancel = async (own) => {
    if (own.id === id) throw unavailable('The bank does not answer.');
  };
  const absent = await cancel();
  refusedWith(t, absent, 503, 'service_unavailable');
  t.is(absent.headers.get('retry-after'), '1');
  charge.state.beforeCancel = async () => undefined;
  for (const status of ['PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED'] as const) {
    charge.state.change(id, { status });
    t.is(refusedWith(t, await cancel(), 422, 'unprocessable_entity')['reason'], 'charge_not_cancellable', status);
  }
});

test('201 a refund: its seven fields and who ordered it, PENDING, tx_ and re_ ids, by ch_, tx_ and raw id', async (t) => {
  const { id, refund } = await withCharge(t.context);
  for (const form of forms(id)) {
    const { status, body, headers } = await refund(
      { idempotencyKey: uniqueName('refund'), amount: 400, reason: 'wrong size' },
      form,
    );
    t.is(status, 201);
    t.is(headers.get('idempotent-replayed'), null);
    const { id: refundId, createdAt, ...rest } = body;
    t.regex(String(refundId), /^re_[0-9a-f-]{36}$/);
    t.regex(String(createdAt), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const wire = { transactionId: `tx_${id}`, amount: 400, currency: 'BRL', status: 'PENDING', reason: 'wrong size' };
    t.deepEqual(rest, { ...wire, initiator: 'merchant' });
  }
  t.is((await refund({ idempotencyKey: uniqueName('refund') })).body['reason'], null);
});

test('201 a replay is the first answer again, PENDING whatever became of it, and says so; by any form of the id', async (t) => {
  const { id, refund } = await withCharge(t.context);
  const body = { idempotencyKey: uniqueName('refund'), amount: 400, destinationKey: '52998224725' };
  const first = await refund(body, `tx_${id}`);
  t.context.refund.state.change(String(first.body['id']).slice(3), { status: 'REFUNDED' });
  const reordered = { destinationKey: '529.982.247-25', amount: 400, idempotencyKey: body.idempotencyKey };
  for (const again of [await refund(body, id), await refund(reordered, `ch_${id}`)]) {
    t.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
    t.deepEqual(again.body, first.body);
  }
});

test('409 one idempotencyKey for another amount or for another charge; the header of that name counts for nothing', async (t) => {
  const { key, id, at, refund } = await withCharge(t.context);
  const idempotencyKey = uniqueName('refund');
  t.is((await refund({ idempotencyKey, amount: 400 })).status, 201);
  refusedWith(t, await refund({ idempotencyKey, amount: 401 }), 409, 'idempotency_key_reused');
  refusedWith(t, await refund({ idempotencyKey, amount: 400 }, newId('charge')), 409, 'idempotency_key_reused');
  const headers = { 'idempotency-key': uniqueName('header') };
  const byHeader = await ask(at(id, 'refund'), { key, json: { amount: 400 }, headers });
  t.is(refusedWith(t, byHeader, 400, 'invalid_request')['param'], 'idempotencyKey');
  const again = await ask(at(id, 'refund'), { key, json: { idempotencyKey, amount: 400 }, headers });
  t.is(again.headers.get('idempotent-replayed'), 'true');
});

test('400 a refund names each failing field in param and details, and nothing is called', async (t) => {
  const { id, refund } = await withCharge(t.context);
  const key = uniqueName('refund');
  const rows: [object, string, string][] = [
    [{}, 'invalid_request', 'idempotencyKey'],
    [{ idempotencyKey: '1234567' }, 'invalid_request', 'idempotencyKey'],
    [{ idempotencyKey: key, amount: 0 }, 'invalid_amount', 'amount'],
    [{ idempotencyKey: key, amount: -5 }, 'invalid_amount', 'amount'],
    [{ idempotencyKey: key, reason: 'x'.repeat(501) }, 'invalid_request', 'reason'],
    [{ idempotencyKey: key, strategy: 'ted' }, 'invalid_request', 'strategy'],
    [{ idempotencyKey: key, passFeeToTenant: 'no' }, 'invalid_request', 'passFeeToTenant'],
    [{ idempotencyKey: key, destinationKey: 'nobody' }, 'invalid_request', 'destinationKey'],
    [{ idempotencyKey: key, strategy: 'devolution', passFeeToTenant: true }, 'invalid_request', 'passFeeToTenant'],
  ];
  for (const [json, code, param] of rows) t.is(refusedWith(t, await refund(json), 400, code)['param'], param);
  t.false(t.context.refund.state.requests.some(({ chargeId }) => chargeId === id));
});

test('the refund service receives exactly what the body says, and for what it leaves out, nothing', async (t) => {
  const { id, refund } = await withCharge(t.context);
  const orderedRefund = (): object => {
    const request = t.context.refund.state.requests.findLast(({ chargeId }) => chargeId === id);
    const { tenant: _, requestHash, clientAddress, ...rest } = request ?? { requestHash: '' };
    t.regex(requestHash, /^v1:[0-9a-f]{64}$/);
    t.is(clientAddress, '127.0.0.1');
    return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('_')));
  };
  const idempotencyKey = uniqueName('refund');
  await refund({ idempotencyKey, amount: null, reason: null, strategy: null, x: 1 });
  t.deepEqual(orderedRefund(), { chargeId: id, idempotencyKey, strategy: 'STRATEGY_UNSPECIFIED' });
  const full = { idempotencyKey: uniqueName('refund'), amount: 7, reason: 'a', passFeeToTenant: true };
  await refund({ ...full, strategy: 'cashout', destinationKey: 'ana@example.com' });
  t.deepEqual(orderedRefund(), { ...full, chargeId: id, strategy: 'CASHOUT', destinationKey: 'ana@example.com' });
  const devolution = { idempotencyKey: uniqueName('refund'), passFeeToTenant: false };
  await refund({ ...devolution, strategy: 'devolution' });
  t.deepEqual(orderedRefund(), { ...devolution, chargeId: id, strategy: 'DEVOLUTION' });
});

test('what the refund service refuses arrives whole: code, reason, param and details', async (t) => {
  const { id, refund } = await withCharge(t.context);
  const short = [
    { param: 'available', message: '980' },
    { param: 'required', message: '1000' },
  ];
  // biome-ignore format: one row per refusal, read as a table
  const rows: [Refusal, number, object][] = [
    [new Refusal('invalid_amount', 'More than is left.', { param: 'amount' }), 400, { param: 'amount', details: [{ param: 'amount', message: 'More than is left.' }] }],
    [new Refusal('invalid_request', 'No destination.', { param: 'destinationKey' }), 400, { param: 'destinationKey' }],
    [new Refusal('unprocessable_entity', 'Not paid.', { reason: 'charge_not_refundable' }), 422, { reason: 'charge_not_refundable' }],
    [new Refusal('unprocessable_entity', 'Too late.', { reason: 'devolution_window_expired' }), 422, { reason: 'devolution_window_expired' }],
    [new Refusal('unprocessable_entity', 'Available 980, required 1000.', { reason: 'insufficient_balance', details: short }), 422, { reason: 'insufficient_balance', details: short, message: 'Available 980, required 1000.' }],
    [new Refusal('REFUND_NOT_SUPPORTED', 'This bank sends no Pix.'), 422, { message: 'This bank sends no Pix.' }],
    [unavailable('Later.'), 503, { message: 'Later.' }],
  ];
  for (const [refusal, status, more] of rows) {
    t.context.refund.state.refuse = ({ chargeId }) => (chargeId === id ? refusal : undefined);
    t.like(refusedWith(t, await refund({ idempotencyKey: uniqueName('refund') }), status, refusal.code), more);
  }
});

test('200 refunds: {data, total}, newest first, each with its seven fields and its status of now; a failed one says why', async (t) => {
  const { id, refund, refunds } = await withCharge(t.context);
  t.deepEqual((await refunds()).body, { data: [], total: 0 });
  const first = await refund({ idempotencyKey: uniqueName('refund'), amount: 300, reason: 'a' });
  const second = await refund({ idempotencyKey: uniqueName('refund'), amount: 200 });
  t.context.refund.state.change(String(first.body['id']).slice(3), { status: 'FAILED', failureCode: 'AC06' });
  for (const form of forms(id)) {
    const { status, body } = await refunds(form);
    t.is(status, 200);
    t.deepEqual(body, { data: [second.body, { ...first.body, status: 'FAILED', failureReason: 'AC06' }], total: 2 });
  }
});

test('200 refunds shows money that could not be kept, with its reason', async (t) => {
  const { id, refund, refunds } = await withCharge(t.context);
  const made = await refund({ idempotencyKey: uniqueName('refund') });
  const returned = { kind: 'RETURN', reason: 'AMOUNT_MISMATCH', strategy: 'DEVOLUTION' } as const;
  t.context.refund.state.change(String(made.body['id']).slice(3), returned);
  t.like((await refunds(id)).body, { data: [{ transactionId: `tx_${id}`, reason: 'AMOUNT_MISMATCH' }], total: 1 });
});

test('200 refunds shows what came back of a cashout; it stays REFUNDED', async (t) => {
  const { id, refund, refunds } = await withCharge(t.context);
  const made = await refund({ idempotencyKey: uniqueName('refund'), amount: 300 });
  t.false('returnedAmount' in made.body);
  for (const returnedAmount of [100, 300]) {
    t.context.refund.state.change(String(made.body['id']).slice(3), { status: 'REFUNDED', returnedAmount });
    t.deepEqual((await refunds()).body, { data: [{ ...made.body, status: 'REFUNDED', returnedAmount }], total: 1 });
  }
  t.deepEqual((await refunds(id)).body, (await refunds()).body);
});

test('401 without a key on each of the three, also for what is not there; 404 for what is no id, unknown, foreign', async (t) => {
  const { url, keys, charge, refund } = t.context;
  const key = keys.state.issue();
  const own = await withCharge(t.context);
  const acts = [
    { method: 'POST', act: 'cancel', json: undefined },
    { method: 'POST', act: 'refund', json: { idempotencyKey: uniqueName('refund') } },
    { method: 'GET', act: 'refunds', json: undefined },
  ];
  for (const { method, act, json } of acts) {
    for (const id of ['nonsense', FOREIGN_ID, own.id]) {
      const at = `${url}/v1/payments/${id}/${act}`;
      refusedWith(t, await ask(at, { method, json }), 401, 'unauthorized');
      refusedWith(t, await ask(at, { method, json, key: ` ${key}x` }), 401, 'unauthorized');
    }
  }
  t.false(charge.state.cancels.some(({ id }) => id === own.id));
  t.false([...refund.state.requests, ...refund.state.lists].some(({ chargeId }) => chargeId === own.id));
  for (const { method, act, json } of acts) {
    const errors = await Promise.all(
      ['nonsense', `re_${own.id}`, '%00', FOREIGN_ID, `ch_${FOREIGN_ID}`, `tx_${FOREIGN_ID}`].map(async (id) =>
        refusedWith(t, await ask(`${url}/v1/payments/${id}/${act}`, { method, json, key }), 404, 'not_found'),
      ),
    );
    t.is(new Set(errors.map((error) => JSON.stringify(error))).size, 1, act);
  }
  refusedWith(t, await ask(own.at(own.id, 'cancel'), { method: 'POST', key }), 404, 'not_found');
});

test('whose it is goes with every call: account and world of the key, never of the path', async (t) => {
  const { url, keys, charge, refund } = t.context;
  const accountId = newId('account');
  const id = newId('charge');
  for (const environment of ['live', 'test'] as const) {
    const key = keys.state.issue(environment, accountId);
    const tenant = { accountId, livemode: environment === 'live' };
    refusedWith(t, await ask(`${url}/v1/payments/${id}/cancel`, { method: 'POST', key }), 404, 'not_found');
    await ask(`${url}/v1/payments/${id}/refund`, { key, json: { idempotencyKey: uniqueName('refund') } });
    await ask(`${url}/v1/payments/${id}/refunds`, { key });
    t.like(
      charge.state.cancels.findLast((request) => request.id === id),
      { tenant },
    );
    for (const received of [refund.state.requests, refund.state.lists]) {
      t.like(
        received.findLast(({ chargeId }) => chargeId === id),
        { tenant },
      );
    }
  }
});
