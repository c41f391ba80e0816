import { newCipher } from '@gx/runtime';
import { testDatabase, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { startLanes } from '../src/jobs/start-lanes.ts';
import { dueStore } from '../src/store/due-refunds.ts';
import { refundModel } from '../src/store/refund-model.ts';
import { ENCRYPTION_KEY, make, PATIENT, paid, profileOf, type Rig, refunded, stands, startRig } from './rig.ts';
import type { BankClient } from './simulator.ts';

const HANGS = 'hangs';
const CLOSED = 'closed';
const LANES_OF_BANK = 8;
const LANES = 64;
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
  'while one bank hangs and one cannot be opened, refunds at another are done; the hanging one has its own lanes and no more',
  async (t) => {
    const { clientId } = hanging;
    // Asking after the payment hangs, ordering, and asking after the order.
    for (const operation of ['pix_get', 'devolution_put', 'devolution_get'])
      await rig.simulator.control('POST', '/sim/scenarios', { clientId, kind: 'hang', operation, ms: 60_000 });
    const refundAt = async (profileId: string) => (await refunded(rig, await paid(rig, { profileId }))).id;
    // Nobody can be promised anything there, so these were promised elsewhere.
    for (let n = 0; n < LANES_OF_BANK; n += 1) {
      const id = await refundAt('plain');
      await stands(rig, id, 'REFUNDED');
      await make(rig, id, { bankProfileId: CLOSED, status: 'PENDING', finalStatus: null, dueAt: new Date(0) });
    }
    for (let n = 0; n < 3 * LANES_OF_BANK; n += 1) await refundAt(HANGS);
    const before = await until(
      'its lanes are all at work',
      async () => {
        const owners = await ownersAt(HANGS);
        return owners.length >= LANES_OF_BANK && owners;
      },
      PATIENT,
    );
    t.is(before.length, LANES_OF_BANK);
    const others = [];
    for (let n = 0; n < 3; n += 1) others.push(await refundAt('plain'));
    for (const id of others) await stands(rig, id, 'REFUNDED');
    t.deepEqual(await ownersAt(HANGS), before, 'a lane of the hanging bank has ended before the others were done');
  },
);

test('what is due is counted by bank, up to a bound; what somebody has, or waits for its time, is not', async (t) => {
  const database = await testDatabase('lanes');
  t.teardown(database.drop);
  const model = await refundModel(database.connection);
  const store = dueStore({
    model,
    cipher: newCipher(ENCRYPTION_KEY),
    times: { createLeaseMs: HOUR, workLeaseMs: HOUR },
  });
  t.deepEqual(await store.waiting(2), []);
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
    { bankProfileId: 'a', count: 2 },
    { bankProfileId: 'c', count: 1 },
  ];
  t.deepEqual(await store.waiting(2), [a, c]);
  // Taken: its lease is not over.
  await model.collection.updateMany({ bankProfileId: 'a' }, { $set: { owner: 'somebody', dueAt: future } });
  t.deepEqual(await store.waiting(2), [c]);
});

/** A job of lanes whose banks have plenty due and answer when the test lets them. */
function lanesAt(t: ExecutionContext, banks: readonly string[]) {
  const host = testHost('lanes');
  const waiting = new Map(banks.map((bank) => [bank, 1_000]));
  const atWork: string[] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const work = async (bank: string): Promise<void> => {
    atWork.push(bank);
    await new Promise<void>((resolve, reject) => {
      ends.push((fault) => (fault === undefined ? resolve() : reject(fault)));
    }).finally(() => atWork.splice(atWork.indexOf(bank), 1));
  };
  const found = async (max: number) =>
    [...waiting].map(([bankProfileId, count]) => ({ bankProfileId, count: Math.min(max, count) }));
  const trigger = startLanes(host, 'lanes', { waiting: found, work });
  const endAll = (): void => {
    waiting.clear();
    for (const end of ends.splice(0)) end();
  };
  t.teardown(async () => {
    endAll();
    await host.stop();
  });
  return { atWork, ends, waiting, trigger, lines: host.lines, endAll };
}

test('a bank has so many lanes, a process so many, and each bank one of its own whatever the others do', async (t) => {
  const banks = Array.from({ length: 20 }, (_, n) => `bank${n}`);
  const { atWork, waiting, trigger } = lanesAt(t, banks);
  await until('every bank is worked at', () => new Set(atWork).size === banks.length);
  const byBank = Map.groupBy(atWork, (bank) => bank);
  const full = LANES / LANES_OF_BANK;
  t.deepEqual(
    banks.map((bank) => byBank.get(bank)?.length),
    banks.map((_, n) => (n < full ? LANES_OF_BANK : 1)),
  );
  // A bank of which nobody knew has its lane at once, while all others hang.
  trigger('another');
  await until('it is worked at', () => atWork.includes('another'));
  trigger('another');
  waiting.set('another', 1_000);
  waiting.set('last', 1_000);
  await until('it was looked again', () => atWork.includes('last'));
  t.is(atWork.filter((bank) => bank === 'another').length, 1);
});

test('a lane that fails is told of while others hang, and its bank is worked at again', async (t) => {
  const { atWork, ends, waiting, trigger, lines } = lanesAt(t, ['hangs']);
  await until('the bank hangs', () => atWork.length === LANES_OF_BANK);
  waiting.set('fails', 1);
  trigger('fails');
  await until('it is worked at', () => atWork.includes('fails'));
  ends.at(-1)?.(new Error('no database'));
  await until('it is told', () => lines.some((line) => line.includes('job failed') && line.includes('no database')));
  await until('it is worked at again', () => atWork.includes('fails'));
  t.is(atWork.filter((bank) => bank === 'hangs').length, LANES_OF_BANK);
});
