import test from 'ava';
import { cancelsCharges } from './cancel-charge.ts';
import { cancelsPendingCharges } from './cancel-pending.ts';
import { closesLockedCharges } from './close-locked.ts';
import { expiresCharges } from './expire-charges.ts';
import { startRig } from './rig.ts';

const rig = await startRig({ BANK_CALL_MS: '3000' });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

expiresCharges(rig);
cancelsCharges(rig);
cancelsPendingCharges(rig);
closesLockedCharges(rig);
