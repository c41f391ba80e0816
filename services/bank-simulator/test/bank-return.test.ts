import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { type BankUnderTest, type Fields, startBank, text } from './bank-under-test.ts';
import { calledBack, type PaidCustomer, paid, shop } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const bankReturn = (it: PaidCustomer, order: object = {}) =>
  bank.send('POST', `/sim/pix/${it.e2e}/bank-returns`, order);
const shown = async (it: PaidCustomer): Promise<Fields[]> =>
  ((await it.api('GET', `/pix/${it.e2e}`)).body['devolucoes'] ?? []) as unknown as Fields[];

test('without a word more the bank takes all of it back for fraud: shown everywhere, one callback', async (t) => {
  const it = await paid(t, bank);
  const { status, body } = await bankReturn(it);
  t.is(status, 202);
  t.like(body, { end_to_end_id: it.e2e, amount: 3_700, status: 'DEVOLVIDO', nature: 'MED_FRAUDE' });
  t.like((await shown(it))[0], { id: body['id'], valor: '37.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' });
  await until('the callback', () => calledBack(it).length === 1);
  t.like(calledBack(it)[0], { endToEndId: it.e2e, devolucoes: [{ natureza: 'MED_FRAUDE' }] });
  const list = `/pix?inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z&devolucaoPresente=true`;
  t.like((await it.api('GET', list)).body['pix']?.[0], { endToEndId: it.e2e });
});

test('the same id with another status moves it, each state called back; what is executed stays', async (t) => {
  const it = await paid(t, bank);
  const order = { id: 'MED1', amount: 1_000, nature: 'MED_OPERACIONAL' };
  for (const status of ['EM_PROCESSAMENTO', 'NAO_REALIZADO', 'DEVOLVIDO']) {
    t.like((await bankReturn(it, { ...order, status })).body, { id: 'MED1', amount: 1_000, status });
    t.like((await shown(it))[0], { status, natureza: 'MED_OPERACIONAL' });
  }
  t.is((await bankReturn(it, { ...order, status: 'DEVOLVIDO' })).status, 202);
  t.is((await bankReturn(it, { ...order, status: 'NAO_REALIZADO' })).status, 400);
  t.is((await bankReturn(it, { ...order, amount: 1 })).status, 400);
  t.is((await shown(it)).length, 1);
  await until('three callbacks', () => calledBack(it).length === 3);
});

test('more than what is left, or a devolution of the receiver’s own, is refused, and nothing moves', async (t) => {
  const it = await paid(t, bank);
  t.is((await it.api('PUT', it.path('own'), { valor: '30.00' })).status, 201);
  t.is((await bankReturn(it, { amount: 701 })).status, 400);
  t.is((await bankReturn(it, { id: 'own', status: 'NAO_REALIZADO' })).status, 400);
  t.like((await bankReturn(it)).body, { amount: 700 });
  t.is((await bankReturn(it)).status, 400);
  t.is((await it.api('PUT', it.path('late'), { valor: '0.01' })).status, 400);
});

test('a Pix of last year is taken back all the same, and without a callback where that is ordered', async (t) => {
  const lastYear = new Date(Date.now() - 400 * 86_400_000).toISOString();
  const it = await paid(t, bank, { paid_at: lastYear, force: true });
  t.is((await bankReturn(it, { notify: 'never', nature: 'RETIRADA' })).status, 202);
  t.is(text((await shown(it))[0]?.['natureza']), 'RETIRADA');
  t.deepEqual(calledBack(it), []);
  t.is((await bank.send('POST', '/sim/pix/E0/bank-returns', {})).status, 404);
  t.is((await bankReturn(it, { nature: 'ORIGINAL' })).status, 400);
});

/** A Pix that its bank is going to take back by the scenario. */
async function doomed(t: ExecutionContext, scenario: object): Promise<PaidCustomer> {
  const client = await shop(t, bank);
  const { txid } = await client.cob();
  await bank.scenario({ operation: 'payment', kind: 'taken_back', clientId: client.clientId, times: 1, ...scenario });
  const e2e = text((await bank.pay({ txid, notify: 'never' }))['end_to_end_id']);
  return { ...client, txid, e2e, path: (id) => `/pix/${e2e}/devolucao/${id}` };
}

test('a payment under the scenario is taken back whole by itself, and the next one is not', async (t) => {
  const it = await doomed(t, { ms: 0 });
  await until('the callback', () => calledBack(it).length === 1);
  t.like(calledBack(it)[0], { devolucoes: [{ natureza: 'MED_FRAUDE', valor: '37.00', status: 'DEVOLVIDO' }] });
  const next = await bank.pay({ txid: (await it.cob()).txid, notify: 'never' });
  const { body } = await it.api('GET', `/pix/${text(next['end_to_end_id'])}`);
  t.is(body['devolucoes'], undefined);
});

for (const status of ['DEVOLVIDO', 'NAO_REALIZADO'])
  test(`a part may be under way first, called back in both states: ${status}`, async (t) => {
    const it = await doomed(t, { ms: 0, laterMs: 1, amount: 500, nature: 'MED_OPERACIONAL', status });
    await until('both callbacks', () => calledBack(it).length === 2);
    const states = calledBack(it).map(({ devolucoes }) => (devolucoes as unknown as Fields[])[0]?.['status']);
    t.deepEqual(states, ['EM_PROCESSAMENTO', status]);
    t.like((await shown(it))[0], { valor: '5.00', natureza: 'MED_OPERACIONAL', status });
  });

test('more than the Pix has is not taken, and no callback goes out', async (t) => {
  const it = await doomed(t, { ms: 0, amount: 3_701 });
  await bank.scenario({ operation: 'payment', kind: 'taken_back', clientId: it.clientId, times: 1, ms: 0 });
  const later = await bank.pay({ txid: (await it.cob()).txid, notify: 'never' });
  await until('what is due later is returned', () => calledBack(it).length === 1);
  t.is(calledBack(it)[0]?.['endToEndId'], later['end_to_end_id']);
  t.deepEqual(await shown(it), []);
});

test('a scenario of payments speaks of nothing else', async (t) => {
  const wrong = [
    { operation: 'create', kind: 'taken_back' },
    { operation: 'payment', kind: '503' },
    { operation: 'payment', kind: 'delay' },
    { operation: 'payment', kind: 'taken_back', nature: 'ORIGINAL' },
    { operation: 'payment', kind: 'taken_back', amount: 0 },
  ];
  for (const scenario of wrong)
    t.is((await bank.send('POST', '/sim/scenarios', scenario)).status, 400, JSON.stringify(scenario));
});
