import test from 'ava';
import { type BankUnderTest, newTxid, startBank, text } from './bank-under-test.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

const violated = (body: unknown): string[] =>
  ((body as { violacoes?: { propriedade: string }[] }).violacoes ?? []).map(({ propriedade }) => propriedade);
const typeOf = (body: { readonly [name: string]: unknown }): string => text(body['type']).split('/').at(-1) ?? '';

test('201 create, with everything that was requested and a BR Code of the location', async (t) => {
  const { api, pixKey } = await bank.client();
  const txid = newTxid();
  const terms = {
    calendario: { expiracao: 600 },
    devedor: { cnpj: '12345678000195', nome: 'Empresa de Serviços SA' },
    valor: { original: '123.45', modalidadeAlteracao: 0 },
    chave: pixKey,
    solicitacaoPagador: 'Serviço realizado.',
    infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação' }],
  };
  const { status, body } = await api('PUT', `/cob/${txid}`, { ...terms, campoNovo: { qualquer: 1 } });
  t.is(status, 201);
  t.like(body, { ...terms, calendario: { expiracao: 600 }, txid, revisao: 0, status: 'ATIVA' });
  t.false('campoNovo' in body);
  t.true(text(body['pixCopiaECola']).includes(text(body['location'])));
  const got = await api('GET', `/cob/${txid}`);
  t.deepEqual(got.body, body);
});

test('201 create without expiracao lives a day', async (t) => {
  const cob = await (await bank.client()).cob({ calendario: {} });
  t.like(cob, { calendario: { expiracao: 86_400 } });
});

test('201 the same body again revises: one cob, revisao + 1, the same location', async (t) => {
  const { api, cob, pixKey } = await bank.client();
  const first = await cob();
  const terms = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: pixKey };
  const { status, body } = await api('PUT', `/cob/${first.txid}`, terms);
  t.is(status, 201);
  t.is(Number(body['revisao']), 1);
  for (const same of ['location', 'loc', 'pixCopiaECola', 'calendario']) t.deepEqual(body[same], first[same]);
  const list = await api('GET', '/cob?inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z');
  t.like(list.body, { cobs: { length: 1 } });
});

test('201 fifty equal creates at once: one cob, fifty revisions without a gap', async (t) => {
  const { api, pixKey } = await bank.client();
  const terms = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: pixKey };
  const txid = newTxid();
  const answers = await Promise.all(Array.from({ length: 50 }, () => api('PUT', `/cob/${txid}`, terms)));
  const revisions = answers.map(({ body }) => Number(body['revisao'])).toSorted((a, b) => a - b);
  t.deepEqual(
    revisions,
    Array.from({ length: 50 }, (_, i) => i),
  );
});

test('200 revise, then look at each revision', async (t) => {
  const { api, cob } = await bank.client();
  const { txid } = await cob();
  const revised = await api('PATCH', `/cob/${txid}`, { valor: { original: '40.00' }, solicitacaoPagador: 'Outro' });
  t.is(revised.status, 200);
  t.like(revised.body, { revisao: 1, valor: { original: '40.00' }, solicitacaoPagador: 'Outro' });
  t.like((await api('GET', `/cob/${txid}?revisao=0`)).body, { revisao: 0, valor: { original: '37.00' } });
  const missing = await api('GET', `/cob/${txid}?revisao=2`);
  t.is(missing.status, 400);
  t.is(typeOf(missing.body), 'CobConsultaInvalida');
});

test('200 remove, after which nothing changes the cob any more', async (t) => {
  const { api, cob, pixKey } = await bank.client();
  const { txid } = await cob();
  const mixed = await api('PATCH', `/cob/${txid}`, {
    status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    valor: { original: '1.00' },
  });
  t.is(mixed.status, 400);
  const removed = await api('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  t.like(removed, { status: 200, body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', revisao: 1 } });
  const terms = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: pixKey };
  for (const answer of [
    await api('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }),
    await api('PATCH', `/cob/${txid}`, { valor: { original: '1.00' } }),
    await api('PUT', `/cob/${txid}`, terms),
  ]) {
    t.is(answer.status, 400);
    t.is(typeOf(answer.body), 'CobOperacaoInvalida');
  }
});

