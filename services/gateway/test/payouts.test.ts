import { newId, type Reason, Refusal } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { ask, type Edge, refusedWith, startEdge, testOnOneEdge } from './harness/gateway.ts';
import { DECIDER_ID } from './harness/payout-stand-in.ts';

const test = testOnOneEdge();
const VALID = { amount: 1_000, destination: { pix_key: 'ana@example.com' } };
const JWT = { authorization: 'Bearer header.claims.signature' };
const create = (url: string, key: string, json: unknown = VALID, idempotencyKey: string = uniqueName('idem')) =>
  ask(`${url}/v1/payouts`, { key, json, headers: { 'idempotency-key': idempotencyKey } });
const newPayout = async (url: string, key: string, json: object = VALID): Promise<string> =>
  String((await create(url, key, json)).body['id']);

test('201 a payout, and the same payout by po_ and raw id', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const made = await create(url, key, { ...VALID, description: 'Invoice 77', metadata: { invoice: 7, _x: 1 } });
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
  const first = await textOf(VALID);
  t.is(first.replayed, null);
  payout.state.change(String((JSON.parse(first.text) as { id: string }).id).slice(3), { status: 'PAID' });
  const again = await textOf({ destination: { pix_key: 'Ana@example.com' }, currency: 'BRL', amount: 1_000 });
  t.deepEqual(again, { replayed: 'true', text: first.text });
});

test('409 same key, other body; the same key of a charge is no matter', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const idempotencyKey = uniqueName('idem');
  t.is((await create(url, key, VALID, idempotencyKey)).status, 201);
  const other = await create(url, key, { ...VALID, amount: 1_001 }, idempotencyKey);
  t.is(refusedWith(t, other, 409, 'idempotency_key_reused')['type'], 'conflict_error');
  const headers = { 'idempotency-key': idempotencyKey };
  const charge = await ask(`${url}/v1/charges`, { key, json: { amount: 1_000, payment_method: 'pix' }, headers });
  t.deepEqual([charge.status, charge.headers.get('idempotent-replayed')], [201, null]);
});

test('400 without Idempotency-Key, with one of 7 or of 129 characters: nothing is called', async (t) => {
  const { url, keys, payout } = await startEdge(t);
  const key = keys.state.issue();
  for (const bad of [undefined, '1234567', 'x'.repeat(129)]) {
    const headers: Record<string, string> = bad === undefined ? {} : { 'idempotency-key': bad };
    const answer = await ask(`${url}/v1/payouts`, { key, json: VALID, headers });
    t.is(refusedWith(t, answer, 400, 'invalid_request')['param'], 'Idempotency-Key');
  }
  t.is(payout.state.requests.length, 0);
});

test('400 the field itself is named, nested as it is: nothing is called', async (t) => {
  const { url, keys, payout } = await startEdge(t);
  const key = keys.state.issue();
  const account = { ispb: '1', branch: '1', account: '1', account_type: 'checking', holder_name: 'Ana' };
  for (const [destination, param] of [
    [{}, 'destination'],
    [{ pix_key: 'x' }, 'destination.pix_key'],
    [{ pix_key: '11987654374' }, 'destination.pix_key_type'],
    [{ bank_account: { ...account, holder_document: '52998224725' } }, 'destination.bank_account.ispb'],
    [{ br_code: 'x' }, 'destination.br_code'],
  ] as const)
    t.is(refusedWith(t, await create(url, key, { amount: 1, destination }), 400, 'invalid_request')['param'], param);
  t.is(payout.state.requests.length, 0);
});

