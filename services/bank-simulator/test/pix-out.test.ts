import { until } from '@gx/testkit';
import { violationsOf } from '@gx/testkit/api-pix';
import test from 'ava';
import { type BankUnderTest, type Fields, newTxid, startBank, text } from './bank-under-test.ts';
import { type BankCustomer, calledBack, shop, typeOf } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const bodyOf = ({ pixKey }: BankCustomer, over: object = {}): object => ({
  valor: '12.34',
  pagador: { chave: pixKey },
  favorecido: { chave: 'maria@example.com' },
  ...over,
});
const send = (it: BankCustomer, id: string, over?: object) => it.api('PUT', `/gn/pix/${id}`, bodyOf(it, over));
const ask = (it: BankCustomer, id: string) => it.api('GET', `/gn/pix/enviados/id-envio/${id}`);
const scripted = (it: BankCustomer, scenario: object) =>
  bank.scenario({ clientId: it.clientId, operation: 'pix_out_put', times: 1, ...scenario });
const booksOf = async (id: string): Promise<Fields> => (await bank.send('GET', `/sim/pix-out/${id}`)).body;

test('a Pix goes out: accepted, then done, and the callback has Efí’s form', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const accepted = await send(it, id, { pagador: { chave: it.pixKey, infoPagador: 'Reembolso' } });
  t.like(accepted, { status: 201, body: { idEnvio: id, valor: '12.34', status: 'EM_PROCESSAMENTO' } });
  const [callback] = await until('the callback', () => calledBack(it).length === 1 && calledBack(it));
  t.deepEqual(violationsOf('pixOutCallback', callback), []);
  t.like(callback, {
    endToEndId: accepted.body['e2eId'],
    chave: it.pixKey,
    tipo: 'SOLICITACAO',
    gnExtras: { idEnvio: id },
  });
  t.like(callback, { status: 'REALIZADO', valor: '12.34' });
  const shown = (await ask(it, id)).body;
  t.like(shown, { endToEndId: accepted.body['e2eId'], status: 'REALIZADO', infoPagador: 'Reembolso' });
  t.is(text(callback?.['horario']), text(shown['horario']?.['liquidacao']));
  t.like(await booksOf(id), {
    id_envio: id,
    amount: 1234,
    status: 'REALIZADO',
    code: null,
    history: { length: 1 },
  });
});

test('an id serves once, whatever became of its Pix, also when it is used many times at once', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await scripted(it, { kind: 'fails' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(it, id)));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409, 409, 409],
  );
  t.like(answers.find(({ status }) => status === 409)?.body, { nome: 'id_envio_duplicado' });
  await until('it failed', async () => text((await booksOf(id))['status']) === 'NAO_REALIZADO');
  t.is((await send(it, id, { valor: '1.00' })).status, 409);
  t.like((await bank.send('GET', `/sim/clients/${it.clientId}/books`)).body, {
    sent: { NAO_REALIZADO: { count: 1, amount: 1234 }, REALIZADO: { count: 0 } },
    balance: 0,
  });
});

const fails = test.macro({
  async exec(t, scenario: object, code: string) {
    const [it, id] = [await shop(t, bank), newTxid()];
    await scripted(it, scenario);
    t.like(await send(it, id), { status: 201, body: { status: 'EM_PROCESSAMENTO' } });
    const [callback] = await until('the callback', () => calledBack(it).length === 1 && calledBack(it));
    t.deepEqual(violationsOf('pixOutCallback', callback), []);
    t.like(callback, {
      status: 'NAO_REALIZADO',
      horario: null,
      gnExtras: { idEnvio: id, erro: { codigo: code } },
    });
    t.like((await ask(it, id)).body, { status: 'NAO_REALIZADO' });
    t.like(await booksOf(id), { status: 'NAO_REALIZADO', code });
  },
  title: (_, _scenario, code) => `accepted, then failed: ${code}`,
});
test(fails, { kind: 'fails' }, 'AC06');
test(fails, { kind: 'fails', code: 'DS04', ms: 50 }, 'DS04');
test(fails, { kind: 'short_of_funds' }, 'AM04');

test('refused before anything: a key of nobody, no balance, another’s key, what is no amount', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await scripted(it, { kind: 'key_not_found' });
  t.like(await send(it, id), { status: 400, body: { nome: 'chave_favorecido_nao_encontrada' } });
  await scripted(it, { kind: 'short_of_funds', accept: false });
  t.like(await send(it, id), { status: 400, body: { nome: 'saldo_insuficiente' } });
  t.like(await send(it, id, { pagador: { chave: 'outra' } }), {
    status: 400,
    body: { nome: 'chave_invalida' },
  });
  for (const over of [{ valor: '1,00' }, { valor: '0.00' }, { favorecido: {} }, { favorecido: { contaBanco: {} } }])
    t.like(await send(it, id, over), { status: 400, body: { nome: 'valor_invalido' } });
  t.is((await send(it, 'a-b')).status, 400);
  const absent = await ask(it, id);
  t.is(absent.status, 404);
  t.is(typeOf(absent.body), 'PixEnviadoNaoEncontrado');
  t.is((await bank.send('GET', `/sim/pix-out/${id}`)).status, 404);
  t.is((await send(it, id)).status, 201);
});

