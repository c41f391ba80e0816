import { type ErrorCode, newId, type Reason, Refusal } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { createPayout, PAYOUT } from './harness/payout-requests.ts';

const test = testOnOneEdge();

test('201 a payout, and the same payout by po_ and raw id', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const made = await createPayout(url, key, { ...PAYOUT, description: 'Invoice 77', metadata: { invoice: 7, _x: 1 } });
  t.is(made.status, 201);
  t.like(made.body, {
    object: 'payout',
    amount: 1_000,
    currency: 'BRL',
    status: 'pending',
    method: 'pix',
    destination: { type: 'email' },
    fee: 50,
    net_amount: 1_000,
    metadata: { invoice: 7 },
    description: 'Invoice 77',
  });
  const id = String(made.body['id']);
  t.regex(id, /^po_[0-9a-f-]{36}$/);
  for (const form of [id, id.slice(3)]) {
    const got = await ask(`${url}/v1/payouts/${form}`, { key });
    t.deepEqual([got.status, got.body], [200, made.body]);
  }
});

test('201 replays the first answer, byte for byte, whatever became of the payout, and says so', async (t) => {
  const { url, keys, payout } = t.context;
  const key = keys.state.issue();
  const idempotencyKey = uniqueName('idem');
  const textOf = async (json: object) => {
    const headers = { apikey: key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const response = await fetch(`${url}/v1/payouts`, { method: 'POST', headers, body: JSON.stringify(json) });
    return { replayed: response.headers.get('idempotent-replayed'), text: await response.text() };
  };
  const first = await textOf(PAYOUT);
  t.is(first.replayed, null);
  payout.state.change(String((JSON.parse(first.text) as { id: string }).id).slice(3), { status: 'PAID' });
  const again = await textOf({ destination: { pix_key: 'Ana@example.com' }, currency: 'BRL', amount: 1_000 });
  t.deepEqual(again, { replayed: 'true', text: first.text });
});

test('409 same key, other body; the same key of a charge is no matter', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const idempotencyKey = uniqueName('idem');
  t.is((await createPayout(url, key, PAYOUT, idempotencyKey)).status, 201);
  const other = await createPayout(url, key, { ...PAYOUT, amount: 1_001 }, idempotencyKey);
  t.is(refusedWith(t, other, 409, 'idempotency_key_reused')['type'], 'conflict_error');
  const headers = { 'idempotency-key': idempotencyKey };
  const charge = await ask(`${url}/v1/charges`, { key, json: { amount: 1_000, payment_method: 'pix' }, headers });
  t.deepEqual([charge.status, charge.headers.get('idempotent-replayed')], [201, null]);
});

test('400 without Idempotency-Key, with one of 7 or of 129 characters: nothing is called', async (t) => {
  const { url, keys, payout } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  for (const bad of [undefined, '1234567', 'x'.repeat(129)]) {
    const headers: Record<string, string> = bad === undefined ? {} : { 'idempotency-key': bad };
    const answer = await ask(`${url}/v1/payouts`, { key, json: PAYOUT, headers });
    t.is(refusedWith(t, answer, 400, 'invalid_request')['param'], 'Idempotency-Key');
  }
  t.false(payout.state.requests.some(({ tenant }) => tenant?.accountId === accountId));
});

test('400 the field itself is named, nested as it is: nothing is called', async (t) => {
  const { url, keys, payout } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const account = { ispb: '1', branch: '1', account: '1', account_type: 'checking', holder_name: 'Ana' };
  for (const [destination, param] of [
    [{}, 'destination'],
    [{ pix_key: 'x' }, 'destination.pix_key'],
    [{ pix_key: '11987654374' }, 'destination.pix_key_type'],
    [{ bank_account: { ...account, holder_document: '52998224725' } }, 'destination.bank_account.ispb'],
    [{ br_code: 'x' }, 'destination.br_code'],
  ] as const)
    t.is(
      refusedWith(t, await createPayout(url, key, { amount: 1, destination }), 400, 'invalid_request')['param'],
      param,
    );
  t.false(payout.state.requests.some(({ tenant }) => tenant?.accountId === accountId));
});

