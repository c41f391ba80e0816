import { randomBytes } from 'node:crypto';
import { newId } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();
const MIB = 1024 * 1024;
const at = (id: string, act = '') => `/v1/disputes/dp_${id}${act}`;
/** The id of a new charge. */
async function newCharge(url: string, key: string): Promise<string> {
  const headers = { 'idempotency-key': uniqueName('idem') };
  const { body } = await ask(`${url}/v1/charges`, { key, json: { amount: 1_990, payment_method: 'pix' }, headers });
  return String(body['id']);
}
const fileOf = (bytes: number, name = 'a.png') => ({ name, content: randomBytes(bytes).toString('base64') });

test('one dispute has every field of the contract, and null where it is not known until when evidence counts', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const chargeId = newId('charge');
  const id = charge.disputes.open(accountId, { chargeId });
  t.like((await ask(`${url}${at(id)}`, { key })).body, {
    id: `dp_${id}`,
    object: 'dispute',
    charge: `ch_${chargeId}`,
    amount: 1_990,
    currency: 'BRL',
    status: 'needs_response',
    reason: 'fraud',
    evidence_due_by: new Date(1_800_000_000_000).toISOString(),
    created_at: new Date(1_790_000_000_000).toISOString(),
  });
  const undated = charge.disputes.open(accountId, {}, 'undated');
  t.is((await ask(`${url}/v1/disputes/${undated}`, { key })).body['evidence_due_by'], null);
});

test('404 for a dispute of somebody else, and for what is no id', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const foreign = charge.disputes.open(newId('account'));
  for (const path of [at(foreign), at('x'), at(newId('dispute'), '/evidence'), at(foreign, '/accept')]) {
    const isRead = !/evidence|accept/.test(path);
    const json = path.endsWith('/evidence') ? { text: 'Entregue.' } : {};
    refusedWith(t, await ask(`${url}${path}`, isRead ? { key } : { key, json }), 404, 'not_found');
  }
});

test('the list asks for 25 disputes, for exactly what its query names, and goes on by cursor', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  for (let i = 0; i < 3; i += 1) charge.disputes.open(accountId);
  const last = () => charge.disputes.lists.findLast(({ tenant }) => tenant?.accountId === accountId);
  t.is((await ask(`${url}/v1/disputes`, { key })).status, 200);
  t.like(last(), { limit: 25, status: 'STATUS_UNSPECIFIED' });
  const chargeId = newId('charge');
  const { body } = await ask(`${url}/v1/disputes?limit=2&status=under_review&charge=ch_${chargeId}`, { key });
  t.like(last(), { limit: 2, status: 'UNDER_REVIEW', chargeId });
  const { data, has_more, next_cursor } = body as { data: { id: string }[]; has_more: boolean; next_cursor: string };
  t.deepEqual([data.length, has_more, next_cursor], [2, true, data[1]?.id]);
  await ask(`${url}/v1/disputes?starting_after=${next_cursor}`, { key });
  t.is(last()?.startingAfter, next_cursor.slice(3));
});

test('400 a cursor of no form, a status that is none, a charge that is none: each by its name', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  for (const [query, code, param] of [
    [`starting_after=ch_${newId('charge')}`, 'invalid_cursor', 'starting_after'],
    ['status=open', 'invalid_request', 'status'],
    ['charge=dp_1', 'invalid_request', 'charge'],
    ['limit=0', 'invalid_request', 'limit'],
    ['page=2', 'invalid_request', 'page'],
  ] as const)
    t.is(refusedWith(t, await ask(`${url}/v1/disputes?${query}`, { key }), 400, code)['param'], param);
});

test('five files of 1 MiB and a text are passed on as bytes; the dispute is under review', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const id = charge.disputes.open(accountId);
  const files = Array.from({ length: 5 }, (_, n) => fileOf(MIB, `${n}.pdf`));
  const { status, body } = await ask(`${url}${at(id, '/evidence')}`, { key, json: { text: 'Entregue.', files } });
  t.deepEqual([status, body['status']], [200, 'under_review']);
  const passedOn = charge.disputes.evidence.find((one) => one.id === id);
  t.is(passedOn?.text, 'Entregue.');
  t.deepEqual(
    passedOn?.files.map(({ name, content }) => ({ name, content: content.toString('base64') })),
    files,
  );
});