test('a failure that turns out to be none: AB03, and later the money is there after all', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await scripted(it, { kind: 'late_success', laterMs: 300 });
  await send(it, id);
  const both = await until('both callbacks', () => calledBack(it).length === 2 && calledBack(it));
  const failure = both.find((callback) => text(callback['status']) === 'NAO_REALIZADO');
  t.is(text(failure?.['gnExtras']?.['erro']?.['codigo']), 'AB03');
  t.true(both.some((callback) => text(callback['status']) === 'REALIZADO'));
  t.like(await booksOf(id), {
    status: 'REALIZADO',
    code: null,
    history: [{ status: 'NAO_REALIZADO' }, { status: 'REALIZADO' }],
  });
  t.like((await bank.send('GET', `/sim/clients/${it.clientId}/books`)).body, {
    sent: { REALIZADO: { count: 1, amount: 1234 }, NAO_REALIZADO: { count: 0, amount: 0 } },
    balance: -1234,
  });
});

test('stuck until the tester ends it: failed, and then not; done is done', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await scripted(it, { kind: 'stuck' });
  await send(it, id);
  const end = (body: object) => bank.send('POST', `/sim/pix-out/${id}?clientId=${it.clientId}`, body);
  t.like((await bank.send('GET', `/sim/clients/${it.clientId}/books`)).body, { balance: 0, available: -1234 });
  t.like(await end({ status: 'NAO_REALIZADO', code: 'AC07' }), { status: 200, body: { code: 'AC07' } });
  t.is((await end({ status: 'NAO_REALIZADO' })).status, 400);
  t.like(await end({ status: 'REALIZADO' }), { status: 200, body: { status: 'REALIZADO' } });
  t.is((await end({ status: 'NAO_REALIZADO' })).status, 400);
  t.is((await bank.send('POST', `/sim/pix-out/${newTxid()}`, { status: 'REALIZADO' })).status, 404);
});

const lost = test.macro({
  async exec(t, scenario: object, answer: number | undefined) {
    const [it, id] = [await shop(t, bank), newTxid()];
    await ask(it, id);
    await scripted(it, scenario);
    if (answer === undefined) await t.throwsAsync(send(it, id));
    else t.is((await send(it, id)).status, answer);
    t.is((await ask(it, id)).status, 200);
    t.is((await send(it, id)).status, 409);
  },
  title: (rule) => `the answer is lost and the Pix is out: ${rule}`,
});
test('the connection breaks', lost, { kind: 'reset_after_accept' }, undefined);
test('the bank hangs', lost, { kind: 'hang', ms: 100, accept: true }, undefined);
test('a 503', lost, { kind: '503', accept: true }, 503);
test('a page of HTML', lost, { kind: 'non_json' }, 201);

test('the answer is lost and nothing happened: the same id may be used', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  await ask(it, id);
  await scripted(it, { kind: 'reset_before_accept' });
  await t.throwsAsync(send(it, id));
  t.is((await ask(it, id)).status, 404);
  t.is((await send(it, id)).status, 201);
});

test('its callback can be lost, doubled or late by itself; the status is there for the asking', async (t) => {
  const [it, id] = [await shop(t, bank), newTxid()];
  const { clientId } = it;
  await bank.scenario({ clientId, operation: 'callback_pix_out', kind: 'never', times: 1 });
  await bank.scenario({ clientId, operation: 'callback', kind: 'copies', copies: 2 });
  await send(it, id);
  await until('it is out', async () => text((await ask(it, id)).body['status']) === 'REALIZADO');
  await send(it, newTxid());
  await until('two copies', () => calledBack(it).length === 2);
  t.true(calledBack(it).every((callback) => text(callback['gnExtras']?.['idEnvio']) !== id));
});

test('what is under way goes on after a restart', async (t) => {
  const before = await startBank(t);
  const [it, id] = [await shop(t, before), newTxid()];
  const order = { clientId: it.clientId, operation: 'pix_out_put', kind: 'late_success', ms: 200, laterMs: 200 };
  await before.scenario(order);
  await send(it, id);
  await before.host.stop();
  await startBank(t, { MONGO_DB: before.db });
  t.true(await until('both callbacks', () => calledBack(it).length === 2));
});

test('two senders may use one id; the books then want to know whose', async (t) => {
  const [one, two, id] = [await shop(t, bank), await shop(t, bank), newTxid()];
  t.is((await send(one, id)).status, 201);
  t.is((await send(two, id, { valor: '1.00' })).status, 201);
  t.is((await bank.send('GET', `/sim/pix-out/${id}`)).status, 400);
  t.like((await bank.send('GET', `/sim/pix-out/${id}?clientId=${two.clientId}`)).body, { amount: 100 });
  t.like((await ask(one, id)).body, { valor: '12.34' });
});
