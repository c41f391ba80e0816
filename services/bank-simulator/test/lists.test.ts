import test from 'ava';
import { type BankUnderTest, startBank, text } from './bank-under-test.ts';

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
