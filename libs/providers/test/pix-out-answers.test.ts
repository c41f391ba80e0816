import type { ServerResponse } from 'node:http';
import { cents } from '@gx/core';
import test, { type ExecutionContext } from 'ava';
import { DUPLICATE_ID, type PixOutDestination, WRONG_OWNER } from '../src/index.ts';
import { providerOf, tinyBank } from './tiny-bank.ts';

const ID = 'a1b2';
const KEY = 'maria@example.com';
const E2E = 'E00000000202611261200abcdefghijk';
const SENT = { idEnvio: ID, endToEndId: E2E, valor: '12.34', status: 'REALIZADO' };

type Reply = { readonly status: number; readonly body?: unknown; readonly type?: string };

/** A bank that answers every call so, and what it was called with. */
async function bankThat(t: ExecutionContext, { status, body, type = 'application/json' }: Reply) {
  const { url, seen } = await tinyBank(t, undefined, (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const provider = providerOf(t, url, {
    pixOut: {
      path: '/gn/pix',
      destinations: ['key', 'bank_account', 'br_code'],
      keyOwnerPath: '/gn/chaves/titular',
      oneAtATime: false,
    },
  });
  const send = (destination: PixOutDestination = { kind: 'key', key: KEY }) => {
    const body = provider.pixOutRequest({ amount: cents(1234), destination });
    return provider.sendPix({ id: ID, kind: destination.kind, body });
  };
  return { seen, send, get: () => provider.getSentPix(ID), owner: () => provider.getKeyOwner(KEY) };
}

const PAGE = '<html><body>Not Found</body></html>';
for (const [rule, reply] of [
  ['a 404 that is a page', { status: 404, body: PAGE, type: 'text/html' }],
  ['a 404 without a word', { status: 404, body: '' }],
  ['a 404 of something in front of the bank', { status: 404, body: { message: 'no Route matched' } }],
  ['a 500', { status: 500, body: { nome: 'erro_aplicacao', mensagem: '' } }],
  ['a page that says 200', { status: 200, body: PAGE, type: 'text/html' }],
  ['a success without anything', { status: 200, body: '' }],
] as const satisfies readonly (readonly [string, Reply])[]) {
  test(`${rule} proves nothing: about a Pix, its sending, or the owner of a key`, async (t) => {
    const bank = await bankThat(t, reply);
    t.is((await bank.get()).kind, 'unknown');
    t.is((await bank.send()).kind, 'unknown');
    t.is((await bank.owner()).kind, 'unknown');
  });
}

test('a 404 in the bank’s own words is that there is no such Pix, and no such key', async (t) => {
  const problem = { type: 'https://pix.bcb.gov.br/api/v2/error/PixEnviadoNaoEncontrado', title: 'x', status: 404 };
  const bank = await bankThat(t, { status: 404, body: problem, type: 'application/problem+json' });
  t.deepEqual(await bank.get(), { kind: 'done', value: null });
  t.deepEqual(await bank.owner(), { kind: 'done', value: null });
  t.like(await bank.send(), { kind: 'declined', code: 'PixEnviadoNaoEncontrado', status: 404 });
});

test('a 409 is a taken id, whatever the bank calls it', async (t) => {
  const bank = await bankThat(t, { status: 409, body: { nome: 'id_envio_duplicado', mensagem: 'x' } });
  t.like(await bank.send(), { kind: 'declined', code: DUPLICATE_ID });
  const other = await bankThat(t, { status: 409, body: { title: 'Conflict', status: 409 } });
  t.like(await other.send({ kind: 'br_code', brCode: '0002' }), { kind: 'declined', code: DUPLICATE_ID });
});

test('another’s key is one code of ours; every other refusal keeps the bank’s', async (t) => {
  const wrong = await bankThat(t, { status: 400, body: { nome: 'favorecido_documento_divergente', mensagem: 'x' } });
  t.like(await wrong.send(), { kind: 'declined', code: WRONG_OWNER });
  const poor = await bankThat(t, { status: 422, body: { nome: 'pagamento_negado', mensagem: 'x' } });
  t.like(await poor.send(), { kind: 'declined', code: 'pagamento_negado', status: 422 });
});

for (const [rule, over, kind] of [
  ['a word that we do not know is no end', { status: 'LIQUIDANDO' }, 'pending'],
  ['another amount is shown as it is, for the caller to compare', { valor: '0.01' }, 'done'],
  ['an amount that cannot be read is no answer', { valor: '12.345' }, 'unknown'],
  ['an amount as a number is one', { valor: 12.34 }, 'done'],
  ['another Pix is no answer', { idEnvio: 'b2' }, 'unknown'],
  ['no state is no answer', { status: undefined }, 'unknown'],
] as const) {
  test(`about a sent Pix: ${rule}`, async (t) => {
    const bank = await bankThat(t, { status: 200, body: { ...SENT, ...over } });
    t.is((await bank.get()).kind, kind);
    t.is((await bank.send()).kind, kind);
  });
}

test('a code has an address of its own, and no key is in any address', async (t) => {
  const bank = await bankThat(t, { status: 201, body: SENT });
  await bank.send();
  await bank.send({ kind: 'br_code', brCode: `0002${KEY}` });
  await bank.owner();
  t.deepEqual(
    bank.seen.map(({ method, url }) => `${method} ${url}`),
    ['PUT /v2/gn/pix/a1b2', 'PUT /v2/gn/pix/a1b2/qrcode', 'POST /v2/gn/chaves/titular'],
  );
});
