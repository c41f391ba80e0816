import { SERVICES } from '@gx/contracts';
import { type Id, wireId } from '@gx/core';
import { localClient, uniqueName } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops, opsProcess, serve } from './harness.ts';

const NOBODY = '01939b6e-7f4b-7000-8000-000000000000';
const TIME = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;

/** Keys in a process of its own, with an account. */
async function account(t: ExecutionContext) {
  const { address } = await serve(t, 'keys');
  const client = localClient(SERVICES.keys, address, { idempotent: [], deadlineMs: 20_000 });
  t.teardown(client.close);
  const email = `${uniqueName('ana')}@example.com`;
  const first = { name: 'Loja', userName: 'Ana', email, password: 'correct horse' };
  const { accountId } = await client.createAccount({ requestId: 'test' }, first);
  return { env: { KEYS_ADDRESS: address }, id: wireId('account', accountId as Id<'account'>) };
}

test('account restrict, freeze and close say what the account is then and who decided; unfreeze takes two operators; show prints it', async (t) => {
  const { env, id } = await account(t);
  const act = (name: string, by: string, reason: string) =>
    ops(['account', name, id, '--by', by, '--reason', reason], env);
  const shown = async () => (await ops(['account', 'show', id], env)).out.split('\n').slice(0, 3);
  t.deepEqual((await shown()).slice(0, 2), [`${id} Loja`, 'is ACTIVE']);

  for (const [name, state] of [
    ['restrict', 'NO_PAYOUTS'],
    ['freeze', 'FROZEN'],
    ['close', 'CLOSED'],
  ] as const) {
    const { code, out, err } = await act(name, 'Eva', 'Suspected fraud');
    t.deepEqual([code, err], [0, '']);
    t.regex(out, new RegExp(`^${id} is ${state} \\(Eva, ${TIME}: Suspected fraud\\)\\n$`));
  }
  const up = await act('restrict', 'Eva', 'Suspected fraud');
  t.deepEqual([up.code, up.out], [2, '']);
  t.regex(up.err, /^ops: The account is CLOSED, which allows less than NO_PAYOUTS: two operators unfreeze it\.\n$/);

  for (const by of ['Rui', 'RUI']) {
    const first = await opsProcess(['account', 'unfreeze', id, '--by', by, '--reason', 'All is well'], env);
    t.deepEqual([first.code, first.err], [0, '']);
    t.regex(
      first.out,
      new RegExp(
        `^${id} is CLOSED .*\\nunfreeze takes another operator within 24 hours \\(first Rui, ${TIME}: All is well\\)\\n$`,
      ),
    );
  }
  t.regex((await shown()).slice(1, 3).join('\n'), /^is CLOSED \(Eva, .*\nunfreeze takes another operator/);
  const json = JSON.parse((await ops(['account', 'show', id, '--json'], env)).out);
  t.like(json, {
    accountId: id,
    state: 'CLOSED',
    decision: { by: 'Eva' },
    unfreeze: { by: 'Rui', reason: 'All is well' },
  });
  const second = await act('unfreeze', 'Eva', 'All is well indeed');
  t.deepEqual([second.code, second.err], [0, '']);
  t.regex(second.out, new RegExp(`^${id} is ACTIVE \\(Eva, ${TIME}: All is well indeed\\)\\n$`));
  const again = await ops(['account', 'unfreeze', id, '--by', 'Eva', '--reason', 'x', '--json'], env);
  t.like(JSON.parse(again.out), { accountId: id, state: 'ACTIVE', unfreeze: null });
});

test('what is wrong with an act is named in one line, and nothing is changed', async (t) => {
  const { env, id } = await account(t);
  const why = ['--by', 'Eva', '--reason', 'fraud'];
  const cases: readonly [string[], RegExp][] = [
    [['freeze', id], /required option '--by <name>'/],
    [['freeze', id, '--by', 'Eva'], /required option '--reason <text>'/],
    [['freeze', id, '--by', ' ', '--reason', 'fraud'], /^ops: operator must have 1 to 100 characters\.\n$/],
    [['close', id, '--by', 'Eva', '--reason', ''], /^ops: reason must have 1 to 500 characters\.\n$/],
    [['freeze', `acc_${NOBODY}`, ...why], /^ops: No such account\.\n$/],
    [['unfreeze', 'acc_1', ...why], /^ops: This is no id of an account: acc_1\n$/],
    [['restrict', ...why], /missing required argument 'id'/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await ops(['account', ...args], env);
    t.deepEqual([code, out], [2, ''], args.join(' '));
    t.regex(err, message);
  }
  t.regex((await ops(['account', 'show', id], env)).out, /\nis ACTIVE\n/);
  for (const act of ['restrict', 'freeze', 'close', 'unfreeze']) {
    const { code, out } = await ops(['account', act, '--help'], {});
    t.is(code, 0);
    for (const name of ['--by', '--reason', '--json', 'KEYS_ADDRESS']) t.true(out.includes(name), `${act} ${name}`);
  }
});
