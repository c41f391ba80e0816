import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { resolve } from 'node:path';
import test from 'ava';
import { startEdge } from './harness/gateway.ts';

// Throwaway certificates, made for this test alone.
const fixture = (name: string): string => resolve(import.meta.dirname, 'fixtures', name);
const pem = (name: string): string => readFileSync(fixture(name), 'utf8');
const TLS = {
  BANK_TLS_CERT_FILE: fixture('server.pem'),
  BANK_TLS_KEY_FILE: fixture('server.key'),
  BANK_TLS_CA_FILE: fixture('ca.pem'),
};

const post = (url: string, client: { cert?: string; key?: string }): Promise<number | undefined> =>
  new Promise((done, failed) => {
    request(url, { method: 'POST', ca: pem('ca.pem'), agent: false, ...client }, (response) => {
      response.resume().on('end', () => done(response.statusCode));
    })
      .on('error', failed)
      .end('{"pix":[]}');
  });

test('with a CA set, only a bank that shows a certificate of it is heard', async (t) => {
  const { bankUrl, charge } = await startEdge(t, TLS);
  const url = `${bankUrl.replace('http:', 'https:')}/bank/p1/secret/pix`;
  t.is(await post(url, { cert: pem('client.pem'), key: pem('client.key') }), 200);
  await t.throwsAsync(post(url, {}));
  t.is(charge.state.notices.length, 1);
});
