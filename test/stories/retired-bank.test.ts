import { join } from 'node:path';
import { DATABASES } from '@gx/contracts';
import { connectMongo } from '@gx/runtime/mongo';
import { newSecrets, opsSettings, seedBankProfile } from '@gx/stack';
import { runProgram, servers, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { ROOT } from '../architecture/source-files.ts';
import { PATIENTLY } from './merchant.ts';
import { operator } from './operator.ts';
import { type Stack, startStack } from './stack.ts';

type Client = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
type Side = { readonly count: number; readonly amount: number };
type Bank = { readonly profile: string; readonly totals: Readonly<Record<string, { readonly bank: Side | null }>> };

/** A second account at the bank, whose profile takes the new charges from then on. */
async function openSecondBank(t: ExecutionContext, stack: Stack, id: string): Promise<void> {
  const answer = await request(`${stack.simulator}/sim/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { clientId, clientSecret, pixKey } = (await answer.body.json()) as Client;
  const set = [
    ...['bank-profile', 'set', '--id', id, '--mode', 'test', '--simulator', '--base-url', stack.bank.url],
    ...['--client-id', clientId, '--pix-key', pixKey, '--merchant-name', 'Loja', '--merchant-city', 'Recife'],
  ];
  const env = opsSettings(stack);
  await until(
    'the bank confirms it',
    async () => (await runProgram([join(ROOT, 'services/ops/src/main.ts'), ...set], env, clientSecret)).code === 0,
    PATIENTLY,
  );
  t.regex((await operator(stack, 'bank-profile', 'list')).out, new RegExp(`^${id} +test .* Pix  `, 'm'));
}

/** Which profile a charge was made at, as charge has it written down. */
async function profileOf(t: ExecutionContext, { namespace }: Stack) {
  const host = testHost('retired-bank');
  t.teardown(host.stop);
  const db = `${namespace}${DATABASES.charge}`;
  const connection = await connectMongo({ url: servers().mongoUrl, db, log: host.log, name: 'test' });
  host.life.onStop('charge', () => connection.close());
  return async (id: string): Promise<unknown> =>
    (await connection.collection('charges').findOne({ _id: id.replace(/^ch_/, '') as never }))?.['bankProfileId'];
}

/**
 * What `ops reconcile` says of Pix of every day that the test has lived through: midnight may be in between.
 */
async function reconciled(t: ExecutionContext, stack: Stack, since: number): Promise<ReadonlyMap<string, number[]>> {
  const dayAt = (ms: number): string => new Date(ms - 3 * 3_600_000).toISOString().slice(0, 10);
  const found = new Map<string, number[]>();
  for (const date of new Set([dayAt(since), dayAt(Date.now())])) {
    const { code, out } = await operator(stack, 'reconcile', '--date', date, '--json');
    t.is(code, 0, out);
    for (const { profile, totals } of JSON.parse(out).banks as Bank[]) {
      const [received = 0, returned = 0] = found.get(profile) ?? [];
      const more = [totals['received']?.bank?.amount ?? 0, totals['returned']?.bank?.amount ?? 0];
      found.set(profile, [received + (more[0] ?? 0), returned + (more[1] ?? 0)]);
    }
  }
  return found;
}

test('what began at a bank that is retired is paid, cancelled and refunded there, and its books agree; the other takes what is new', async (t) => {
  const secrets = newSecrets();
  const stack = await startStack({ replicas: { charge: 2, refund: 2 }, secrets });
  t.teardown(stack.stop);
  const { merchant } = stack;
  const since = Date.now();
  const bankOf = await profileOf(t, stack);
  const createdAt = (profile: string, amount: number) =>
    until(
      `a charge is made at ${profile}`,
      async () => {
        const { body } = await merchant.create({ amount });
        return (await bankOf(body.id)) === profile && body.id;
      },
      PATIENTLY,
    );
  const paid = async (id: string) => {
    await merchant.pay(id);
    await merchant.untilStatus(id, 'paid', PATIENTLY.timeoutMs);
  };

  await openSecondBank(t, stack, 'second');
  const before = await createdAt('second', 1_000);
  const open = await createdAt('second', 2_000);
  const cancelled = await createdAt('second', 3_000);
  await paid(before);

  const retired = await operator(stack, 'bank-profile', 'retire', 'second', '--by', 'Ana');
  t.deepEqual([retired.code, retired.err], [0, '']);
  t.regex(retired.out, /\nNew test charges: by Pix at simulator, by other methods at simulator\.\n$/);
  const next = await createdAt('simulator', 500);
  await paid(next);
  await paid(open);
  t.is((await merchant.cancel(cancelled)).status, 200);
  for (const [id, amount] of [
    [before, 300],
    [open, 2_000],
  ] as const) {
    const refund = await merchant.refund(id, { amount });
    t.is(refund.status, 201, JSON.stringify(refund.body));
    await merchant.untilRefund(id, refund.body.id, 'REFUNDED');
  }
  const books = await reconciled(t, stack, since);
  t.deepEqual(books.get('second'), [3_000, 2_300]);
  t.deepEqual(books.get('simulator'), [500, 0]);

  // A stack that is started again sets its bank again.
  t.is((await operator(stack, 'bank-profile', 'retire', 'simulator', '--by', 'Ana', '--leave-none')).code, 0);
  await seedBankProfile({ ...stack, simulator: stack.bank.url }, secrets);
  const { out } = await operator(stack, 'bank-profile', 'list');
  t.regex(out, /^simulator +test .* none .* by Ana$/m);
  t.regex(out, /^No profile takes new test charges: they are refused\.$/m);
});
