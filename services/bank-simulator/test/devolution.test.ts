import { until } from '@gx/testkit';
import test from 'ava';
import { type BankUnderTest, type Fields, startBank, text } from './bank-under-test.ts';
import { calledBack, type PaidCustomer, paid, propertyOf, typeOf } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const give = (shopper: PaidCustomer, id: string, valor = '37.00') => shopper.api('PUT', shopper.path(id), { valor });
const scripted = (shopper: PaidCustomer, scenario: object) =>
  bank.scenario({ clientId: shopper.clientId, operation: 'devolution_put', times: 1, ...scenario });
const booksOf = async (txid: string): Promise<Fields> => (await bank.send('GET', `/sim/charges/${txid}`)).body;

test('money goes back at once, and every copy of the Pix shows it', async (t) => {
  const it = await paid(t, bank);
  const { status, body } = await it.api('PUT', it.path('d1'), { valor: '7.89', descricao: 'Troca' });
  t.is(status, 201);
  t.like(body, { id: 'd1', valor: '7.89', natureza: 'ORIGINAL', descricao: 'Troca', status: 'DEVOLVIDO' });
  t.regex(text(body['rtrId']), /^D00000000\d{12}[a-zA-Z0-9]{11}$/);
  t.true(text(body['horario']?.['liquidacao']) >= text(body['horario']?.['solicitacao']));
  t.deepEqual((await it.api('GET', it.path('d1'))).body, body);
  t.deepEqual((await it.api('GET', `/pix/${it.e2e}`)).body['devolucoes'] as unknown, [body] as unknown);
  t.deepEqual((await it.api('GET', `/cob/${it.txid}`)).body['pix']?.[0]?.['devolucoes'] as unknown, [body] as unknown);
  t.like((await booksOf(it.txid))['pix']?.[0], { devolutions: [{ id: 'd1', amount: 789, status: 'DEVOLVIDO' }] });
  await until('the callback', () => calledBack(it).length === 1);
  t.like(calledBack(it)[0], { endToEndId: it.e2e, txid: it.txid, valor: '37.00', devolucoes: [{ id: 'd1' }] });
});

test('an id serves once: repeated, with the same body or another, it is refused, and nothing more goes back', async (t) => {
  const it = await paid(t, bank);
  t.is((await give(it, 'd1', '1.00')).status, 201);
  for (const valor of ['1.00', '2.00']) {
    const again = await give(it, 'd1', valor);
    t.is(again.status, 400);
    t.is(typeOf(again.body), 'PixDevolucaoInvalida');
    t.is(propertyOf(again.body), 'devolucao.id');
  }
  t.like((await it.api('GET', it.path('d1'))).body, { valor: '1.00', status: 'DEVOLVIDO' });
  t.is(((await it.api('GET', `/pix/${it.e2e}`)).body['devolucoes'] as unknown as unknown[]).length, 1);
});

test('a bank that answers repeats shows what it has, and still refuses another body', async (t) => {
  const it = await paid(t, bank);
  const first = await give(it, 'd1', '1.00');
  await bank.scenario({ clientId: it.clientId, operation: 'devolution_put', kind: 'answers_repeats' });
  t.deepEqual((await give(it, 'd1', '1.00')).body, first.body);
  t.is((await give(it, 'd1', '2.00')).status, 400);
});

test('several devolutions: never more than the Pix, also when they are requested at once', async (t) => {
  const it = await paid(t, bank);
  t.is((await give(it, 'a', '20.00')).status, 201);
  const over = await give(it, 'b', '17.01');
  t.is(over.status, 400);
  t.is(propertyOf(over.body), 'devolucao.valor');
  const rest = await Promise.all(Array.from({ length: 8 }, (_, i) => give(it, `c${i}`, '5.00')));
  t.deepEqual(
    rest.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 201, 201, 400, 400, 400, 400, 400],
  );
  t.is((await give(it, 'd', '2.00')).status, 201);
  t.like((await bank.send('GET', `/sim/clients/${it.clientId}/books`)).body, {
    received: { count: 1, amount: 3700 },
    returned: { DEVOLVIDO: { count: 5, amount: 3700 } },
    balance: 0,
    available: 0,
  });
});

