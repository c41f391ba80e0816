import { SERVICES, TOPICS } from '@gx/contracts';
import { connectKafka } from '@gx/runtime/kafka';
import { localClient, servers, testHost, uniqueName } from '@gx/testkit';
import test from 'ava';
import { ops, opsProcess, serve } from './harness.ts';

const account = (email: string): string[] => [
  ...['account', 'create', '--name', 'Loja', '--user-name', 'Ana', '--email', email],
];

test('account create opens an account whose user can log in, with the secret from the environment or from standard input', async (t) => {
  const { address } = await serve(t, 'keys');
  const client = localClient(SERVICES.keys, address, { idempotent: [], deadlineMs: 10_000 });
  t.teardown(client.close);
  const password = 'correct horse';
  const [first, second] = [`${uniqueName('ana')}@example.com`, `${uniqueName('rui')}@example.com`];

  const plain = await ops(account(first), { KEYS_ADDRESS: address, ACCOUNT_PASSWORD: password });
  t.deepEqual([plain.code, plain.err], [0, '']);
  t.regex(plain.out, /^Account acc_[0-9a-f-]{36} is open; its user usr_[0-9a-f-]{36} can log in\.\n$/);

  const fee = ['--platform-fee-basis-points', '250', '--json'];
  const json = await opsProcess([...account(second), ...fee], { KEYS_ADDRESS: address }, `${password}\n`);
  t.is(json.code, 0);
  const { accountId, settings } = JSON.parse(json.out);
  t.is(settings.platformFeeBasisPoints, 250);
  t.is(settings.defaultExpiresInSeconds, 3_600);

  for (const email of [first, second]) {
    const login = await client.login({ requestId: 'test' }, { email, password });
    if (email === second) t.is(`acc_${login.account?.id}`, accountId);
  }

  const again = await ops(account(first.toUpperCase()), { KEYS_ADDRESS: address, ACCOUNT_PASSWORD: password });
  t.deepEqual(again, { code: 2, out: '', err: 'ops: email belongs to a user already.\n' });
});

test('ledger verify ends with 0 while everything agrees, and with 1 and a table once a balance was touched', async (t) => {
  const { address, database } = await serve(t, 'ledger');
  const env = { LEDGER_ADDRESS: address };
  t.deepEqual(await ops(['ledger', 'verify'], env), {
    code: 0,
    out: '0 wallets and 0 journal entries read: every balance and every chain agrees.\n',
    err: '',
  });
  const accountId = '01939b6e-7f4b-7000-8000-000000000001';
  const wallet = {
    accountId,
    livemode: false,
    currency: 'BRL',
    available: 500,
    pending: 0,
    retained: 0,
    seq: 0,
    head: '',
  };
  await database.connection.collection('wallets').insertOne(wallet);
  const { code, out } = await opsProcess(['ledger', 'verify'], env);
  t.is(code, 1);
  t.regex(out, /^ACCOUNT +MODE +CURRENCY +SEQ +PROBLEM +DETAIL\n/);
  t.true(out.includes(accountId) && out.includes('wrong_balance'));
  t.regex(out, /1 wallet and 0 journal entries read: \d+ problems?\.\n$/);
  const json = await ops(['ledger', 'verify', '--json'], env);
  t.is(json.code, 1);
  t.like(JSON.parse(json.out).problems[0], { accountId, livemode: false });
});

