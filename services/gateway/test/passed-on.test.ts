import { newId } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { ask, testOnOneEdge } from './harness/gateway.ts';

/** What the services behind the edge are asked when a merchant asks it. */
const test = testOnOneEdge();
/** A request without whose it is and without the marks that the loader leaves for optional fields. */
const passedOn = (request: object | undefined): object =>
  Object.fromEntries(Object.entries(request ?? {}).filter(([name]) => name !== 'tenant' && !name.startsWith('_')));

const create = (url: string, key: string, json: object) =>
  ask(`${url}/v1/charges`, {
    key,
    json: { amount: 1_000, payment_method: 'pix', ...json },
    headers: { 'idempotency-key': uniqueName('idem') },
  });

test('the list asks for 25 charges without a filter, and for exactly what its query names', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const listed = async (query: string) => {
    t.is((await ask(`${url}/v1/charges${query}`, { key })).status, 200, query);
    return passedOn(charge.state.lists.findLast(({ tenant }) => tenant?.accountId === accountId));
  };
  t.deepEqual(await listed(''), { limit: 25, statuses: [] });
  t.like(await listed('?status=pending'), { statuses: ['PENDING', 'WAITING_PAYMENT'] });
  t.like(await listed('?status=paid'), { statuses: ['PAID', 'APPROVED'] });
  t.like(await listed('?status=disputed'), { statuses: ['CHARGEBACK', 'DISPUTE'] });
  t.like(await listed('?customer_id=529.982.247-25'), { customerDocument: '52998224725' });
  t.like(await listed('?customer_id=12.abc.345%2F01de-35'), { customerDocument: '12ABC34501DE35' });
  t.like(await listed('?customer_id=%20PT+501+964+843'), { customerDocument: 'PT 501 964 843' });
  t.like(await listed('?created_after=2026-01-01&created_before=2026-01-31'), {
    createdAfterMs: Date.parse('2026-01-01T00:00:00.000Z'),
    createdBeforeMs: Date.parse('2026-01-31T23:59:59.999Z'),
  });
  t.like(await listed('?created_after=2026-01-01T10:00:00+00:00'), {
    createdAfterMs: Date.parse('2026-01-01T10:00:00.000Z'),
  });
  t.like(await listed('?created_after=2026-01-01T10:00:00-03:00'), {
    createdAfterMs: Date.parse('2026-01-01T13:00:00.000Z'),
  });
  for (const time of ['10:00:00+0200', '10:00:00%2B02', '10:00+02', '08:00Z', '05:00-0300'])
    t.like(await listed(`?created_after=2026-01-01T${time}`), {
      createdAfterMs: Date.parse('2026-01-01T08:00:00.000Z'),
    });
});

test('next_cursor is the last charge of the page while there is more, and takes the list on from there', async (t) => {
  const { url, keys, charge } = t.context;
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  for (let i = 0; i < 3; i += 1) t.is((await create(url, key, {})).status, 201);
  const { body } = await ask(`${url}/v1/charges?limit=2`, { key });
  const page = body as { data: { id: string }[]; has_more: boolean; next_cursor: string };
  t.deepEqual([page.data.length, page.has_more, page.next_cursor], [2, true, page.data[1]?.id]);
  await ask(`${url}/v1/charges?starting_after=${page.next_cursor}`, { key });
  const next = charge.state.lists.findLast(({ tenant }) => tenant?.accountId === accountId);
  t.is(next?.startingAfter, page.next_cursor.slice(3));
});

test('simulate_payment pays exactly, at once, findable by the payer filter, unless its body says otherwise', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const id = String((await create(url, key, {})).body['id']);
  const pay = async (json: object) => {
    const { status, body } = await ask(`${url}/v1/test_helpers/charges/${id}/simulate_payment`, { key, json });
    t.is(status, 202);
    return { passedOn: passedOn(charge.state.payments.at(-1)), body };
  };
  const plain = { chargeId: id.slice(3), reportPayer: 'query', notifyNever: false, times: 1, force: false };
  t.deepEqual((await pay({})).passedOn, plain);
  t.deepEqual((await pay({ notify: 'now', amount: null, payer: null, paid_at: null })).passedOn, plain);
  t.deepEqual((await pay({ notify: 'never' })).passedOn, { ...plain, notifyNever: true });
  t.deepEqual((await pay({ notify: 1_500, times: 20, force: true, report_payer: 'never' })).passedOn, {
    ...plain,
    notifyDelayMs: 1_500,
    times: 20,
    force: true,
    reportPayer: 'never',
  });
  const payer = { name: 'Ana', tax_id: '529.982.247-25' };
  t.deepEqual((await pay({ amount: 999, payer, paid_at: '2026-01-01T00:00:00Z' })).passedOn, {
    ...plain,
    amount: 999,
    payerName: 'Ana',
    payerTaxId: '52998224725',
    paidAtMs: Date.parse('2026-01-01T00:00:00Z'),
  });
  t.deepEqual((await pay({ amount: 1 })).body, {
    charge_id: id,
    accepted: false,
    end_to_end_id: null,
    rejection: { code: 'AM09', message: 'Wrong amount.' },
  });
});