test('the request to the service is exactly what the body says', async (t) => {
  const { url, keys, payout } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('live', accountId);
  const requestOf = async (json: object) => {
    t.is((await createPayout(url, key, json)).status, 201);
    const request = payout.state.requests.findLast(({ tenant }) => tenant?.accountId === accountId);
    const kept = Object.entries(request ?? {}).filter(([name, value]) => !name.startsWith('_') && value !== null);
    const { idempotencyKey: _, requestHash, ...rest } = Object.fromEntries(kept);
    t.regex(String(requestHash), /^v1:/);
    return JSON.parse(JSON.stringify(rest)) as object;
  };
  const clientAddress = '127.0.0.1';
  const tenant = { accountId, livemode: true };
  const plain = { tenant, amount: 1_000, currency: 'BRL', allowDuplicate: false, clientAddress };
  t.deepEqual(await requestOf(PAYOUT), { ...plain, pixKey: { key: 'ana@example.com', type: 'email' } });
  const all = {
    amount: 1_000,
    destination: {
      bank_account: {
        ispb: '12345678',
        branch: '1',
        account: '12345',
        account_type: 'savings',
        holder_name: 'Ana',
        holder_document: '529.982.247-25',
      },
    },
    expected_recipient_tax_id: '529.982.247-25',
    description: 'Invoice',
    metadata: { a: 1 },
    scheduled_for: '2027-01-02T09:00:00-03:00',
    allow_duplicate: true,
  };
  t.deepEqual(await requestOf(all), {
    ...plain,
    bankAccount: {
      ispb: '12345678',
      branch: '1',
      account: '12345',
      accountType: 'savings',
      holderName: 'Ana',
      holderDocument: '52998224725',
    },
    expectedRecipientTaxId: '52998224725',
    description: 'Invoice',
    metadataJson: '{"a":1}',
    scheduledForMs: Date.parse('2027-01-02T12:00:00Z'),
    allowDuplicate: true,
  });
});

test('the user who issued the key goes along, whom the service lets approve nothing; of an operator’s key nobody', async (t) => {
  const { url, keys, payout } = t.context;
  const issuer = newId('user');
  const accountId = newId('account');
  const issuerOf = async (key: string) => {
    t.is((await createPayout(url, key)).status, 201);
    return payout.state.requests.findLast(({ tenant }) => tenant?.accountId === accountId)?.keyIssuerUserId;
  };
  const key = keys.state.issue('test', accountId, issuer);
  t.is(await issuerOf(key), issuer);
  t.is(await issuerOf(key), issuer, 'from the record in Redis, too');
  t.is(await issuerOf(keys.state.issue('test', accountId)), undefined);
});

type Refused = readonly [status: number, code: ErrorCode, reason: Reason];
const REFUSED: readonly Refused[] = [
  [422, 'unprocessable_entity', 'insufficient_balance'],
  [422, 'unprocessable_entity', 'no_provider_for_method'],
  [422, 'unprocessable_entity', 'capability_missing'],
  [422, 'unprocessable_entity', 'duplicate_suspected'],
  [403, 'fraud.payout_limit_exceeded', 'payout_per_payment'],
  [403, 'fraud.payout_limit_exceeded', 'payout_per_day'],
  [403, 'fraud.payout_limit_exceeded', 'payout_per_night'],
  [403, 'fraud.payout_limit_exceeded', 'payout_new_destination'],
];
for (const [status, code, reason] of REFUSED)
  test(`${status} a create that is refused with ${reason}`, async (t) => {
    const { url, keys, payout } = t.context;
    const accountId = newId('account');
    payout.state.refusals.set(accountId, new Refusal(code, 'No.', { reason }));
    const refused = refusedWith(t, await createPayout(url, keys.state.issue('test', accountId)), status, code);
    t.is(refused['reason'], reason);
  });

test('nothing of a destination is in a log, whether the payout is made or refused', async (t) => {
  const edge = t.context;
  const key = edge.keys.state.issue();
  const secrets = ['canary@example.com', '52998224725', 'Canaria Silva', '99887766'];
  const bank_account = {
    ispb: '12345678',
    branch: '1',
    account: '99887766',
    account_type: 'checking',
    holder_name: 'Canaria Silva',
    holder_document: '529.982.247-25',
  };
  for (const destination of [
    { pix_key: 'canary@example.com' },
    { pix_key: '52998224725', pix_key_type: 'evp' },
    { bank_account },
    { bank_account: { ...bank_account, ispb: 'x' } },
  ])
    await createPayout(edge.url, key, { amount: 1, destination });
  const text = JSON.stringify(edge.host.lines);
  t.true(text.includes('/v1/payouts'));
  for (const secret of secrets) t.false(text.includes(secret), secret);
});