test('400 evidence of nothing, too many files, one too large, what is no base64: by its place, and nothing is passed on', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const id = charge.disputes.open(accountId);
  const content = 'AAAA';
  for (const [json, param] of [
    [{}, 'text'],
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(10_001) }, 'text'],
    [{ files: [] }, 'files'],
    [{ files: Array.from({ length: 6 }, () => fileOf(3)) }, 'files'],
    [{ files: 'AAAA' }, 'files'],
    [{ files: [{ content }] }, 'files.0.name'],
    [{ files: [{ name: 'a.png', content: '' }] }, 'files.0.content'],
    [{ files: [{ name: 'a.png', content: 'no base64!' }] }, 'files.0.content'],
    [{ files: [{ name: 'a.png', content: 'AAA' }] }, 'files.0.content'],
    [{ files: [fileOf(3), fileOf(MIB + 1)] }, 'files.1.content'],
    [{ files: [{ name: 'x'.repeat(256), content }] }, 'files.0.name'],
  ] as const) {
    const answer = await ask(`${url}${at(id, '/evidence')}`, { key, json });
    t.is(refusedWith(t, answer, 400, 'invalid_request')['param'], param, JSON.stringify(json).slice(0, 80));
  }
  t.false(charge.disputes.evidence.some((one) => one.id === id));
});

test('this route alone takes 8 MiB: more is refused there, and 64 KiB bound any other', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const id = charge.disputes.open(accountId);
  const text = 'x'.repeat(8 * MIB);
  const large = await ask(`${url}${at(id, '/evidence')}`, { key, json: { text } });
  t.is(refusedWith(t, large, 400, 'invalid_request')['message'], 'The request body is larger than 8192 KiB.');
  const other = await ask(`${url}${at(id, '/accept')}`, { key, json: { text: 'x'.repeat(65 * 1024) } });
  t.not(other.status, 500);
  const headers = { 'idempotency-key': uniqueName('idem') };
  const charges = await ask(`${url}/v1/charges`, { key, json: { description: 'x'.repeat(65 * 1024) }, headers });
  t.is(refusedWith(t, charges, 400, 'invalid_request')['message'], 'The request body is larger than 64 KiB.');
});

test('accepted: lost; 422 dispute_closed for whatever is answered to it afterwards', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const id = charge.disputes.open(accountId);
  const accept = () => ask(`${url}${at(id, '/accept')}`, { key, json: {} });
  t.like(await accept(), { status: 200, body: { status: 'lost' } });
  t.is(refusedWith(t, await accept(), 422, 'unprocessable_entity')['reason'], 'dispute_closed');
  const evidence = await ask(`${url}${at(id, '/evidence')}`, { key, json: { text: 'Entregue.' } });
  t.is(refusedWith(t, evidence, 422, 'unprocessable_entity')['reason'], 'dispute_closed');
});

test('simulate_dispute passes on what the bank is to play; nonsense is 400 by name, a live key 404', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const id = await newCharge(url, key);
  const path = `${url}/v1/test_helpers/charges/${id}/simulate_dispute`;
  const end_to_end_id = 'E0000000020260101120000000000001';
  t.deepEqual(
    [await ask(path, { key, json: { outcome: 'opened', amount: 7, reason: 'operational' } })].map(
      ({ status, body }) => [status, body],
    ),
    [[202, { id: 'INF1', end_to_end_id, amount: 7, status: 'ABERTA' }]],
  );
  t.like(charge.disputes.plays.at(-1), { chargeId: id.slice(3), outcome: 'opened', amount: 7, reason: 'operational' });
  for (const [json, code, param] of [
    [{}, 'invalid_request', 'outcome'],
    [{ outcome: 'dispute' }, 'invalid_request', 'outcome'],
    [{ outcome: 'opened', amount: 0 }, 'invalid_amount', 'amount'],
    [{ outcome: 'opened', reason: 'chargeback' }, 'invalid_request', 'reason'],
  ] as const)
    t.is(refusedWith(t, await ask(path, { key, json }), 400, code)['param'], param);
  t.is((await ask(path, { key: keys.state.issue('live'), json: { outcome: 'opened' } })).status, 404);
});
