import { createPublicKey, verify } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import test from 'ava';
import { type Bank, newTxid, startBank, text } from './bank-under-test.ts';

let bank: Bank;
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

test('201 create, with everything that was asked for and a BR Code of the location', async (t) => {
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

test('404 what is not there and what is another receiver’s cannot be told apart', async (t) => {
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
    ['PUT', `/pix/${text(e2e)}/devolucao/1`, 'NaoEncontrado'],
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

test('GET /cob lists by creation, debtor and status, in pages', async (t) => {
  const { api, cob } = await bank.client();
  const devedor = { cpf: '12345678909', nome: 'Francisco' };
  const [first] = [await cob({ devedor }), await cob(), await cob()];
  await api('PATCH', `/cob/${first.txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  const window = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const sizes: [string, number][] = [
    ['', 3],
    ['&cpf=12345678909', 1],
    ['&cnpj=11222333000181', 0],
    ['&status=ATIVA', 2],
    ['&locationPresente=false', 0],
    ['&paginacao.itensPorPagina=2', 2],
    ['&paginacao.itensPorPagina=2&paginacao.paginaAtual=1', 1],
  ];
  for (const [query, length] of sizes)
    t.like((await api('GET', `/cob?${window}${query}`)).body, { cobs: { length } }, query);
  const paged = await api('GET', `/cob?${window}&paginacao.itensPorPagina=2`);
  t.like(paged.body, { parametros: { paginacao: { quantidadeDePaginas: 2, quantidadeTotalDeItens: 3 } } });
  const before = await api('GET', '/cob?inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z');
  t.like(before.body, { cobs: { length: 0 } });
});

test('GET /pix finds by window, txid, presence and payer, and echoes its parameters', async (t) => {
  const { api, cob, pixKey } = await bank.client();
  const { txid } = await cob();
  const cpf = '52998224725';
  await bank.pay({ txid, payer: { taxId: cpf }, info_pagador: 'obrigado' });
  await bank.pay({ pix_key: pixKey, amount: 100, payer: { taxId: '11222333000181' } });
  const window = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const sizes: [string, number][] = [
    ['', 2],
    [`&txid=${txid}`, 1],
    ['&txIdPresente=true', 1],
    ['&txIdPresente=false', 1],
    ['&devolucaoPresente=true', 0],
    ['&devolucaoPresente=false', 2],
    [`&cpf=${cpf}`, 1],
    ['&cnpj=11222333000181', 1],
    ['&cpf=12345678909', 0],
    ['&paginacao.itensPorPagina=1&paginacao.paginaAtual=1', 1],
    ['&paginacao.itensPorPagina=1&paginacao.paginaAtual=2', 0],
  ];
  for (const [query, length] of sizes)
    t.like((await api('GET', `/pix?${window}${query}`)).body, { pix: { length } }, query);
  const found = (await api('GET', `/pix?${window}&cpf=${cpf}`)).body;
  t.like(found, { parametros: { cpf, inicio: '2020-01-01T00:00:00Z' } });
  const [only] = found['pix'] as unknown as { endToEndId: string }[];
  t.deepEqual((await api('GET', `/pix/${only?.endToEndId}`)).body, only as never);
  t.like(only, { txid, valor: '37.00', infoPagador: 'obrigado', chave: pixKey });
});

test('400 a list whose parameters make no sense', async (t) => {
  const { api } = await bank.client();
  const window = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const rows: [string, string][] = [
    ['', 'inicio,fim'],
    ['inicio=2020-01-01&fim=2099-01-01', 'inicio,fim'],
    ['inicio=2020-01-02T00:00:00Z&fim=2020-01-01T00:00:00Z', 'fim'],
    [`${window}&cpf=12345678909&cnpj=11222333000181`, 'cpf'],
    [`${window}&cpf=1`, 'cpf'],
    [`${window}&paginacao.paginaAtual=-1`, 'paginacao.paginaAtual'],
    [`${window}&paginacao.itensPorPagina=1001`, 'paginacao.itensPorPagina'],
  ];
  for (const [list, type] of [
    ['/cob', 'CobConsultaInvalida'],
    ['/pix', 'PixConsultaInvalida'],
  ] as const)
    for (const [query, properties] of rows) {
      const { status, body } = await api('GET', `${list}?${query}`);
      t.is(status, 400);
      t.is(typeOf(body), type);
      t.is(violated(body).join(), properties, query);
    }
});

test('a webhook is set, moved, shown and deleted', async (t) => {
  const { api, pixKey } = await bank.client();
  for (const webhookUrl of ['https://a.example/x', 'http://127.0.0.1:1/y'])
    t.is((await api('PUT', `/webhook/${pixKey}`, { webhookUrl })).status, 200);
  const shown = await api('GET', `/webhook/${pixKey}`);
  t.like(shown.body, { webhookUrl: 'http://127.0.0.1:1/y', chave: pixKey, cnpj: '11222333000181' });
  t.is((await api('DELETE', `/webhook/${pixKey}`)).status, 204);
  t.is((await api('GET', `/webhook/${pixKey}`)).status, 404);
});

test('400 a webhook for another key, or at no address', async (t) => {
  const { api, pixKey } = await bank.client();
  for (const [chave, webhookUrl] of [
    ['alheia', 'https://a.example'],
    [pixKey, 'ftp://a'],
    [pixKey, 7],
    [pixKey, undefined],
  ]) {
    const answer = await api('PUT', `/webhook/${chave}`, { webhookUrl });
    t.is(answer.status, 400);
    t.is(typeOf(answer.body), 'WebhookOperacaoInvalida');
  }
});

test('a webhook key may be an e-mail or a phone', async (t) => {
  for (const pixKey of [
    `loja${newTxid()}@example.com`,
    `+55${Math.trunc(1e10 + Number.parseInt(newTxid().slice(0, 6), 16))}`,
  ]) {
    const { api } = await bank.client({ pixKey });
    const path = `/webhook/${encodeURIComponent(pixKey)}`;
    t.is((await api('PUT', path, { webhookUrl: 'https://a.example' })).status, 200);
    t.like((await api('GET', path)).body, { chave: pixKey });
  }
});

test('the location shows the payload, signed by the bank; a removed one is gone', async (t) => {
  const { api, cob } = await bank.client();
  const { txid, location } = await cob();
  const path = text(location).slice('bank.test'.length);
  const { status, type, body } = await bank.send('GET', path);
  t.is(status, 200);
  t.is(type, 'application/jose');
  const [head = '', payload = '', signature = ''] = text(body).split('.');
  const { keys } = (await bank.send('GET', '/.well-known/jwks.json')).body as unknown as { keys: { kid: string }[] };
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const jwk = keys.find((key) => key.kid === kid);
  if (jwk === undefined) return t.fail('no such key');
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  t.true(verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')));
  const shown: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  t.like(shown, { txid, revisao: 0, status: 'ATIVA', valor: { original: '37.00' }, calendario: { expiracao: 3600 } });
  await api('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  const gone = await bank.send('GET', path);
  t.is(gone.status, 410);
  t.is(typeOf(gone.body), 'CobPayloadNaoEncontrado');
  t.is((await bank.send('GET', '/qr/v2/nada')).status, 404);
});

test('401 without a token, with a wrong one, with a revoked one, with an expired one', async (t) => {
  const { api, clientId, token } = await bank.client();
  const path = `/v2/cob/${newTxid()}`;
  for (const authorization of ['', 'Bearer nada', 'Basic bmFkYQ==']) {
    const answer = await bank.send('GET', path, undefined, authorization === '' ? {} : { authorization });
    t.is(answer.status, 401);
    t.regex(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
  }
  t.is((await api('GET', '/cob/nada')).status, 404);
  await bank.send('DELETE', `/sim/clients/${clientId}/tokens`);
  t.is((await api('GET', '/cob/nada')).status, 401);
  const fresh = { authorization: `Bearer ${await token()}` };
  t.is((await bank.send('GET', path, undefined, fresh)).status, 404);
});

test('403 a token without the scope of the operation', async (t) => {
  const { token, pixKey } = await bank.client();
  const authorization = `Bearer ${await token('cob.read')}`;
  t.is((await bank.send('GET', `/v2/cob/${newTxid()}`, undefined, { authorization })).status, 404);
  const answer = await bank.send('GET', `/v2/webhook/${pixKey}`, undefined, { authorization });
  t.is(answer.status, 403);
  t.is(typeOf(answer.body), 'AcessoNegado');
});

test('the token route speaks OAuth: form or JSON in, OAuth errors out', async (t) => {
  const { clientId, clientSecret } = await bank.client({ scopes: ['cob.read'] });
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const granted = await bank.send('POST', '/oauth/token', 'grant_type=client_credentials', form);
  t.like(granted, { status: 200, body: { token_type: 'Bearer', expires_in: 3600, scope: 'cob.read' } });
  const wrong = `Basic ${Buffer.from(`${clientId}:errada`).toString('base64')}`;
  const rows: [string, Record<string, string>, number, string][] = [
    ['grant_type=client_credentials', { ...form, authorization: wrong }, 401, 'invalid_client'],
    ['grant_type=client_credentials', { 'content-type': form['content-type'] }, 401, 'invalid_client'],
    ['grant_type=password', form, 400, 'unsupported_grant_type'],
    ['', form, 400, 'invalid_request'],
    ['grant_type=client_credentials&scope=cob.write', form, 400, 'invalid_scope'],
    ['grant_type=client_credentials&scope=admin', form, 400, 'invalid_scope'],
  ];
  for (const [body, headers, status, error] of rows)
    t.like(await bank.send('POST', '/oauth/token', body, headers), { status, body: { error } });
});

test('400 too large a body; and what the HTTP parser refuses is a problem too', async (t) => {
  const { api } = await bank.client();
  const large = await api('PUT', `/cob/${newTxid()}`, { a: 'x'.repeat(70_000) });
  t.is(large.status, 400);
  const raw = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(bank.url).port), '127.0.0.1', () => socket.end('GET / HTTP/9\r\n\r\n'));
    let seen = '';
    socket.on('data', (chunk) => {
      seen += String(chunk);
    });
    socket.on('close', () => resolve(seen));
  });
  t.regex(raw, /^HTTP\/1\.1 400/);
  t.regex(raw, /X-Simulator: true/);
  t.regex(raw, /RequisicaoInvalida/);
});

test('connections are kept alive', async (t) => {
  const keepAlive = await new Promise((resolve, reject) => {
    request(`${bank.url}/nada`, (response) => {
      response.resume();
      resolve(response.headers.connection);
    })
      .once('error', reject)
      .end();
  });
  t.is(keepAlive, 'keep-alive');
});