const slow = test.macro({
  async exec(t, scenario: object, status: string, motivo: string | undefined) {
    const it = await paid(t, bank);
    await scripted(it, { ms: 300, ...scenario });
    const answered = await give(it, 'd1');
    t.like(answered, { status: 201, body: { status: 'EM_PROCESSAMENTO' } });
    t.false('liquidacao' in (answered.body['horario'] ?? {}));
    await until('the callback', () => calledBack(it).length === 1);
    const [callback] = calledBack(it);
    t.like(callback?.['devolucoes']?.[0], { id: 'd1', status, ...(motivo === undefined ? {} : { motivo }) });
    t.like((await it.api('GET', it.path('d1'))).body, { status });
    t.is((await give(it, 'd3')).status, status === 'DEVOLVIDO' ? 400 : 201, 'a failed one gives its amount free');
  },
  title: (rule) => `after a while: ${rule}`,
});
test('returned', slow, { kind: 'slow' }, 'DEVOLVIDO', undefined);
test(
  'failed, with the SPI’s code',
  slow,
  { kind: 'fails', code: 'AC06' },
  'NAO_REALIZADO',
  'AC06: Conta do usuário recebedor bloqueada.',
);
test(
  'failed, in the tester’s words',
  slow,
  { kind: 'fails', motivo: 'Negado por timeout' },
  'NAO_REALIZADO',
  'Negado por timeout',
);
test('short of funds', slow, { kind: 'short_of_funds' }, 'NAO_REALIZADO', 'AM04: Saldo insuficiente.');

test('failed at once: the answer says so, and so does the callback', async (t) => {
  const it = await paid(t, bank);
  await scripted(it, { kind: 'fails' });
  t.like(await give(it, 'd1'), { status: 201, body: { status: 'NAO_REALIZADO' } });
  await until('the callback', () => calledBack(it).length === 1);
  t.is((await give(it, 'd2')).status, 201);
});

test('refused before anything: too late by order, too late by date, no balance, a return of a return', async (t) => {
  const it = await paid(t, bank);
  await scripted(it, { kind: 'too_late' });
  const late = await give(it, 'd1');
  t.is(late.status, 400);
  t.is(propertyOf(late.body), 'devolucao');
  await scripted(it, { kind: 'short_of_funds', accept: false });
  t.is((await give(it, 'd1')).status, 400);
  t.is((await it.api('GET', it.path('d1'))).status, 404);
  const { body } = await give(it, 'd1');
  const again = await it.api('PUT', `/pix/${text(body['rtrId'])}/devolucao/d2`, { valor: '1.00' });
  t.is(again.status, 400);
  t.regex(text(again.body['violacoes']?.[0]?.['razao']), /^AG13/);

  const days = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString();
  const old = await paid(t, bank, { at: days(90.01) });
  t.is((await give(old, 'd1')).status, 400);
  const young = await paid(t, bank, { at: days(89.99) });
  t.is((await give(young, 'd1')).status, 201);
});

test('one id requested many times at once: one devolution, and the scenario for one is its', async (t) => {
  const it = await paid(t, bank);
  await scripted(it, { kind: 'fails' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => give(it, 'd1', '1.00')));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 400, 400, 400, 400, 400, 400, 400],
  );
  t.like((await it.api('GET', it.path('d1'))).body, { status: 'NAO_REALIZADO' });
});

test('stuck until the tester ends it, then final for good', async (t) => {
  const it = await paid(t, bank);
  await scripted(it, { kind: 'stuck' });
  await scripted(it, { kind: 'stuck' });
  const end = (id: string, body: object) => bank.send('POST', `/sim/devolutions/${it.e2e}/${id}`, body);
  t.like(await give(it, 'd1', '1.00'), { status: 201, body: { status: 'EM_PROCESSAMENTO' } });
  await give(it, 'd2', '2.00');
  t.is((await give(it, 'd4', '34.01')).status, 400, 'what is under way counts');
  t.is((await end('d3', { status: 'DEVOLVIDO' })).status, 404);
  t.like(await end('d1', { status: 'DEVOLVIDO' }), {
    status: 200,
    body: { id: 'd1', status: 'DEVOLVIDO', amount: 100 },
  });
  t.like(await end('d2', { status: 'NAO_REALIZADO', code: 'AC07' }), {
    body: { reason: 'AC07: Conta do usuário recebedor encerrada.' },
  });
  t.is((await end('d1', { status: 'NAO_REALIZADO' })).status, 400);
  await until('both callbacks', () => calledBack(it).length === 2);
});

