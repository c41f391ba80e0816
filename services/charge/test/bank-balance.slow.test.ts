import { startTelemetry } from '@gx/runtime';
import { until } from '@gx/testkit';
import test from 'ava';
import { created, event, PATIENT, pay, setProfile, startRig } from './rig.ts';

const telemetry = await startTelemetry('charge', undefined);
const rig = await startRig({ BANK_CALL_MS: '1500' });
test.after.always('everything stops', async () => {
  await rig.stop();
  await telemetry.stop();
});
test.afterEach.always('the bank behaves again', rig.behave);

/** What the metrics say of the profile; undefined: nothing. */
async function shown(): Promise<string | undefined> {
  const metrics = await telemetry.metrics();
  return /^gx_bank_balance\{[^}]*gx_bank_profile="sim"[^}]*\} (\S+)/m.exec(metrics)?.[1];
}
/** A process that begins asks at once. */
async function gaugeShows(expected: (value: string | undefined) => boolean): Promise<void> {
  const { stop } = await rig.replica();
  await until('the gauge', async () => expected(await shown()), PATIENT);
  await stop();
}
const TELLING = { ...rig.profile, balancePath: '/gn/saldo' };
const balanceQueries = (): number => rig.toBank.traffic.filter(({ operation }) => operation === 'getBalance').length;

test.serial('a profile that does not say where its balance is queried has no balance', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge);
  await event(rig, charge.id, 'charge.payment_accepted');
  t.is(balanceQueries(), 0);
  t.is(await shown(), undefined);
});

test.serial(
  'what the bank says that the account holds is shown, and not what it held before it fell silent',
  async (t) => {
    await setProfile(rig.rpc, TELLING);
    await gaugeShows((value) => value === '1990');
    await rig.misbehave({ kind: '503', operation: 'balance' });
    await gaugeShows((value) => value === 'NaN');
    await rig.behave();
    await gaugeShows((value) => value === '1990');
    t.pass();
    rig.toBank.assertClean();
  },
);

test.serial('a profile that no longer says where its balance is queried shows no number', async (t) => {
  const before = balanceQueries();
  const { stop } = await rig.replica();
  await until('it was queried', () => balanceQueries() > before, PATIENT);
  await setProfile(rig.rpc, rig.profile);
  await until('the number is gone', async () => (await shown()) === 'NaN', PATIENT);
  await stop();
  t.pass();
});
