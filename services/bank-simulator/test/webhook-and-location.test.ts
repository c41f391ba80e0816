import { createPublicKey, verify } from 'node:crypto';
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

const typeOf = (body: { readonly [name: string]: unknown }): string => text(body['type']).split('/').at(-1) ?? '';

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
