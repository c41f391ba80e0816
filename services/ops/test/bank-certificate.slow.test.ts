import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authority, openBankProxy, startBankSimulator } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops, opsProcess, serve } from './harness.ts';

const ca = authority('Banco de Teste');
const us = ca.issue('us', { hours: 24 * 90 });
type Client = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };

/** Files as an operator has them, by the variables that name them. */
async function files(t: ExecutionContext, texts: Record<string, string>): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-ops-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const named = Object.entries(texts).map(async ([name, text]) => {
    await writeFile(join(folder, name), text);
    return [`${name}_FILE`, join(folder, name)] as const;
  });
  return Object.fromEntries(await Promise.all(named));
}

test('a profile with a certificate is set from files, reaches a bank that demands one, and its check shows the days left', async (t) => {
  const [simulator, { address, database }] = await Promise.all([startBankSimulator('ops_bank'), serve(t, 'charge')]);
  t.teardown(simulator.stop);
  const door = await openBankProxy(simulator.url, ca.cert);
  t.teardown(door.stop);
  const { clientId, clientSecret, pixKey } = await simulator.control<Client>('POST', '/sim/clients', {});
  const env = { CHARGE_ADDRESS: address };
  const set = [
    ...['bank-profile', 'set', '--id', 'mutual', '--mode', 'test', '--base-url', door.url],
    ...['--client-id', clientId, '--pix-key', pixKey, '--merchant-name', 'Loja', '--merchant-city', 'Recife'],
  ];
  const trusted = { ...env, BANK_AUTHORITY: door.bank.cert };
  const texts = { BANK_CERTIFICATE: us.cert, BANK_CERTIFICATE_KEY: us.key, BANK_AUTHORITY: door.bank.cert };
  const given = { ...env, ...(await files(t, texts)) };

  const turnedAway = await opsProcess(set, trusted, clientSecret);
  t.is(turnedAway.code, 2);
  t.regex(turnedAway.err, /^ops: The profile is set, but the bank has not confirmed/);

  const done = await opsProcess(set, given, `${clientSecret}\n`);
  t.deepEqual([done.code, done.err], [0, '']);
  t.regex(
    done.out,
    /^Bank profile mutual is set for test charges\. It shows the bank a certificate that ends at \d{4}-\S+Z\.\n$/,
  );
  t.true(door.admitted.includes('us'));
  const check = await ops(['bank-profile', 'check', 'mutual'], env);
  t.regex(check.out, /\ntoken +passed/);
  t.regex(check.out, /\nour certificate +passed +valid for 89 more days\n/);

  const stored = JSON.stringify(await database.connection.collection('bank_profiles').find().toArray());
  const secrets = us.key.split('\n').filter((line) => line.length > 20 && !line.includes('-'));
  t.true(stored.includes(us.cert.split('\n')[1] ?? 'none'));
  for (const secret of secrets) t.false(JSON.stringify([stored, done, check]).includes(secret));
});

test('a certificate that cannot be used is refused in one line that names it, and so is a file of nothing', async (t) => {
  const { address, database } = await serve(t, 'charge');
  const env = { CHARGE_ADDRESS: address, BANK_CLIENT_SECRET: 'secret' };
  const set = [
    ...['bank-profile', 'set', '--id', 'mutual', '--mode', 'test', '--base-url', 'https://127.0.0.1:1'],
    ...['--client-id', 'c', '--pix-key', 'k', '--merchant-name', 'Loja', '--merchant-city', 'Recife'],
  ];
  const late = ca.issue('us', { fromHours: -2, hours: -1 });
  const cases: readonly [Record<string, string>, RegExp][] = [
    [{ BANK_CERTIFICATE: us.cert, BANK_CERTIFICATE_KEY: ca.issue('x').key }, /^ops: The private key does not belong/],
    [{ BANK_CERTIFICATE: 'garbage', BANK_CERTIFICATE_KEY: us.key }, /^ops: The certificate is not made of/],
    [{ BANK_CERTIFICATE: us.cert, BANK_CERTIFICATE_KEY: 'garbage' }, /^ops: The private key is not one in PEM/],
    [{ BANK_CERTIFICATE: late.cert, BANK_CERTIFICATE_KEY: late.key }, /^ops: The certificate has expired/],
    [{ BANK_CERTIFICATE: us.cert }, /^ops: The private key of the certificate is missing/],
    [{ BANK_AUTHORITY: 'garbage' }, /^ops: The bank’s authority is not made of/],
    [{ BANK_AUTHORITY_FILE: '/nowhere' }, /^ops: BANK_AUTHORITY cannot be read from the file/],
    [await files(t, { BANK_CERTIFICATE: '' }), /^ops: The file that BANK_CERTIFICATE_FILE names is empty\.\n$/],
  ];
  for (const [given, says] of cases) {
    const { code, out, err } = await ops(set, { ...env, ...given });
    t.deepEqual([code, out], [2, '']);
    t.regex(err, says);
    t.is(err.split('\n').length, 2, 'one line');
  }
  t.is(await database.connection.collection('bank_profiles').countDocuments(), 0);
});
