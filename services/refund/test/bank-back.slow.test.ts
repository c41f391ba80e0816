import { until } from '@gx/testkit';
import test from 'ava';
import { booksOf } from './at-bank.ts';
import { make, paid, refunded, stands, startRig, stored } from './rig.ts';

const rig = await startRig({ BANK_CALL_MS: '1500', BANK_MS: '5000', PEER_CALL_MS: '2000' });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const HOUR_MS = 3_600_000;

test('a bank that was away answers again: all that waits for it is polled at once', async (t) => {
  const all = [await paid(rig), await paid(rig), await paid(rig)];
  await rig.misbehave({ kind: 'hang', operation: '*' });
  const refunds = await Promise.all(all.map((it) => refunded(rig, it)));
  for (const { id } of refunds)
    await until('the bank was silent', async () => {
      const document = await stored(rig, id);
      return document?.['owner'] === null && Number(document['polls']) > 0;
    });
  // As after many hours: their own schedule would leave them alone for one.
  for (const { id } of refunds) await make(rig, id, { dueAt: new Date(Date.now() + HOUR_MS) });
  await rig.behave();
  for (const { id } of refunds) await stands(rig, id, 'REFUNDED');
  for (const { endToEndId } of all) t.is((await booksOf(rig, endToEndId)).devolutions.length, 1);
});
