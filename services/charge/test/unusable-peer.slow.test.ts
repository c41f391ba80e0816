import { until } from '@gx/testkit';
import test from 'ava';
import { elementOf, paidBy } from './locked.ts';
import { CALL, created, event, PATIENT, setProfile, startRig, stored } from './rig.ts';

const [OLD_TEXT, NEW_TEXT] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const SUCCESSOR = 'successor';
const rig = await startRig({ ENCRYPTION_KEY: OLD_TEXT });
test.after.always('everything stops', () => rig.stop());

/** Two profiles of one account may hear of each other's money; here nobody can open both. */
test('money of a charge whose bank profile cannot be opened waits: it is no unmatched payment of the profile that received it', async (t) => {
  const charge = await created(rig);
  const env = { ENCRYPTION_KEY: NEW_TEXT };
  const both = await rig.replica({ ...env, DECRYPTION_KEYS: OLD_TEXT });
  await setProfile(both.rpc, { ...rig.profile, id: SUCCESSOR });
  await both.stop();
  const collection = (name: string) => rig.database.connection.collection(name);
  const profile = await collection('bank_profiles').findOne({ _id: SUCCESSOR as never });
  const token = String(profile?.['callbackUrl']).split('/').at(-1) ?? '';
  const { txid } = charge;
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });

  const blind = await rig.replica(env);
  const body = Buffer.from(JSON.stringify({ pix: [elementOf(endToEndId, txid, {})] }));
  await blind.rpc.receiveProviderCallback(CALL, { bankProfileId: SUCCESSOR, token, body });
  await until('it was tried', () => blind.host.lines.some((line) => line.includes('callback not handled')), PATIENT);
  t.is(await collection('unmatched_payments').countDocuments({ endToEndId }), 0);
  t.is((await stored(rig, charge.id))?.['status'], 'WAITING_PAYMENT');
  await blind.stop();

  await rig.replica({ ...env, DECRYPTION_KEYS: OLD_TEXT });
  t.like((await event(rig, charge.id, 'charge.payment_accepted')).paymentAccepted, { endToEndId });
  t.is(await collection('unmatched_payments').countDocuments({ endToEndId }), 0);
});