const lost = test.macro({
  async exec(t, scenario: object, answer: number | undefined) {
    const it = await paid(t, bank);
    await it.api('GET', `/pix/${it.e2e}`);
    await scripted(it, scenario);
    await scripted(it, { kind: 'slow', ms: 200 });
    const answered = give(it, 'd1');
    if (answer === undefined) await t.throwsAsync(answered);
    else t.is((await answered).status, answer);
    t.is((await it.api('GET', it.path('d1'))).status, 200);
    t.is((await give(it, 'd1')).status, 400, 'and the same PUT again is refused');
    await until('the callback', () => calledBack(it).length === 1);
    t.like((await it.api('GET', it.path('d1'))).body, { status: 'DEVOLVIDO' });
  },
  title: (rule) => `the answer is lost and the devolution is there: ${rule}`,
});
test('the connection breaks', lost, { kind: 'reset_after_accept' }, undefined);
test('the bank hangs', lost, { kind: 'hang', ms: 100, accept: true }, undefined);
test('a 503', lost, { kind: '503', accept: true }, 503);
test('a 400', lost, { kind: '400', accept: true }, 400);
test('a page of HTML', lost, { kind: 'non_json' }, 201);

test('the callback of a devolution can be lost, doubled or late by itself', async (t) => {
  const it = await paid(t, bank);
  const { clientId } = it;
  await bank.scenario({ clientId, operation: 'callback_devolution', kind: 'never', times: 1 });
  await bank.scenario({ clientId, operation: 'callback', kind: 'copies', copies: 3, times: 1 });
  await give(it, 'd1', '1.00');
  await give(it, 'd2', '2.00');
  await until('three copies', () => calledBack(it).length === 3);
  t.true(calledBack(it).every((pix) => text(pix['devolucoes']?.[1]?.['id']) === 'd2'));
});

test('what is under way arrives after a restart, and its callback with it', async (t) => {
  const before = await startBank(t);
  const it = await paid(t, before);
  await before.scenario({ clientId: it.clientId, operation: 'devolution_put', kind: 'slow', ms: 400 });
  await give(it, 'd1');
  await before.host.stop();
  const after = await startBank(t, { MONGO_DB: before.db });
  await until('the callback', () => calledBack(it).length === 1);
  t.like((await after.send('GET', `/sim/charges/${it.txid}`)).body['pix']?.[0], {
    devolutions: [{ status: 'DEVOLVIDO' }],
  });
});

test('devolucaoPresente lists the Pix of which something went back, or only was to', async (t) => {
  const it = await paid(t, bank);
  const { txid: kept } = await it.cob();
  await bank.pay({ txid: kept, notify: 'never' });
  await scripted(it, { kind: 'fails' });
  await give(it, 'd1');
  const list = async (present: boolean): Promise<string[]> => {
    const query = `inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&devolucaoPresente=${present}`;
    return [...((await it.api('GET', `/pix?${query}`)).body['pix'] ?? [])].map((pix) => text(pix['txid']));
  };
  t.deepEqual(await list(true), [it.txid]);
  t.deepEqual(await list(false), [kept]);
});

test('400 what the standard’s schema does not let pass, 404 a Pix of nobody, 403 a token without the right', async (t) => {
  const it = await paid(t, bank);
  for (const [id, body, property] of [
    ['d1', { valor: '1,00' }, 'devolucao.valor'],
    ['d1', { valor: '0.00' }, 'devolucao.valor'],
    ['d1', {}, 'devolucao.valor'],
    ['d1', { valor: '1.00', natureza: 'RETIRADA' }, 'devolucao.natureza'],
    ['d1', { valor: '1.00', descricao: 'x'.repeat(141) }, 'devolucao.descricao'],
    ['d-1', { valor: '1.00' }, 'devolucao.id'],
  ] as const) {
    const { status, body: answer } = await it.api('PUT', it.path(id), body);
    t.is(status, 400, JSON.stringify(body));
    t.is(typeOf(answer), 'PixDevolucaoInvalida');
    t.is(propertyOf(answer), property);
  }
  const other = await bank.client();
  t.like(await other.api('PUT', it.path('d1'), { valor: '1.00' }), { status: 404 });
  const authorization = `Bearer ${await it.token('pix.read')}`;
  t.is((await bank.send('PUT', `/v2${it.path('d1')}`, { valor: '1.00' }, { authorization })).status, 403);
});

test('the bank counts each PUT of a devolution under its Pix’s txid', async (t) => {
  const it = await paid(t, bank);
  await give(it, 'd1', '1.00');
  await give(it, 'd1', '1.00');
  await it.api('GET', it.path('d1'));
  const { body } = await bank.send('GET', `/sim/requests/${it.txid}`);
  t.like(body['counts'], { devolution_put: 2, devolution_get: 1 });
  t.like(
    [...(body['requests'] ?? [])].filter(({ id }) => text(id) === 'd1'),
    [{ outcome: 201 }, { outcome: 400 }, { outcome: 200 }] as never,
  );
});
