import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { elementOf, notified } from './locked.ts';
import { rewordedBank } from './reworded-bank.ts';
import { CALL, created, event, found, newTenant, order, pay, startRig, stored } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

const OFFSET_MS = 3 * 3_600_000;
const dialect = { timeZone: 'America/Sao_Paulo', localMarkedUtc: false, errors: [] };
/** The bank as it writes the time of its own clock, marked as UTC or without any offset. */
async function localBank(t: ExecutionContext, mark: 'Z' | '') {
  const local = (_: string, time: string): string =>
    `"${new Date(Date.parse(`${time}Z`) - OFFSET_MS).toISOString().slice(0, -1)}${mark}"`;
  const bank = await rewordedBank(rig.toBank.url, (text) =>
    text.replaceAll(/"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?)Z"/g, local),
  );
  t.teardown(bank.stop);
  return bank.url;
}
const isJustNow = (time: Date): boolean => Math.abs(Date.now() - time.getTime()) < 120_000;
const callbacks = () => rig.database.connection.collection('provider_callbacks');

test.serial(
  'a Pix whose time could not be read is credited once its bank’s clock is set, at the instant that the bank says',
  async (t) => {
    const charge = await created(rig);
    await rig.misbehave({ kind: '503', operation: 'pix_list' });
    const endToEndId = await pay(rig, charge, { notifyNever: true });
    const local = new Date(Date.now() - OFFSET_MS).toISOString().slice(0, -1);
    await notified(rig, { ...elementOf(endToEndId, charge.txid, {}), horario: local });
    const kept = await found(rig, 'provider_callbacks', { outcome: 'unreadable' });
    t.deepEqual(kept['problems'], ['horario: not an instant']);
    await until('the alarm', () => rig.lines().some((line) => line.includes('callback_unreadable')));
    t.is((await stored(rig, charge.id))?.['payments'].length, 0);

    await rig.rpc.setBankProfile(CALL, { ...rig.profile, dialect });
    const [one, two] = await Promise.all([rig.replica(), rig.replica()]);
    t.teardown(() => Promise.all([one.stop(), two.stop()]));
    await event(rig, charge.id, 'charge.payment_accepted');
    const handled = await found(rig, 'provider_callbacks', { _id: kept._id, outcome: 'decided' });
    t.like(handled, { problems: null, endToEndId, receivedAt: kept['receivedAt'] });
    t.is((await stored(rig, charge.id))?.['payments'].length, 1);
    t.is(await callbacks().countDocuments({ outcome: 'unreadable' }), 0);
  },
);

test.serial('a bank marks local time as UTC: its charge and its Pix are of the instant that it means', async (t) => {
  const { profile } = rig;
  const local = { ...profile, baseUrl: await localBank(t, 'Z'), dialect: { ...dialect, localMarkedUtc: true } };
  await rig.rpc.setBankProfile(CALL, local);
  t.teardown(() => rig.rpc.setBankProfile(CALL, profile));
  const charge = await created(rig);
  await pay(rig, charge);
  await event(rig, charge.id, 'charge.payment_accepted');
  const credited = await stored(rig, charge.id);
  t.is(credited?.['payments'].length, 1);
  t.true(isJustNow(credited?.['payments'][0].paidAt));
  t.true(isJustNow(credited?.['createdAt']));
});

test.serial('a sweep keeps what it cannot read, and it is credited once its bank’s clock is set', async (t) => {
  const { profile } = rig;
  await rig.behave();
  const charge = await created(rig);
  const endToEndId = await pay(rig, charge, { notifyNever: true });
  const baseUrl = await localBank(t, '');
  await rig.rpc.setBankProfile(CALL, { ...profile, baseUrl });
  t.teardown(() => rig.rpc.setBankProfile(CALL, profile));
  const sweeping = await rig.replica();
  t.teardown(sweeping.stop);
  await found(rig, 'provider_callbacks', { outcome: 'unreadable' });
  await until('the alarm', () => rig.lines().some((line) => line.includes('payment_unreadable')));
  t.is((await stored(rig, charge.id))?.['payments'].length, 0);

  await rig.rpc.setBankProfile(CALL, { ...profile, baseUrl, dialect });
  const reading = await rig.replica();
  t.teardown(reading.stop);
  await event(rig, charge.id, 'charge.payment_accepted');
  // What a sweep finds and can read has no mode.
  await found(rig, 'provider_callbacks', { endToEndId, outcome: 'decided', livemode: false });
  const credited = await stored(rig, charge.id);
  t.is(credited?.['payments'].length, 1);
  t.true(isJustNow(credited?.['payments'][0].paidAt));
});

test.serial(
  'a bank says that the txid is taken and shows no charge: nothing is declined, and the charge is there once it shows',
  async (t) => {
    const { profile } = rig;
    await rig.behave();
    let isShown = false;
    const refusal = (status: number) => ({
      status,
      text: JSON.stringify({ type: 'about:blank', title: 'No', status }),
    });
    const bank = await rewordedBank(rig.toBank.url, (text, { method, url }) =>
      isShown || !url.includes('/cob/') ? text : refusal(method === 'PUT' ? 409 : 404),
    );
    await rig.rpc.setBankProfile(CALL, { ...profile, baseUrl: bank.url });
    t.teardown(async () => {
      await rig.rpc.setBankProfile(CALL, profile);
      await bank.stop();
    });
    const request = order(newTenant());
    t.like(await t.throwsAsync(rig.rpc.createCharge(CALL, request)), { code: 'service_unavailable' });
    isShown = true;
    t.is((await rig.rpc.createCharge(CALL, request)).charge?.status, 'WAITING_PAYMENT');
  },
);