test('the service is asked for exactly what the body says, and is told nothing that it does not', async (t) => {
  const { url, keys, payout } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('live', accountId);
  const askedFor = async (json: object) => {
    t.is((await create(url, key, json)).status, 201);
    const request = payout.state.requests.findLast(({ tenant }) => tenant?.accountId === accountId);
    const kept = Object.entries(request ?? {}).filter(([name, value]) => !name.startsWith('_') && value !== null);
    const { idempotencyKey: _, requestHash, ...rest } = Object.fromEntries(kept);
    t.regex(String(requestHash), /^v1:/);
    return JSON.parse(JSON.stringify(rest)) as object;
  };
  const plain = { tenant: { accountId, livemode: true }, amount: 1_000, currency: 'BRL', allowDuplicate: false };
  t.deepEqual(await askedFor(VALID), { ...plain, pixKey: { key: 'ana@example.com', type: 'email' } });
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
  t.deepEqual(await askedFor(all), {
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

type Refused = readonly [status: number, code: string, reason: Reason];
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
    const edge = await startEdge(t);
    edge.payout.state.refuse = () => new Refusal(code as 'unprocessable_entity', 'No.', { reason });
    const refused = refusedWith(t, await create(edge.url, edge.keys.state.issue()), status, code);
    t.is(refused['reason'], reason);
  });

test('the list asks for 25 payouts without a filter, and for exactly what its query names', async (t) => {
  const { url, keys, payout } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const listed = async (query: string) => {
    t.is((await ask(`${url}/v1/payouts${query}`, { key })).status, 200, query);
    return payout.state.lists.findLast(({ tenant }) => tenant?.accountId === accountId);
  };
  t.like(await listed(''), { limit: 25, status: 'STATUS_UNSPECIFIED' });
  for (const status of ['pending', 'processing', 'paid', 'failed', 'cancelled'])
    t.like(await listed(`?status=${status}`), { status: status.toUpperCase() } as object);
  t.like(await listed('?created_after=2026-01-01&created_before=2026-01-31'), {
    createdAfterMs: Date.parse('2026-01-01T00:00:00.000Z'),
    createdBeforeMs: Date.parse('2026-01-31T23:59:59.999Z'),
  });
});

test('next_cursor is the last payout of the page while there is more, and takes the list on from there', async (t) => {
  const { url, keys, payout } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  for (let i = 0; i < 3; i += 1) await newPayout(url, key, { ...VALID, amount: 1_000 + i });
  const { body } = await ask(`${url}/v1/payouts?limit=2`, { key });
  const page = body as { data: { id: string }[]; has_more: boolean; next_cursor: string };
  t.deepEqual([page.data.length, page.has_more, page.next_cursor], [2, true, page.data[1]?.id]);
  await ask(`${url}/v1/payouts?starting_after=${page.next_cursor}`, { key });
  t.is(payout.state.lists.at(-1)?.startingAfter, page.next_cursor.slice(3));
});

test('400 invalid_cursor: one of no form here, one that is nobody’s from the service', async (t) => {
  const edge = await startEdge(t);
  const key = edge.keys.state.issue();
  for (const cursor of ['x', `ch_${newId('charge')}`])
    refusedWith(t, await ask(`${edge.url}/v1/payouts?starting_after=${cursor}`, { key }), 400, 'invalid_cursor');
  t.is(edge.payout.state.lists.length, 0);
  edge.payout.state.refuse = () => new Refusal('invalid_cursor', 'No.', { param: 'starting_after' });
  const foreign = await ask(`${edge.url}/v1/payouts?starting_after=po_${newId('payout')}`, { key });
  t.is(refusedWith(t, foreign, 400, 'invalid_cursor')['param'], 'starting_after');
});

test('400 a status that is none, and a parameter that is none, name themselves', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  for (const [query, param] of [
    ['status=PAID', 'status'],
    ['limit=101', 'limit'],
    ['page=2', 'page'],
    ['state=paid', 'state'],
  ])
    t.is(refusedWith(t, await ask(`${url}/v1/payouts?${query}`, { key }), 400, 'invalid_request')['param'], param);
});

test('200 a cancelled payout; 422 where it is too late', async (t) => {
  const edge = await startEdge(t);
  const key = edge.keys.state.issue();
  const id = await newPayout(edge.url, key);
  const cancel = () => ask(`${edge.url}/v1/payouts/${id}/cancel`, { method: 'POST', key });
  t.like(await cancel(), { status: 200, body: { id, status: 'cancelled', failure_code: null } });
  edge.payout.state.refuse = () =>
    new Refusal('unprocessable_entity', 'It is paid.', { reason: 'payout_not_cancellable' });
  t.is(refusedWith(t, await cancel(), 422, 'unprocessable_entity')['reason'], 'payout_not_cancellable');
});

for (const [act, expected] of [
  ['approve', { status: 'processing', failure_code: null }],
  ['reject', { status: 'failed', failure_code: 'rejected' }],
] as const) {
  test(`200 ${act}: by a login token, and who did it and when`, async (t) => {
    const { url, keys, payout } = t.context;
    const id = await newPayout(url, keys.state.issue());
    const decided = await ask(`${url}/v1/payouts/${id}/${act}`, { method: 'POST', headers: JWT });
    t.like(decided, { status: 200, body: { id, ...expected } });
    t.deepEqual(decided.body['approval'], { required: true, by: `usr_${DECIDER_ID}`, at: '2026-09-21T14:14:20.000Z' });
    t.like(payout.state.decisions.at(-1), { accessToken: 'header.claims.signature', payoutId: id.slice(3) });
  });

  test(`401 ${act} by an API key, which says what to send; 404 of no payout`, async (t) => {
    const { url, keys } = t.context;
    const key = keys.state.issue();
    const id = await newPayout(url, key);
    const refused = refusedWith(
      t,
      await ask(`${url}/v1/payouts/${id}/${act}`, { method: 'POST', key }),
      401,
      'unauthorized',
    );
    t.deepEqual(
      [refused['param'], String(refused['message']).startsWith('An API key does not open this route')],
      ['Authorization', true],
    );
    for (const none of [`po_${newId('payout')}`, 'x'])
      refusedWith(t, await ask(`${url}/v1/payouts/${none}/${act}`, { method: 'POST', headers: JWT }), 404, 'not_found');
  });

  for (const [status, code, reason] of [
    [403, 'forbidden', 'role_not_allowed'],
    [422, 'unprocessable_entity', 'payout_not_awaiting_approval'],
  ] as const)
    test(`${status} ${act} that is refused with ${reason}`, async (t) => {
      const edge = await startEdge(t);
      const id = await newPayout(edge.url, edge.keys.state.issue());
      edge.payout.state.refuse = () => new Refusal(code, 'No.', { reason });
      const answer = await ask(`${edge.url}/v1/payouts/${id}/${act}`, { method: 'POST', headers: JWT });
      t.is(refusedWith(t, answer, status, code)['reason'], reason);
    });
}

const READS = (id: string) =>
  [
    ['GET', `/v1/payouts/${id}`],
    ['POST', `/v1/payouts/${id}/cancel`],
    ['GET', `/v1/test_helpers/payouts/${id}/bank`],
  ] as const;

test('404 a payout of another account or of the other environment, as one that there is not', async (t) => {
  const { url, keys } = t.context;
  const accountId = newId('account');
  const id = await newPayout(url, keys.state.issue('live', accountId));
  const foreign = [keys.state.issue('test', accountId), keys.state.issue('test')];
  const messages = new Set<unknown>();
  for (const key of foreign)
    for (const form of [id, `po_${newId('payout')}`, 'po_1'])
      for (const [method, path] of READS(form))
        messages.add(refusedWith(t, await ask(url + path, { method, key }), 404, 'not_found')['message']);
  t.deepEqual(
    [...messages],
    [
      'No such payout in this account and environment, test or live. The path takes the id of a payout: `po_<uuid>`, or the raw id.',
    ],
  );
  t.is(((await ask(`${url}/v1/payouts`, { key: foreign[0] ?? '' })).body['data'] as object[]).length, 0);
});

test('the bank’s books of a payout are there for a test key; a live key finds nothing', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const id = await newPayout(url, key);
  const books = await ask(`${url}/v1/test_helpers/payouts/${id}/bank`, { key });
  t.like(books, { status: 200, body: { amount: 1_000 } });
  const live = await ask(`${url}/v1/test_helpers/payouts/${id}/bank`, { key: keys.state.issue('live') });
  t.regex(String(refusedWith(t, live, 404, 'not_found')['message']), /^Test helpers need a test key/);
});

test('nothing of a destination is in a log, whether the payout is made or refused', async (t) => {
  const edge: Edge = await startEdge(t);
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
    await create(edge.url, key, { amount: 1, destination });
  const text = JSON.stringify(edge.host.lines);
  t.true(text.includes('/v1/payouts'));
  for (const secret of secrets) t.false(text.includes(secret), secret);
});
