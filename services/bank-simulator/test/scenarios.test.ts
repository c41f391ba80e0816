import { until } from '@gx/testkit';
import test from 'ava';
import { type BankUnderTest, newTxid, type Receiver, startBank, text } from './bank-under-test.ts';
import { callbackSink } from './callback-sink.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const terms = ({ pixKey }: Receiver, over: object = {}) => ({
  calendario: { expiracao: 3600 },
  valor: { original: '37.00' },
  chave: pixKey,
  ...over,
});
const typeOf = (body: { readonly [name: string]: unknown }): string => text(body['type']).split('/').at(-1) ?? '';

const answers = test.macro({
  async exec(t, kind: string, status: number, type: string) {
    const client = await bank.client();
    await bank.scenario({ clientId: client.clientId, operation: 'create', kind, times: 1 });
    const txid = newTxid();
    const first = await client.api('PUT', `/cob/${txid}`, terms(client));
    t.is(first.status, status);
    t.is(typeOf(first.body), type);
    t.is((await client.api('GET', `/cob/${txid}`)).status, 404, 'it took no effect');
    const second = await client.api('PUT', `/cob/${txid}`, terms(client));
    t.like(second, { status: 201, body: { revisao: 0 } });
  },
  title: (_, kind, status, type) => `create under ${kind}: ${status} ${type}, and nothing was created`,
});
test(answers, '400', 400, 'CobOperacaoInvalida');
test(answers, '401', 401, 'about:blank');
test(answers, '403', 403, 'AcessoNegado');
test(answers, '404', 404, 'NaoEncontrado');
test(answers, '429', 429, 'LimiteDeRequisicoes');
test(answers, '500', 500, 'ErroInternoDoServidor');
test(answers, '503', 503, 'ServicoIndisponivel');
test(answers, '504', 504, 'IndisponibilidadePorTempoEsgotado');

test('429 says when to come back', async (t) => {
  const client = await bank.client();
  await bank.scenario({ clientId: client.clientId, operation: 'get', kind: '429', times: 1 });
  const { headers } = await client.api('GET', `/cob/${newTxid()}`);
  t.is(headers.get('retry-after'), '1');
});

test('a 504 that took effect all the same: the cob is there', async (t) => {
  const client = await bank.client();
  await bank.scenario({ clientId: client.clientId, operation: 'create', kind: '504', accept: true, times: 1 });
  const txid = newTxid();
  t.is((await client.api('PUT', `/cob/${txid}`, terms(client))).status, 504);
  t.like(await client.api('GET', `/cob/${txid}`), { status: 200, body: { revisao: 0 } });
});

const broken = test.macro({
  async exec(t, kind: string, ms: number, then: number) {
    const client = await bank.client();
    await client.api('GET', `/cob/${newTxid()}`);
    await bank.scenario({ clientId: client.clientId, operation: 'create', kind, ms, times: 1 });
    const txid = newTxid();
    const started = performance.now();
    await t.throwsAsync(client.api('PUT', `/cob/${txid}`, terms(client)));
    t.true(performance.now() - started >= ms);
    t.is((await client.api('GET', `/cob/${txid}`)).status, then);
  },
  title: (_, kind, _ms, then) => `${kind}: no answer, and the cob is ${then === 200 ? 'there' : 'not there'}`,
});
test(broken, 'reset_before_accept', 0, 404);
test(broken, 'reset_after_accept', 0, 200);
test(broken, 'hang', 200, 404);

test('a page of HTML under 201, and the cob is there', async (t) => {
  const client = await bank.client();
  await bank.scenario({ clientId: client.clientId, operation: 'create', kind: 'non_json', times: 1 });
  const txid = newTxid();
  const answer = await client.api('PUT', `/cob/${txid}`, terms(client));
  t.is(answer.status, 201);
  t.is(answer.type, 'text/html');
  t.is((await client.api('GET', `/cob/${txid}`)).status, 200);
});

test('an answer without pixCopiaECola: the location is there, and a later GET has no code either', async (t) => {
  const client = await bank.client();
  await bank.scenario({ clientId: client.clientId, operation: 'create', kind: 'no_br_code', times: 1 });
  const cob = await client.cob();
  t.false('pixCopiaECola' in cob);
  t.truthy(cob['location']);
  t.false('pixCopiaECola' in (await client.api('GET', `/cob/${cob.txid}`)).body);
  t.true('pixCopiaECola' in (await client.cob()));
});

