import test from 'ava';
import { elementOf, notified } from './locked.ts';
import { CALL, created, event, found, pay, startRig, stored } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

const OFFSET_MS = 3 * 3_600_000;
const callbacks = () => rig.database.connection.collection('provider_callbacks');

test('a Pix whose time could not be read is credited once its bank’s clock is set, at the instant that the bank says', async (t) => {
  const charge = await created(rig);
  await rig.misbehave({ kind: '503', operation: 'pix_list' });
  const endToEndId = await pay(rig, charge, { notifyNever: true });
  const local = new Date(Date.now() - OFFSET_MS).toISOString().slice(0, -1);
  await notified(rig, { ...elementOf(endToEndId, charge.txid, {}), horario: local });
  const kept = await found(rig, 'provider_callbacks', { outcome: 'unreadable' });
  t.deepEqual(kept['problems'], ['horario: not an instant']);
  t.true(rig.lines().some((line) => line.includes('callback_unreadable')));
  t.is((await stored(rig, charge.id))?.['payments'].length, 0);

  const dialect = { timeZone: 'America/Sao_Paulo', localMarkedUtc: false, errors: [] };
  await rig.rpc.setBankProfile(CALL, { ...rig.profile, dialect });
  const [one, two] = await Promise.all([rig.replica(), rig.replica()]);
  t.teardown(() => Promise.all([one.stop(), two.stop()]));
  await event(rig, charge.id, 'charge.payment_accepted');
  const handled = await found(rig, 'provider_callbacks', { _id: kept._id, outcome: 'decided' });
  t.like(handled, { problems: null, endToEndId, receivedAt: kept['receivedAt'] });
  t.is((await stored(rig, charge.id))?.['payments'].length, 1);
  t.is(await callbacks().countDocuments({ outcome: 'unreadable' }), 0);
});
