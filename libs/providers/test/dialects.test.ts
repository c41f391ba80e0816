import type { EndToEndId, Txid } from '@gx/core';
import test from 'ava';
import { DIALECTS } from '../src/dialects.ts';
import { ListUnread } from '../src/index.ts';
import { providerOf, tinyBank } from './tiny-bank.ts';

const TXID = '7978c0c97ea847e78e8849634473c1f1' as Txid;
const WINDOW = { from: new Date('2026-11-21T10:00:00Z'), to: new Date('2026-11-21T11:00:00Z') };
const NOTHING_FOUND = { erros: [{ codigo: '4769515', versao: '1', mensagem: 'x', ocorrencia: 'y' }] };

test('a list that its bank answers as an error is empty where the dialect says so, and unread elsewhere', async (t) => {
  const { url } = await tinyBank(t, undefined, (response) => {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(NOTHING_FOUND));
  });
  const list = async (provider: ReturnType<typeof providerOf>) => {
    const pages = [];
    for await (const page of provider.listSettlements(WINDOW)) pages.push(page);
    return pages;
  };
  t.deepEqual(await list(providerOf(t, url, { dialect: DIALECTS.bb })), []);
  await t.throwsAsync(list(providerOf(t, url)), { instanceOf: ListUnread });
});

test('a payer is not excluded by a list that its bank answers as an error: no filter is shown', async (t) => {
  const pix = { endToEndId: 'E1234567820200909122120200808008', txid: TXID, valor: 37, horario: '2026-11-21T10:15:00' };
  const paginacao = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1 };
  const { url, seen } = await tinyBank(t, undefined, (response) => {
    const isFiltered = seen.at(-1)?.url.includes('cpf=') === true;
    response.writeHead(isFiltered ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isFiltered ? NOTHING_FOUND : { parametros: { paginacao }, pix: [pix] }));
  });
  const provider = providerOf(t, url, { dialect: DIALECTS.bb, payerQuery: true });
  const question = {
    txid: TXID,
    endToEndId: pix.endToEndId as EndToEndId,
    taxId: { kind: 'cpf', value: '52998224725' } as never,
    paidAt: new Date('2026-11-21T13:15:00Z'),
  };
  t.is(await provider.confirmPayer(question), 'unavailable');
});

test('a token that is refused in a gateway’s words and not by status is renewed once', async (t) => {
  const { url, seen } = await tinyBank(t, undefined, (response) => {
    response.writeHead(seen.length === 1 ? 403 : 404, { 'content-type': 'application/json' });
    const errorcode = 'keymanagement.service.access_token_expired';
    const ended = { fault: { faultstring: 'x', detail: { errorcode } } };
    response.end(JSON.stringify(seen.length === 1 ? ended : { title: 'x', status: '404' }));
  });
  t.deepEqual(await providerOf(t, url).getCharge(TXID), { kind: 'done', value: null });
  t.is(seen.length, 2);
});

test('a charge that is absent under a status of its own is absent by the dialect, and declined without', async (t) => {
  const { url } = await tinyBank(t, undefined, (response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ nome: 'cobranca_nao_encontrada', mensagem: 'x' }));
  });
  t.deepEqual(await providerOf(t, url, { dialect: DIALECTS.efi }).getCharge(TXID), { kind: 'done', value: null });
  t.is((await providerOf(t, url).getCharge(TXID)).kind, 'declined');
});