test('a delayed create has taken effect before it is answered: it can be paid meanwhile', async (t) => {
  const client = await bank.client();
  await bank.scenario({ clientId: client.clientId, operation: 'create', kind: 'delay', ms: 6_000, times: 1 });
  const txid = newTxid();
  let answered = false;
  const creating = client.api('PUT', `/cob/${txid}`, terms(client)).finally(() => {
    answered = true;
  });
  await until('paid', async () => (await bank.pay({ txid }))['accepted'] as unknown as boolean);
  t.false(answered);
  t.like(await creating, { status: 201, body: { status: 'ATIVA' } });
});

test('a scenario of one txid or one client leaves everybody else alone', async (t) => {
  const [one, two] = await Promise.all([bank.client(), bank.client()]);
  const { txid } = await one.cob();
  const other = await one.cob();
  await bank.scenario({ pixKey: one.pixKey, txid, operation: 'get', kind: '503' });
  for (const _ of [1, 2, 3]) t.is((await one.api('GET', `/cob/${txid}`)).status, 503);
  t.is((await one.api('GET', `/cob/${other.txid}`)).status, 200);
  t.is((await two.api('GET', `/cob/${newTxid()}`)).status, 404);
  await bank.send('DELETE', `/sim/scenarios?clientId=${one.clientId}`);
  t.is((await one.api('GET', `/cob/${txid}`)).status, 200);
});

test('`times` is exact under parallel requests', async (t) => {
  const client = await bank.client();
  const { txid } = await client.cob();
  await bank.scenario({ clientId: client.clientId, operation: 'get', kind: '503', times: 7 });
  const seen = await Promise.all(Array.from({ length: 20 }, () => client.api('GET', `/cob/${txid}`)));
  t.is(seen.filter(({ status }) => status === 503).length, 7);
});

test('an outage takes everything down for whom it is meant, and ends', async (t) => {
  const client = await bank.client();
  const { clientId, pixKey } = client;
  const { txid } = await client.cob();
  await bank.send('PUT', '/sim/outage', { on: true, clientId });
  for (const [method, path] of [
    ['GET', `/cob/${txid}`],
    ['GET', `/webhook/${pixKey}`],
    ['PATCH', `/cob/${txid}`],
  ] as const)
    t.is((await client.api(method, path, method === 'GET' ? undefined : {})).status, 503);
  t.is(await client.token(), 'undefined');
  await bank.send('PUT', '/sim/outage', { on: false, clientId });
  t.is((await client.api('GET', `/cob/${txid}`)).status, 200);
});

test('magic words in solicitacaoPagador do the same without a control call', async (t) => {
  const client = await bank.client();
  const txid = newTxid();
  const body = terms(client, { solicitacaoPagador: 'Pedido 7 #sim:503:2' });
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await client.api('PUT', `/cob/${txid}`, body)).status);
  t.deepEqual(statuses, [503, 503, 201]);
});

test('a bank that ignores the payer filter does not echo it', async (t) => {
  const client = await bank.client();
  const { txid } = await client.cob();
  await bank.pay({ txid });
  await bank.scenario({ clientId: client.clientId, operation: 'pix_list', kind: 'ignores_filter', times: 1 });
  const query = '/pix?inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&cpf=52998224725';
  const ignored = (await client.api('GET', query)).body;
  t.like(ignored, { pix: { length: 1 } });
  t.false('cpf' in (ignored['parametros'] ?? {}));
  t.like((await client.api('GET', query)).body, { pix: { length: 0 }, parametros: { cpf: '52998224725' } });
});

const EVER = '/pix?inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
const PAYER = '12345678909';

const payerQuery = test.macro({
  async exec(t, kind: string, shown: number, echoed: boolean) {
    const client = await bank.client();
    const { clientId } = client;
    const { txid } = await client.cob();
    await bank.pay({ txid });
    await bank.scenario({ clientId, operation: 'pix_list_by_payer', kind });
    const listed = await client.api('GET', `${EVER}&cpf=52998224725`);
    t.is([...(listed.body['pix'] ?? [])].length, shown);
    t.is('cpf' in (listed.body['parametros'] ?? {}), echoed);
    t.like((await client.api('GET', EVER)).body, { pix: { length: 1 } });
  },
  title: (_, kind) => `the payer filter of a bank that ${kind}; the list without it is not touched`,
});
test(payerQuery, 'ignores_filter', 1, false);
test(payerQuery, 'filter_unechoed', 0, false);
test(payerQuery, 'answers_everything', 1, true);

test('what is ordered for the payer filter leaves the plain list alone; what is ordered for the list is played on both', async (t) => {
  const client = await bank.client();
  const { clientId } = client;
  const list = async (query: string): Promise<number> => (await client.api('GET', `${EVER}${query}`)).status;
  await bank.scenario({ clientId, operation: 'pix_list_by_payer', kind: '503', times: 1 });
  t.deepEqual([await list(''), await list(`&cpf=${PAYER}`), await list(`&cpf=${PAYER}`)], [200, 503, 200]);
  await bank.scenario({ clientId, operation: 'pix_list', kind: '503', times: 2 });
  t.deepEqual([await list(`&cpf=${PAYER}`), await list(''), await list('')], [503, 503, 200]);
});

