import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '@gx/testkit';
import test from 'ava';
import { startEdge } from './harness/gateway.ts';

// Throwaway certificates, made for these tests alone; those of `next` are of another authority.
const fixture = (name: string): string => resolve(import.meta.dirname, 'fixtures', name);
const pem = (name: string): string => readFileSync(fixture(name), 'utf8');
const FILES = ['server.pem', 'server.key', 'ca.pem'] as const;
const settings = (folder: string) => ({
  BANK_TLS_CERT_FILE: join(folder, 'server.pem'),
  BANK_TLS_KEY_FILE: join(folder, 'server.key'),
  BANK_TLS_CA_FILE: join(folder, 'ca.pem'),
});

type Client = { readonly ca: string; readonly cert?: string; readonly key?: string };
const ANYBODY: Client = { ca: pem('ca.pem') };
const BANK: Client = { ...ANYBODY, cert: pem('client.pem'), key: pem('client.key') };
/** A bank that already goes by the next authority. */
const NEXT: Client = { ca: pem('next/ca.pem'), cert: pem('next/client.pem'), key: pem('next/client.key') };

/** Looking is cheap, and the files are read every ten seconds. */
const WITHIN = { timeoutMs: 40_000, everyMs: 250 } as const;

const post = (url: string, client: Client): Promise<number | undefined> =>
  new Promise((done, failed) => {
    request(url, { method: 'POST', agent: false, ...client }, (response) => {
      response.resume().on('end', () => done(response.statusCode));
    })
      .on('error', failed)
      .end('{"pix":[]}');
  });
const isAccepted = (url: string, client: Client): Promise<boolean> =>
  post(url, client).then(
    (status) => status === 200,
    () => false,
  );
const addressOf = (bankUrl: string): string => `${bankUrl.replace('http:', 'https:')}/bank/p1/secret/pix`;

test('with a CA set, only a bank that shows a certificate of it is let in', async (t) => {
  const { bankUrl, charge } = await startEdge(t, settings(fixture('.')));
  const url = addressOf(bankUrl);
  t.is(await post(url, BANK), 200);
  await t.throwsAsync(post(url, ANYBODY));
  await t.throwsAsync(post(url, { ...NEXT, ca: ANYBODY.ca }));
  t.is(charge.state.callbacks.length, 1);
});

test('a certificate and an authority that are replaced in their files count without a restart; half of them changes nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gx-tls-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const put = (from: string, name: string): Promise<void> => copyFile(fixture(join(from, name)), join(folder, name));
  for (const name of FILES) await put('.', name);
  const { bankUrl, host } = await startEdge(t, settings(folder));
  const url = addressOf(bankUrl);
  t.true(await isAccepted(url, BANK));

  const failed = (): number => host.lines.filter((line) => line.includes('follow certificate')).length;
  await put('next', 'server.pem');
  await until('a certificate that does not fit its key is refused', () => failed() > 0, WITHIN);
  await put('.', 'server.pem');
  await writeFile(join(folder, 'ca.pem'), '');
  // The first may still be of the other fault.
  const before = failed();
  await until('an authority that is empty is refused', () => failed() > before + 1, WITHIN);
  t.true(await isAccepted(url, BANK), 'what was there goes on');
  t.false(await isAccepted(url, ANYBODY));

  for (const name of FILES) await put('next', name);
  await until('the next authority counts', () => isAccepted(url, NEXT), WITHIN);
  t.false(await isAccepted(url, BANK));
  t.false(await isAccepted(url, { ca: NEXT.ca }));
});