test('stats verify ends with 0 while every sum agrees, and with 1 and a table once one was touched', async (t) => {
  const { address, database } = await serve(t, 'charge');
  const env = { CHARGE_ADDRESS: address };
  const sound = '0 charges and 0 statistics cells read: every sum agrees.\n';
  t.deepEqual(await ops(['stats', 'verify'], env), { code: 0, out: sound, err: '' });
  const accountId = '01939b6e-7f4b-7000-8000-000000000001';
  const cell = { accountId, livemode: true, hour: '2026-11-21T10', marks: 1, recomputed: 1, dirty: false };
  const _id = `${accountId}:live:2026-11-21T10` as never;
  await database.connection.collection('statistics_cells').insertOne({
    _id,
    ...cell,
    rows: [{ method: 'PIX', currency: 'BRL', sums: { gross: 5 }, timeToPay: {} }],
  });
  const { code, out } = await opsProcess(['stats', 'verify'], env);
  t.is(code, 1);
  t.regex(out, /^ACCOUNT +MODE +HOUR +METHOD +CURRENCY +SUM +STANDS AT +CHARGES SAY\n/);
  t.regex(out, new RegExp(`${accountId} +live +2026-11-21T10 +PIX +BRL +gross +5 +0\n`));
  t.regex(out, /0 charges and 1 statistics cell read: 1 problem\.\n$/);
  const json = await ops(['stats', 'verify', '--json'], env);
  t.is(json.code, 1);
  t.like(JSON.parse(json.out).problems[0], { accountId, livemode: true, sum: 'gross', stands: 5, recounted: 0 });
  const from = (slice: string) => ops(['stats', 'verify', '--from', slice], env);
  t.is((await from(`${accountId}:live:2026-11-21T10`)).code, 1);
  t.deepEqual(await from(`${accountId}:live:2026-11-21T11`), { code: 0, out: sound, err: '' });
  t.deepEqual(await from(accountId), { code: 2, out: '', err: 'ops: No such hour.\n' });
});

test('bank-profile set reaches the charge service and passes on what it refuses', async (t) => {
  const { address, database } = await serve(t, 'charge');
  const env = { CHARGE_ADDRESS: address, BANK_CLIENT_SECRET: 'canary-secret' };
  const profile = (...more: string[]): string[] => [
    ...['bank-profile', 'set', '--client-id', 'client', '--pix-key', '01939b6e-7f4b-7000-8000-000000000001'],
    ...['--merchant-name', 'Loja', '--merchant-city', 'Recife', '--base-url', 'http://127.0.0.1:1', ...more],
  ];
  const live = await ops(profile('--id', 'pretended', '--mode', 'live', '--simulator'), env);
  t.is(live.code, 2);
  t.regex(live.err, /^ops: .+\n$/);
  // Nobody answers at the bank's address: the profile stands, and the operator is told what is still open.
  const able = ['--payer-query', '--pix-out-path', '/gn/pix', '--pix-out-fee', '35'];
  const absent = await ops(profile('--id', 'absent', '--mode', 'test', ...able), env);
  t.is(absent.code, 2);
  t.regex(absent.err, /the bank has not confirmed/);
  const documents = await database.connection.collection('bank_profiles').find().toArray();
  t.like(documents, { length: 1, 0: { payerQuery: true, pixOutPath: '/gn/pix', pixOutFee: 35 } });
  const stored = JSON.stringify(documents);
  t.true(stored.includes('absent') && !stored.includes('pretended'));
  t.false(`${stored}${live.err}${absent.err}${absent.out}`.includes('canary-secret'));
});

test('what is missing or wrong is named in one line, with exit code 2', async (t) => {
  const nobody = '127.0.0.1:1';
  const cases: readonly [string[], Record<string, string>, RegExp][] = [
    [['ledger', 'verify'], {}, /^ops: LEDGER_ADDRESS is required\n$/],
    [['ledger', 'verify'], { LEDGER_ADDRESS: nobody }, /^ops: ledger at 127\.0\.0\.1:1 cannot be reached/],
    [account('ana@example.com'), { KEYS_ADDRESS: nobody }, /^ops: A secret is missing: set ACCOUNT_PASSWORD, or/],
    [[...account('ana@example.com'), '--platform-fee-fixed', '-1'], {}, /whole number/],
    [['account', 'create', '--name', 'Loja'], {}, /required option '--user-name <name>'/],
    [['stats', 'verify'], {}, /^ops: CHARGE_ADDRESS is required\n$/],
    [['review', 'list'], {}, /^ops: CHARGE_ADDRESS is required\n$/],
    [['return', 'list'], {}, /^ops: REFUND_ADDRESS is required\n$/],
    [['return', 'list'], { REFUND_ADDRESS: nobody }, /^ops: refund at 127\.0\.0\.1:1 cannot be reached/],
    [['bank-profile', 'list'], {}, /^ops: CHARGE_ADDRESS is required\n$/],
    [['bank-profile', 'set', '--mode', 'prod'], {}, /Allowed choices are test, live/],
    [['ledgers'], {}, /unknown command 'ledgers'/],
  ];
  const outcomes = await Promise.all(cases.map(([args, env]) => ops(args, env)));
  for (const [index, { code, out, err }] of outcomes.entries()) {
    t.is(code, 2);
    t.is(out, '');
    t.regex(err, cases[index]?.[2] ?? /^$/);
    t.notRegex(err, / at .*:\d+:\d+/, 'no stack');
  }
});