test('an index that lags: the payer’s alone, or the whole list; the Pix itself is always there', async (t) => {
  const HOUR_MS = 3_600_000;
  const client = await bank.client();
  const pay = async (lag: object): Promise<string> =>
    text((await bank.pay({ txid: (await client.cob()).txid, ...lag }))['end_to_end_id']);
  const shown = async (query: string): Promise<string[]> =>
    [...((await client.api('GET', `${EVER}${query}`)).body['pix'] ?? [])].map((pix) => text(pix['endToEndId']));
  const unfiltered = await pay({ index_lag_ms: HOUR_MS });
  const unlisted = await pay({ list_lag_ms: HOUR_MS });
  t.deepEqual([await shown(''), await shown(`&cpf=${PAYER}`)], [[unfiltered], []]);
  for (const id of [unfiltered, unlisted]) t.is((await client.api('GET', `/pix/${id}`)).status, 200);
  for (const lag of [{ index_lag_ms: 300 }, { list_lag_ms: 300 }]) {
    const late = await pay(lag);
    await until('the lag is over', async () => (await shown(`&cpf=${PAYER}`)).includes(late));
    t.true((await shown('')).includes(late));
  }
});

test('who paid stands in the callback, too, when the bank reports payers', async (t) => {
  const client = await bank.client();
  const sink = await callbackSink();
  t.teardown(sink.stop);
  await client.api('PUT', `/webhook/${client.pixKey}`, { webhookUrl: sink.url });
  const payer = { tax_id: '12ABC34501DE35', name: 'Empresa de Teste' };
  await bank.pay({ txid: (await client.cob()).txid, report_payer: 'notification', payer });
  const { body } = await until('the callback', () => sink.callbacks[0]);
  t.like(JSON.parse(body).pix[0], { pagador: { cnpj: '12ABC34501DE35', nome: 'Empresa de Teste' } });
});

test('the token route can be made to fail', async (t) => {
  const client = await bank.client();
  await bank.scenario({ clientId: client.clientId, operation: 'token', kind: '503', times: 1 });
  t.is(await client.token(), 'undefined');
  t.not(await client.token(), 'undefined');
});

test('the bank counts the requests about a txid, and how each request ended', async (t) => {
  const client = await bank.client();
  await bank.scenario({ clientId: client.clientId, operation: 'create', kind: 'reset_after_accept', times: 1 });
  const txid = newTxid();
  await t.throwsAsync(client.api('PUT', `/cob/${txid}`, terms(client)));
  await client.api('GET', `/cob/${txid}`);
  const { body } = await bank.send('GET', `/sim/requests/${txid}`);
  t.like(body, { total: 2, counts: { create: 1, get: 1 } });
  t.like(body['requests'], {
    0: { operation: 'create', outcome: 'reset', scenario: 'reset_after_accept' },
    1: { operation: 'get', outcome: 200 },
  });
});

test('400 a scenario that its operation cannot show', async (t) => {
  for (const scenario of [
    { operation: 'get', kind: 'no_br_code' },
    { operation: 'create', kind: 'never' },
    { operation: 'create', kind: 'nonsense' },
    { operation: 'nothing', kind: '503' },
    { operation: 'create', kind: '503', pixKey: 'ninguem' },
    { operation: 'create', kind: '503', times: 0 },
    { operation: 'create', kind: 'slow' },
    { operation: 'devolution_put', kind: 'late_success' },
    { operation: 'pix_list', kind: 'answers_everything' },
    { operation: 'devolution_put', kind: 'fails', code: 'XX99' },
  ])
    t.is((await bank.send('POST', '/sim/scenarios', scenario)).status, 400, JSON.stringify(scenario));
});

test('a second client cannot claim a key that has an owner', async (t) => {
  const { pixKey } = await bank.client();
  t.is((await bank.send('POST', '/sim/clients', { pixKey })).status, 400);
});

test('the bank closes while a request hangs', async (t) => {
  const closingBank = await startBank(t);
  const client = await closingBank.client();
  const token = await client.token();
  await closingBank.scenario({ clientId: client.clientId, operation: 'get', kind: 'hang' });
  const hanging = closingBank.send('GET', '/v2/cob/x', undefined, { authorization: `Bearer ${token}` });
  await until(
    'it hangs',
    async () => (await closingBank.send('GET', '/sim/requests/x')).body['total'] as unknown as boolean,
  );
  await Promise.all([t.throwsAsync(hanging), closingBank.host.stop()]);
});
