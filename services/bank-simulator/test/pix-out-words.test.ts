import { testDatabase, until } from '@gx/testkit';
import { violationsOf } from '@gx/testkit/api-pix';
import test from 'ava';
import { type BankUnderTest, type Fields, newTxid, startBank, text } from './bank-under-test.ts';
import { type BankCustomer, calledBack, shop } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const send = (it: BankCustomer, id: string, chave: string) =>
  it.api('PUT', `/gn/pix/${id}`, { valor: '12.34', pagador: { chave: it.pixKey }, favorecido: { chave } });
const ask = async (it: BankCustomer, id: string): Promise<Fields> =>
  (await it.api('GET', `/gn/pix/enviados/id-envio/${id}`)).body;
const booksOf = async (id: string): Promise<Fields> => (await bank.send('GET', `/sim/pix-out/${id}`)).body;
const sendBack = (id: string, body: object) => bank.send('POST', `/sim/pix-out/${id}/returns`, body);
const isOut = (it: BankCustomer, id: string) =>
  until('it is out', async () => text((await ask(it, id))['status']) === 'REALIZADO');

const fails = test.macro({
  async exec(t, key: string, code: string) {
    const [it, id] = [await shop(t, bank), newTxid()];
    t.is((await send(it, id, key)).status, 201);
    const [callback] = await until('the callback', () => calledBack(it).length === 1 && calledBack(it));
    t.deepEqual(violationsOf('pixOutCallback', callback), []);
    t.like(callback, { status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: code } } });
    t.like(await ask(it, id), { status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: code } } });
  },
  title: (_, key) => `a Pix to ${key} fails with that code, in callback and query`,
});
test(fails, 'fail-ac07@example.com', 'AC07');
test(fails, 'FAIL-AM04@Loja.Example', 'AM04');
test(fails, 'fail-recipient_blocked@example.com', 'recipient_blocked');

test('a Pix to hang@ is never answered, and is found done by asking', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const authorization = `Bearer ${await it.token()}`;
  const gone = new AbortController();
  const answer = fetch(`${bank.url}/v2/gn/pix/${id}`, {
    method: 'PUT',
    signal: gone.signal,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ valor: '1.00', pagador: { chave: it.pixKey }, favorecido: { chave: 'Hang@example.com' } }),
  });
  await isOut(it, id);
  await until('the callback', () => calledBack(it).length === 1);
  gone.abort();
  await t.throwsAsync(answer, { name: 'AbortError' });
  t.is((await send(it, id, 'hang@example.com')).status, 409);
});

test('a Pix to slow@ is under way, and a scenario goes before the word of a key', async (t) => {
  const [it, slow, id] = [await shop(t, bank), newTxid(), newTxid()];
  await send(it, slow, 'slow@example.com');
  await bank.scenario({ clientId: it.clientId, operation: 'pix_out_put', kind: 'slow', ms: 50, times: 1 });
  await send(it, id, 'fail-ac03@example.com');
  await isOut(it, id);
  t.like(await ask(it, slow), { status: 'EM_PROCESSAMENTO' });
});

test('a Pix to returned@ is done, and comes back whole under an id', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await send(it, id, 'returned@example.com');
  await until('it is done', () => calledBack(it).length === 1);
  t.like(calledBack(it)[0], { status: 'REALIZADO' });
  t.false('devolucoes' in (calledBack(it)[0] ?? {}));
  const [, back] = await until('it is back', () => calledBack(it).length === 2 && calledBack(it));
  t.deepEqual(violationsOf('pixOutCallback', back), []);
  t.like(back, { status: 'REALIZADO', devolucoes: [{ valor: '12.34', status: 'DEVOLVIDO' }] });
  const shown = await ask(it, id);
  t.deepEqual(shown['devolucoes'], back?.['devolucoes']);
  const [one] = [...((await booksOf(id))['returns'] ?? [])];
  t.like(one, { id: shown['devolucoes']?.[0]?.['id'], amount: 1234 });
});

test('a scenario sends a part back', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await bank.scenario({ clientId: it.clientId, operation: 'pix_out_put', kind: 'sent_back', amount: 34, ms: 20 });
  await send(it, id, 'maria@example.com');
  await until('it is back', () => calledBack(it).length === 2);
  t.like(await ask(it, id), { status: 'REALIZADO', devolucoes: [{ valor: '0.34' }] });
});

test('a tester sends money back in parts, once per id and never more than went out', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await bank.scenario({ clientId: it.clientId, operation: 'pix_out_put', kind: 'stuck', times: 1 });
  await send(it, id, 'maria@example.com');
  t.is((await sendBack(id, { amount: 1 })).status, 400);
  await bank.send('POST', `/sim/pix-out/${id}`, { status: 'REALIZADO' });
  t.like(await sendBack(id, { id: 'a1', amount: 234 }), { status: 202, body: { id: 'a1', amount: 234 } });
  t.is((await sendBack(id, { id: 'a1', amount: 234 })).status, 400);
  t.is((await sendBack(id, { amount: 1_001 })).status, 400);
  t.like(await sendBack(id, { notify: 'never' }), { status: 202, body: { amount: 1_000 } });
  t.is((await sendBack(id, {})).status, 400);
  t.is((await sendBack(newTxid(), {})).status, 404);
  t.is((await sendBack(id, { amount: 0 })).status, 400);
  await until('both callbacks', () => calledBack(it).length === 2);
  t.like(await booksOf(id), {
    amount: 1234,
    status: 'REALIZADO',
    destination: 'ma***@example.com',
    returns: [{ id: 'a1', amount: 234 }, { amount: 1_000 }],
  });
  t.like((await bank.send('GET', `/sim/clients/${it.clientId}/books`)).body, {
    balance: 0,
    came_back: { count: 2, amount: 1_234 },
  });
});

test('a Pix of before there were other destinations and returns is there still, and ends', async (t) => {
  const database = await testDatabase('bank');
  t.teardown(database.drop);
  const before = await startBank(t, { MONGO_DB: database.db });
  const [it, id] = [await shop(t, before), newTxid()];
  await before.scenario({ clientId: it.clientId, operation: 'pix_out_put', kind: 'stuck', times: 1 });
  await send(it, id, 'maria@example.com');
  await before.host.stop();
  const former = { $set: { destination: 'maria@example.com' }, $unset: { returns: '' } };
  t.is((await database.connection.collection('pix_out').updateOne({ idEnvio: id }, former)).modifiedCount, 1);
  const after = await startBank(t, { MONGO_DB: database.db });
  const { body } = await after.send('POST', `/sim/pix-out/${id}`, { status: 'REALIZADO' });
  t.like(body, { status: 'REALIZADO', destination_key: 'maria@example.com', returns: { length: 0 } });
  t.like((await after.send('GET', `/sim/clients/${it.clientId}/books`)).body, { balance: -1_234 });
});