test('simulate_outcome passes on what is to happen and how it is reported; another word is 400, a live key 404', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const id = String((await create(url, key, {})).body['id']);
  const at = `${url}/v1/test_helpers/charges/${id}/simulate_outcome`;
  const play = async (json: object) => {
    const { status, body } = await ask(at, { key, json });
    t.is(status, 202);
    return { passedOn: passedOn(charge.state.outcomes.at(-1)), body };
  };
  const plain = { chargeId: id.slice(3), notifyNever: false, times: 1, force: false };
  for (const outcome of ['approved', 'refused', 'dispute', 'chargeback', 'dispute_lost', 'authenticating', 'expired'])
    t.deepEqual(await play({ outcome }), {
      passedOn: { ...plain, outcome },
      body: { charge_id: id, accepted: true, order_status: 'approved', rejection: null },
    });
  const how = { amount: 7, paid_at: '2026-01-01T00:00:00Z', notify: 1_500, times: 3, force: true };
  t.deepEqual((await play({ outcome: 'approved', ...how })).passedOn, {
    ...plain,
    outcome: 'approved',
    amount: 7,
    paidAtMs: Date.parse('2026-01-01T00:00:00Z'),
    notifyDelayMs: 1_500,
    times: 3,
    force: true,
  });
  t.deepEqual((await play({ outcome: 'dispute_won', notify: 'never' })).body['rejection'], {
    code: 'nothing_to_end',
    message: 'None is open.',
  });
  for (const [json, param] of [
    [{}, 'outcome'],
    [{ outcome: 'paid' }, 'outcome'],
    [{ outcome: 'approved', times: 21 }, 'times'],
    [{ outcome: 'approved', notify: 'soon' }, 'notify'],
  ] as const) {
    const { status, body } = await ask(at, { key, json });
    t.deepEqual([status, (body['error'] as { param?: string }).param], [400, param]);
  }
  const live = keys.state.issue('live');
  t.is((await ask(at, { key: live, json: { outcome: 'approved' } })).status, 404);
});

test('simulate_bank_return passes on what the bank takes back; nonsense is 400 by name, a live key 404', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const id = String((await create(url, key, {})).body['id']);
  const at = `${url}/v1/test_helpers/charges/${id}/simulate_bank_return`;
  const play = async (json: object) => {
    const { status, body } = await ask(at, { key, json });
    t.is(status, 202);
    return { passedOn: passedOn(charge.state.bankReturns.at(-1)), body };
  };
  const end_to_end_id = 'E0000000020260101120000000000001';
  t.deepEqual(await play({}), {
    passedOn: { chargeId: id.slice(3), notifyNever: false },
    body: { id: 'MED1', end_to_end_id, amount: 1_990, status: 'DEVOLVIDO' },
  });
  const how = { amount: 7, nature: 'MED_OPERACIONAL', status: 'EM_PROCESSAMENTO', id: 'MED7' } as const;
  t.deepEqual(await play({ ...how, notify: 'never' }), {
    passedOn: { chargeId: id.slice(3), ...how, notifyNever: true },
    body: { id: 'MED7', end_to_end_id, amount: 7, status: 'EM_PROCESSAMENTO' },
  });
  for (const [json, param] of [
    [{ amount: 0 }, 'amount'],
    [{ nature: 'ORIGINAL' }, 'nature'],
    [{ status: 'FEITO' }, 'status'],
    [{ id: 'não' }, 'id'],
    [{ notify: 5 }, 'notify'],
  ] as const) {
    const { status, body } = await ask(at, { key, json });
    t.deepEqual([status, (body['error'] as { param?: string }).param], [400, param]);
  }
  t.is((await ask(at, { key: keys.state.issue('live'), json: {} })).status, 404);
});
