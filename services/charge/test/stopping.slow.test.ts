import { until } from '@gx/testkit';
import test from 'ava';
import { CALL, created, newTenant, PATIENT, startRig } from './rig.ts';

/**
 * The replica that stores callbacks claims them: 8 are handled at once, and 64 wait for a slot, up to 5 s.
 */
const PAYMENTS = 72;
/** What one replica handles at once. */
const AT_ONCE = 8;
/** Each look at the bank takes so long: two replicas have work for many seconds. */
const SLOW = { kind: 'delay', operation: 'get', ms: 2_000 } as const;

const rig = await startRig();
test.after.always('everything stops', rig.stop);

test('a replica that receives the signal to stop ends the callbacks that it has begun, and leaves the others to the next', async (t) => {
  const tenant = newTenant();
  const charges: Awaited<ReturnType<typeof created>>[] = [];
  while (charges.length < PAYMENTS)
    charges.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => created(rig, {}, tenant)))));
  await rig.misbehave(SLOW);
  await Promise.all(charges.map(({ id }) => rig.rpc.simulatePayment(CALL, { tenant, chargeId: id })));
  const callbacks = rig.database.connection.collection('provider_callbacks');
  const waiting = (filter: object): Promise<number> => callbacks.countDocuments({ state: 'waiting', ...filter });
  const left = (): Promise<number> => waiting({ claim: null });
  await until('there is more to do than two can begin', async () => (await left()) > 3 * AT_ONCE, PATIENT);
  const other = await rig.replica();
  await until('both are at it', async () => (await waiting({ claim: { $ne: null } })) > AT_ONCE, PATIENT);
  await other.stop();
  t.true((await left()) > 0, 'it went on until nothing was left');
  await rig.behave();
  await until('the first one handles the rest', async () => (await waiting({})) === 0, PATIENT);
});
