import { newId, Refusal } from '@gx/core';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { newPayout, PAYOUT } from './harness/payout-requests.ts';
import { DECIDER_ID } from './harness/payout-stand-in.ts';

const test = testOnOneEdge();
const JWT = { authorization: 'Bearer header.claims.signature' };

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
  for (let i = 0; i < 3; i += 1) await newPayout(url, key, { ...PAYOUT, amount: 1_000 + i });
  const { body } = await ask(`${url}/v1/payouts?limit=2`, { key });
  const page = body as { data: { id: string }[]; has_more: boolean; next_cursor: string };
  t.deepEqual([page.data.length, page.has_more, page.next_cursor], [2, true, page.data[1]?.id]);
  await ask(`${url}/v1/payouts?starting_after=${page.next_cursor}`, { key });
  const next = payout.state.lists.findLast(({ tenant }) => tenant?.accountId === accountId);
  t.is(next?.startingAfter, page.next_cursor.slice(3));
});

test('400 invalid_cursor: one of no form here, one that is nobody’s from the service', async (t) => {
  const { url, keys, payout } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  for (const cursor of ['x', `ch_${newId('charge')}`])
    refusedWith(t, await ask(`${url}/v1/payouts?starting_after=${cursor}`, { key }), 400, 'invalid_cursor');
  t.false(payout.state.lists.some(({ tenant }) => tenant?.accountId === accountId));
  payout.state.refusals.set(accountId, new Refusal('invalid_cursor', 'No.', { param: 'starting_after' }));
  const foreign = await ask(`${url}/v1/payouts?starting_after=po_${newId('payout')}`, { key });
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
  const { url, keys, payout } = t.context;
  const key = keys.state.issue();
  const id = await newPayout(url, key);
  const cancel = () => ask(`${url}/v1/payouts/${id}/cancel`, { method: 'POST', key });
  t.like(await cancel(), { status: 200, body: { id, status: 'cancelled', failure_code: null } });
  const late = new Refusal('unprocessable_entity', 'It is paid.', { reason: 'payout_not_cancellable' });
  payout.state.refusals.set(id.slice(3), late);
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
    const request = payout.state.decisions.find(({ payoutId }) => payoutId === id.slice(3));
    t.is(request?.accessToken, 'header.claims.signature');
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
      const { url, keys, payout } = t.context;
      const id = await newPayout(url, keys.state.issue());
      payout.state.refusals.set(id.slice(3), new Refusal(code, 'No.', { reason }));
      const answer = await ask(`${url}/v1/payouts/${id}/${act}`, { method: 'POST', headers: JWT });
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
  const { url, keys, payout } = t.context;
  const key = keys.state.issue();
  const id = await newPayout(url, key);
  const books = await ask(`${url}/v1/test_helpers/payouts/${id}/bank`, { key });
  t.deepEqual(books.body, {
    payout_id: id,
    id: 'a'.repeat(32),
    end_to_end_id: `E${'0'.repeat(31)}`,
    amount: 1_000,
    destination: 'a***@example.com',
    status: 'REALIZADO',
    code: null,
    reason: null,
    created_at: '2026-11-21T12:00:00.000Z',
    settled_at: '2026-11-21T12:00:01.000Z',
    returns: [{ id: `D${'0'.repeat(31)}`, amount: 1, at: '2026-11-21T12:00:05.000Z' }],
  });
  payout.state.unsent = id.slice(3);
  const unsent = await ask(`${url}/v1/test_helpers/payouts/${id}/bank`, { key });
  t.like(unsent.body, { payout_id: id, id: null, status: null, amount: null });
  t.deepEqual(unsent.body['returns'], []);
  const live = await ask(`${url}/v1/test_helpers/payouts/${id}/bank`, { key: keys.state.issue('live') });
  t.regex(String(refusedWith(t, live, 404, 'not_found')['message']), /^Test helpers need a test key/);
});
