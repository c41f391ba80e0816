import { request } from 'node:http';
import { connect } from 'node:net';
import { sendStubbornly, until } from '@gx/testkit';
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

test('a body behind a byte order mark, then it is read as without, for a token and for a charge', async (t) => {
  const { clientId, clientSecret, pixKey } = await bank.client();
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const granted = await bank.send('POST', '/oauth/token', '\ufeff{"grant_type":"client_credentials"}', {
    authorization,
  });
  t.is(granted.status, 200);
  const bearer = { authorization: `Bearer ${text(granted.body['access_token'])}` };
  const cob = JSON.stringify({ calendario: { expiracao: 60 }, valor: { original: '1.00' }, chave: pixKey });
  t.is((await bank.send('PUT', `/v2/cob/${newTxid()}`, `\ufeff${cob}`, bearer)).status, 201);
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

test('404 to a body of 2 MB that nobody reads, then its client can send all of it and reads the answer', async (t) => {
  const head = `POST /nada HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 21}\r\nConnection: close\r\n\r\n`;
  const pieces = Array.from({ length: 32 }, () => ' '.repeat(65_536));
  const sent = await sendStubbornly(Number(new URL(bank.url).port), { head, pieces });
  t.is(sent.fault, undefined);
  t.regex(sent.received, /^HTTP\/1\.1 404 .+NaoEncontrado/s);
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

test('at debug level the log holds no token, secret, document, key or code', async (t) => {
  const quiet = await startBank(t);
  const pixKey = `canario-${newTxid()}@example.com`;
  const client = await quiet.client({ pixKey });
  await client.api('PUT', `/webhook/${encodeURIComponent(pixKey)}`, {
    webhookUrl: 'http://127.0.0.1:1/segredo-do-caminho',
  });
  const devedor = { cpf: '52998224725', nome: 'Canário da Silva' };
  const cob = await client.cob({ devedor });
  await quiet.pay({ br_code: cob.pixCopiaECola, payer: { taxId: '39053344705', name: 'Pagador Canário' } });
  await client.api('PUT', `/cob/${cob.txid}`, { devedor: { cpf: 'x' } });
  await quiet.scenario({ clientId: client.clientId, operation: 'get', kind: '500', times: 1 });
  await client.api('GET', `/cob/${cob.txid}`);
  await until('a callback failed', () => quiet.host.lines.some((line) => line.includes('callback not accepted')));
  const log = quiet.host.lines.join('');
  t.true(log.includes('"answered"'));
  const canaries = [
    client.clientSecret,
    await client.token(),
    cob.pixCopiaECola,
    pixKey,
    'segredo-do-caminho',
    '52998224725',
    '39053344705',
    'Canário',
  ];
  t.deepEqual(
    canaries.filter((canary) => log.includes(canary)),
    [],
  );
});
