import test from 'ava';
import { cancelsCharges } from './cancel-charge.ts';
import { closesLockedCharges } from './close-locked.ts';
import { expiresCharges } from './expire-charges.ts';
import { startRig } from './rig.ts';

const rig = await startRig({ CREATE_LEASE_MS: '1600', CREATE_MS: '1500', BANK_CALL_MS: '700', CREATE_WAIT_MS: '4000' });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

expiresCharges(rig);
cancelsCharges(rig);
closesLockedCharges(rig);