const refused = test.macro({
  async exec(t, _rule: string, change: object, ...properties: string[]) {
    const { api, pixKey } = await bank.client();
    const terms = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: pixKey, ...change };
    const txid = newTxid();
    const { status, body } = await api('PUT', `/cob/${txid}`, terms);
    t.is(status, 400);
    t.is(typeOf(body), 'CobOperacaoInvalida');
    t.deepEqual(violated(body), properties);
    t.is((await api('GET', `/cob/${txid}`)).status, 404);
  },
  title: (_, rule) => `400 create: ${rule}`,
});
const long = (length: number): string => 'x'.repeat(length);
test(refused, 'a lifetime of zero', { calendario: { expiracao: 0 } }, 'cob.calendario.expiracao');
test(refused, 'a lifetime that is no integer', { calendario: { expiracao: 1.5 } }, 'cob.calendario.expiracao');
test(refused, 'no calendario', { calendario: undefined }, 'cob.calendario');
test(refused, 'an amount of zero', { valor: { original: '0.00' } }, 'cob.valor.original');
test(refused, 'an amount with one decimal', { valor: { original: '37.0' } }, 'cob.valor.original');
test(refused, 'an amount that is a number', { valor: { original: 37 } }, 'cob.valor.original');
test(refused, 'both documents', { devedor: { cpf: '12345678909', cnpj: '11222333000181', nome: 'A' } }, 'cob.devedor');
test(refused, 'a debtor without a document', { devedor: { nome: 'A' } }, 'cob.devedor');
test(refused, 'a debtor without a name', { devedor: { cpf: '12345678909' } }, 'cob.devedor');
test(refused, 'a key of 78 characters', { chave: long(78) }, 'cob.chave');
test(refused, "somebody else's key", { chave: 'alheia' }, 'cob.chave');
test(refused, 'a text of 141 characters', { solicitacaoPagador: long(141) }, 'cob.solicitacaoPagador');
test(refused, 'too long an information', { infoAdicionais: [{ nome: long(51), valor: '' }] }, 'cob.infoAdicionais');
test(refused, 'a location that is not there', { loc: { id: 7 } }, 'cob.loc.id');
test(
  refused,
  'several faults, each named once',
  { valor: { original: '1' }, chave: long(78) },
  'cob.chave',
  'cob.valor.original',
);

test('400 a txid that is too short, or a body that is no JSON object', async (t) => {
  const { api, pixKey } = await bank.client();
  const terms = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: pixKey };
  const short = await api('PUT', `/cob/${'a'.repeat(25)}`, terms);
  t.is(short.status, 400);
  t.is(typeOf(short.body), 'RequisicaoInvalida');
  for (const body of ['{', '[]', 'null', '']) {
    const answer = await api('PUT', `/cob/${newTxid()}`, body);
    t.is(answer.status, 400, body);
  }
});

test('403 withdrawals are outside the contract', async (t) => {
  const { api, pixKey } = await bank.client();
  const valor = { original: '0.00', retirada: { saque: { valor: '5.00' } } };
  const answer = await api('PUT', `/cob/${newTxid()}`, {
    calendario: {},
    chave: pixKey,
    valor: { ...valor, original: '1.00' },
  });
  t.like(answer, { status: 403 });
  t.is(typeOf(answer.body), 'AcessoNegado');
});

test('404 what is not there and what is another receiver’s are the same answer', async (t) => {
  const [mine, other] = await Promise.all([bank.client(), bank.client()]);
  const { txid } = await other.cob();
  const { end_to_end_id: e2e } = await bank.pay({ txid });
  const rows: [string, string, string][] = [
    ['GET', `/cob/${txid}`, 'CobNaoEncontrado'],
    ['GET', `/cob/${newTxid()}`, 'CobNaoEncontrado'],
    ['PATCH', `/cob/${txid}`, 'CobNaoEncontrado'],
    ['GET', `/pix/${text(e2e)}`, 'PixNaoEncontrado'],
    ['GET', `/pix/E${'0'.repeat(31)}`, 'PixNaoEncontrado'],
    ['GET', `/webhook/${other.pixKey}`, 'WebhookNaoEncontrado'],
    ['DELETE', `/webhook/${mine.pixKey}`, 'WebhookNaoEncontrado'],
    ['GET', `/pix/${text(e2e)}/devolucao/1`, 'PixDevolucaoNaoEncontrada'],
    ['GET', '/loc', 'NaoEncontrado'],
  ];
  for (const [method, path, type] of rows) {
    const answer = await mine.api(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
    t.is(answer.status, 404, path);
    t.is(typeOf(answer.body), type);
  }
  t.is((await other.api('GET', `/cob/${txid}`)).status, 200);
});

test('two receivers may use the same txid', async (t) => {
  const [one, two] = await Promise.all([bank.client(), bank.client()]);
  const txid = newTxid();
  for (const { api, pixKey } of [one, two]) {
    const answer = await api('PUT', `/cob/${txid}`, { calendario: {}, valor: { original: '1.00' }, chave: pixKey });
    t.like(answer, { status: 201, body: { revisao: 0 } });
  }
});
