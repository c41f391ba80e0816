import { newCipher } from '@gx/runtime';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import { dueStore } from '../src/store/due-refunds.ts';
import { refundModel } from '../src/store/refund-model.ts';
import { make, PATIENT, paid, profileOf, type Rig, refunded, stands, startRig } from './rig.ts';
import type { BankClient } from './simulator.ts';
import { storedWithoutKeys } from './stored-without-keys.ts';

const HANGS = 'hangs';
const CLOSED = 'closed';
const WORKERS_OF_BANK = 8;
const HOUR = 3_600_000;

let rig: Rig;
let hanging: BankClient;
test.before(async () => {
  rig = await startRig({ BANK_CALL_MS: '10000', BANK_MS: '25000' });
  hanging = await rig.simulator.control<BankClient>('POST', '/sim/clients', {});
  rig.charges.profiles.push(profileOf(HANGS, hanging, rig.simulator.url), {
    ...profileOf(CLOSED, rig.bank, rig.simulator.url),
    clientSecretKeyId: newCipher(Buffer.alloc(32, 9)).encryptionKeyId,
  });
});
test.after.always(async () => rig.stop());

const ownersAt = async (bankProfileId: string): Promise<string[]> => {
  const refunds = rig.database.connection.collection('refunds');
  const taken = await refunds.find({ bankProfileId, owner: { $ne: null } }).toArray();
  return taken.map(({ owner }) => owner as string).toSorted();
};

test.serial(
  'while one bank hangs and one cannot be opened, refunds at another are done; the hanging one has its own workers and no more',
  async (t) => {
    const { clientId } = hanging;
    // Asking after the payment hangs, ordering, and asking after the order.
    for (const operation of ['pix_get', 'devolution_put', 'devolution_get'])
      await rig.simulator.control('POST', '/sim/scenarios', { clientId, kind: 'hang', operation, ms: 60_000 });
    const refundAt = async (profileId: string) => (await refunded(rig, await paid(rig, { profileId }))).id;
    // Nobody can be promised anything there, so these were promised elsewhere.
    for (let n = 0; n < WORKERS_OF_BANK; n += 1) {
      const id = await refundAt('plain');
      await stands(rig, id, 'REFUNDED');
      await make(rig, id, { bankProfileId: CLOSED, status: 'PENDING', finalStatus: null, dueAt: new Date(0) });
    }
    for (let n = 0; n < 3 * WORKERS_OF_BANK; n += 1) await refundAt(HANGS);
    const before = await until(
      'its workers are all busy',
      async () => {
        const owners = await ownersAt(HANGS);
        return owners.length >= WORKERS_OF_BANK && owners;
      },
      PATIENT,
    );
    t.is(before.length, WORKERS_OF_BANK);
    const others = [];
    for (let n = 0; n < 3; n += 1) others.push(await refundAt('plain'));
    for (const id of others) await stands(rig, id, 'REFUNDED');
    t.deepEqual(await ownersAt(HANGS), before, 'a worker of the hanging bank has ended before the others were done');
  },
);

test('what is due is counted by bank, up to a bound; what somebody has, or waits for its time, is not', async (t) => {
  const database = await testDatabase('bulkheads');
  t.teardown(database.drop);
  const model = await refundModel(database.connection);
  const store = dueStore({
    model,
    stored: await storedWithoutKeys(database),
    times: { createLeaseMs: HOUR, workLeaseMs: HOUR },
  });
  t.deepEqual(await store.banks(2), []);
  const past = new Date(0);
  const future = new Date(Date.now() + HOUR);
  const rows = [
    ['a', past],
    ['a', past],
    ['a', past],
    ['b', future],
    ['b', null],
    ['c', past],
    ['c', future],
  ] as const;
  const documents = rows.map(([bankProfileId, dueAt], n) => ({ _id: `${n}`, bankProfileId, dueAt, bankId: `${n}` }));
  await model.collection.insertMany(documents as never);
  const [a, c] = [
    { key: 'a', count: 2 },
    { key: 'c', count: 1 },
  ];
  t.deepEqual(await store.banks(2), [a, c]);
  // Taken: its lease is not over.
  await model.collection.updateMany({ bankProfileId: 'a' }, { $set: { owner: 'somebody', dueAt: future } });
  t.deepEqual(await store.banks(2), [c]);
});
