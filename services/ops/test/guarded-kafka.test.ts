import { type GuardedKafka, guardedKafka } from '@gx/testkit';
import test from 'ava';
import { ops, opsProcess } from './harness.ts';

let kafka: GuardedKafka;
test.before(async () => {
  kafka = await guardedKafka();
});
test.after.always(async () => {
  await kafka.stop();
});

const CREATE = ['topics', 'create', '--replication-factor', '1', '--min-insync-replicas', '1'];
const env = (password: string) => ({
  KAFKA_BROKERS: kafka.brokers.saslOverTls,
  KAFKA_TLS: 'on',
  KAFKA_TLS_CA: kafka.certificate,
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: kafka.username,
  KAFKA_SASL_PASSWORD: password,
});

test('topics are made, and dead letters listed, at brokers that ask for TLS and a password', async (t) => {
  const made = await opsProcess(CREATE, env(kafka.password));
  t.deepEqual([made.code, made.err], [0, '']);
  t.regex(made.out, /^Created: .*gx\.charge\.events\.v1/);
  const deadLetters = await ops(['dead-letters', 'list'], env(kafka.password));
  t.deepEqual([deadLetters.code, deadLetters.err], [0, '']);
});

test('an operator who is refused reads which setting is wrong, and neither user nor password is printed', async (t) => {
  const wrong = await opsProcess(CREATE, env('wrong-password'));
  t.is(wrong.code, 2);
  t.regex(
    wrong.err,
    /^ops: Kafka at 127\.0\.0\.1:\d+ did not create the topics: the broker refuses KAFKA_SASL_USERNAME /,
  );
  const { KAFKA_TLS_CA: _, ...untrusted } = env(kafka.password);
  const unknown = await ops(CREATE, untrusted);
  t.is(unknown.code, 2);
  t.regex(unknown.err, /no trusted authority signs for the broker: see KAFKA_TLS_CA_FILE/);
  for (const output of [wrong.out, wrong.err, unknown.out, unknown.err])
    for (const secret of [kafka.username, kafka.password, 'wrong-password']) t.false(output.includes(secret));
});

test('settings that do not fit each other are all named before anything is tried', async (t) => {
  const { KAFKA_SASL_PASSWORD: _, ...incomplete } = { ...env(''), KAFKA_TLS: 'off' };
  t.deepEqual(await ops(CREATE, incomplete), {
    code: 2,
    out: '',
    err: 'ops: KAFKA_TLS_CA is set while KAFKA_TLS is off; KAFKA_SASL_PASSWORD is required beside KAFKA_SASL_MECHANISM\n',
  });
});
