import { authority } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops, opsProcess, serve } from './harness.ts';

const ca = authority('Banco de Teste');
const us = ca.issue('us', { hours: 24 * 90 });
const PIX_KEY = '01939b6e-7f4b-7000-8000-00000000beef';
const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

/**
 * A charge service with two test profiles, of which `new` is used and alone has an acquirer and receipts, and
 * a live one with a certificate. No bank is there.
 */
async function chargeService(t: ExecutionContext): Promise<Record<string, string>> {
  const { address } = await serve(t, 'charge');
  const env = { CHARGE_ADDRESS: address };
  const set = async (id: string, mode: string, baseUrl: string, more: string[], tls: Record<string, string> = {}) => {
    const args = [
      ...['bank-profile', 'set', '--id', id, '--mode', mode, '--base-url', baseUrl, '--client-id', 'client-canary'],
      ...['--pix-key', PIX_KEY, '--merchant-name', 'Loja', '--merchant-city', 'Recife', ...more],
    ];
    const { err } = await ops(args, { ...env, BANK_CLIENT_SECRET: 'secret-canary', ...tls });
    t.regex(err, /^ops: The profile is set, but the bank has not confirmed/);
  };
  await set('old', 'test', 'http://127.0.0.1:1', ['--pix-out-path', '/gn/pix']);
  await set('new', 'test', 'http://127.0.0.1:1', [
    ...['--acquirer-path', '/acquirer/v1'],
    ...['--receipt-path', '/comprovantes'],
    ...['--pix-out-path', '/gn/pix', '--pix-out-destinations', 'key,br_code', '--pix-out-one-at-a-time'],
    ...['--key-owner-path', '/gn/chaves/titular'],
  ]);
  const tls = { BANK_CERTIFICATE: us.cert, BANK_CERTIFICATE_KEY: us.key, BANK_AUTHORITY: ca.cert };
  await set('bank', 'live', 'https://127.0.0.1:1', [], tls);
  return env;
}

/** The rows of a table by their first cell, each without the times in it. */
async function listed(t: ExecutionContext, env: Record<string, string>): Promise<string[]> {
  const { code, out, err } = await opsProcess(['bank-profile', 'list'], env);
  t.deepEqual([code, err], [0, '']);
  for (const secret of ['canary', PIX_KEY, 'BEGIN']) t.false(out.includes(secret), secret);
  return out.replaceAll(new RegExp(ISO, 'g'), '<time>').replaceAll(/ {2,}/g, ' | ').trimEnd().split('\n');
}

const HEADINGS =
  'PROFILE | MODE | ADDRESS | PIX KEY | RECEIPTS | PIX OUT | NEW CHARGES | ACTIVATED | OUR CERTIFICATE ENDS | RETIRED';
const BANK = 'bank | live | https://127.0.0.1:1 | …beef | no | none | Pix | <time> | <time> | -';
const NEW = 'yes | key, br_code; names owners; one at a time';
const row = (id: string, takes: string, retired = '-') =>
  `${id} | test | http://127.0.0.1:1 | …beef | ${id === 'new' ? NEW : 'no | key'} | ${takes} | <time> | - | ${retired}`;

test('bank-profile list shows who takes new charges, and retire moves them and back, each act under a name', async (t) => {
  const env = await chargeService(t);
  const run = (...args: string[]) => opsProcess(['bank-profile', 'retire', ...args], env);
  t.deepEqual(await listed(t, env), [HEADINGS, BANK, row('new', 'Pix, other methods'), row('old', 'none')]);

  const orphans = await run('new', '--by', 'Ana');
  t.deepEqual(orphans, {
    code: 2,
    out: '',
    err: 'ops: No other bank profile takes new test charges by other methods: they would be refused with no_provider_for_method. Nothing was changed: set a profile that takes them first, or add --leave-none.\n',
  });
  t.deepEqual(await listed(t, env), [HEADINGS, BANK, row('new', 'Pix, other methods'), row('old', 'none')]);

  t.deepEqual(await run('new', '--by', 'Ana', '--leave-none'), {
    code: 0,
    out: 'Bank profile new is retired: it takes no new charges. What began at it goes on there.\nNew test charges: by Pix at old, by other methods at no profile.\n',
    err: '',
  });
  t.deepEqual(await listed(t, env), [HEADINGS, BANK, row('new', 'none', '<time> by Ana'), row('old', 'Pix')]);
  t.is((await run('old', '--by', 'Ana')).code, 2);
  t.is((await run('old', '--by', 'Rui', '--leave-none')).code, 0);
  const [, , , old, remark] = await listed(t, env);
  t.deepEqual(
    [old, remark],
    [row('old', 'none', '<time> by Rui'), 'No profile takes new test charges: they are refused.'],
  );

  t.deepEqual(await run('new', '--by', 'Rui', '--undo'), {
    code: 0,
    out: 'Bank profile new is not retired any more: it stands in its old place.\nNew test charges: by Pix at new, by other methods at new.\n',
    err: '',
  });
  const json = JSON.parse((await ops(['bank-profile', 'list', '--json'], env)).out);
  t.deepEqual(Object.keys(json[1]), [
    ...[
      'profile',
      'mode',
      'simulator',
      'baseUrl',
      'pixKey',
      'otherMethods',
      'receipts',
      'pixOut',
      'takesNew',
      'activatedAt',
    ],
    ...['certificateEndsAt', 'retired', 'restored'],
  ]);
  t.like(json[1], { profile: 'new', mode: 'test', retired: null, restored: { by: 'Rui' }, certificateEndsAt: null });
  t.deepEqual(
    json.map(({ receipts }: { receipts: boolean }) => receipts),
    [false, true, false],
  );
  t.deepEqual(json[1].takesNew, { pix: true, otherMethods: true });
  t.like(json[2], { profile: 'old', retired: { by: 'Rui' }, restored: null });
  t.true(Math.abs(Date.parse(json[0].certificateEndsAt) - Date.now() - 90 * 86_400_000) < 120_000);
});

test('what cannot be retired, and a missing operator, is named in one line', async (t) => {
  const { address } = await serve(t, 'charge');
  const env = { CHARGE_ADDRESS: address };
  t.deepEqual(await ops(['bank-profile', 'list'], env), { code: 0, out: 'There is no bank profile.\n', err: '' });
  t.deepEqual(await ops(['bank-profile', 'retire', 'nobody', '--by', 'Ana'], env), {
    code: 2,
    out: '',
    err: 'ops: No such bank profile.\n',
  });
  const unnamed = await ops(['bank-profile', 'retire', 'nobody'], env);
  t.is(unnamed.code, 2);
  t.regex(unnamed.err, /required option '--by <name>'/);
  t.regex(
    (await ops(['bank-profile', 'retire', 'nobody', '--by', ' '], env)).err,
    /^ops: Say who decides, in 1 to 100/,
  );
});