test('every command explains itself and the variables that it reads', async (t) => {
  const commands = [
    { args: ['account', 'create'], reads: ['KEYS_ADDRESS', 'ACCOUNT_PASSWORD'] },
    { args: ['audit', 'verify'], reads: ['KEYS_ADDRESS'] },
    { args: ['ledger', 'verify'], reads: ['LEDGER_ADDRESS'] },
    { args: ['bank-profile', 'set'], reads: ['CHARGE_ADDRESS', 'BANK_CLIENT_SECRET', 'BANK_CERTIFICATE_KEY'] },
    { args: ['stats', 'verify'], reads: ['CHARGE_ADDRESS'] },
    { args: ['review', 'list'], reads: ['CHARGE_ADDRESS'] },
    { args: ['review', 'approve'], reads: ['CHARGE_ADDRESS', '--by'] },
    { args: ['review', 'reject'], reads: ['CHARGE_ADDRESS', '--by'] },
    { args: ['return', 'list'], reads: ['REFUND_ADDRESS'] },
    { args: ['return', 'retry'], reads: ['REFUND_ADDRESS'] },
    {
      args: ['reconcile'],
      reads: ['CHARGE_ADDRESS', 'REFUND_ADDRESS', 'PAYOUT_ADDRESS', 'LEDGER_ADDRESS', '--date', '--profile'],
    },
    { args: ['bank-profile', 'check'], reads: ['CHARGE_ADDRESS'] },
    { args: ['bank-profile', 'list'], reads: ['CHARGE_ADDRESS', '--json'] },
    { args: ['bank-profile', 'retire'], reads: ['CHARGE_ADDRESS', '--by', '--undo', '--leave-none'] },
    { args: ['dead-letters', 'list'], reads: ['KAFKA_BROKERS', 'TOPIC_PREFIX'] },
    { args: ['dead-letters', 'replay'], reads: ['KAFKA_BROKERS', '--all'] },
  ];
  for (const { args, reads } of commands) {
    const { code, out } = await ops([...args, '--help'], {});
    t.is(code, 0);
    for (const name of [`ops ${args.join(' ')}`, ...reads]) t.true(out.includes(name), name);
    t.notRegex(out, /--password|--client-secret/);
  }
});

test('topics create makes what is missing, with its twin, and leaves what is there', async (t) => {
  const prefix = `${uniqueName('ops')}.`;
  const brokers = servers().kafkaBrokers;
  const env = { KAFKA_BROKERS: brokers.join(','), TOPIC_PREFIX: prefix };
  const alone = ['topics', 'create', '--replication-factor', '1', '--min-insync-replicas', '1'];
  const admin = connectKafka({ brokers, clientId: 'test', log: testHost('ops').log }).admin();
  await admin.connect();
  t.teardown(() => admin.disconnect());
  const there = `${prefix}${TOPICS.charge.name}`;
  // kafkajs' own wait gives up on the first "unknown topic", which a broker says of a topic it has just made.
  await admin.createTopics({ topics: [{ topic: there, numPartitions: 2 }], waitForLeaders: false });

  const first = await opsProcess(alone, env);
  t.deepEqual([first.code, first.err], [0, '']);
  const wanted = Object.values(TOPICS).flatMap(({ name }) => [`${prefix}${name}`, `${prefix}${name}.dlq`]);
  const { topics } = await admin.fetchTopicMetadata({ topics: wanted });
  const usual = TOPICS.charge.partitions;
  for (const { name, partitions } of topics) t.is(partitions.length, name === there ? 2 : usual, name);
  t.false(first.out.includes(`${there},`));
  const open =
    'The brokers have no authorizer: no access lists are made, and anybody who reaches them may read and write everything.\n';
  t.deepEqual(await opsProcess(alone, env), { code: 0, out: `Every topic is there.\n${open}`, err: '' });

  const nobody = await ops(alone, { KAFKA_BROKERS: '127.0.0.1:1' });
  t.is(nobody.code, 2);
  t.regex(nobody.err, /^ops: Kafka at 127\.0\.0\.1:1 did not create the topics: .+\n$/);
});
