import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { signedEvent, until } from '@gx/testkit';
import { dyingAt, NO_FAULTS, type Side } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import { endLeases, finish, startCrashRig } from './crash-rig.ts';
import { newTenant, PLAIN_PROFILE } from './rig.ts';

const rig = await startCrashRig();
test.after.always('everything stops', rig.stop);

const stored = (id: string) => rig.database.connection.collection('refunds').findOne({ _id: id as never });
type Books = {
  readonly items: readonly {
    readonly end_to_end_id: string;
    readonly devolutions: readonly { readonly amount: number }[];
  }[];
};

/** Charge orders the return of a Pix that has just arrived. */
async function ordered() {
  const pay = { pix_key: rig.bank.pixKey, amount: 900, notify: 'never' };
  const { end_to_end_id: endToEndId } = await rig.simulator.control<{ end_to_end_id: string }>('POST', '/sim/pay', pay);
  const [tenant, id] = [newTenant(), newId('refund')];
  const type = 'charge.return_ordered';
  const attributes = { eventId: `evt_${id}`, type, sequence: 1, tenant, traceparent: undefined };
  const returnOrdered = {
    returnId: id,
    bankProfileId: PLAIN_PROFILE,
    endToEndId,
    amount: 900,
    currency: 'BRL',
    reason: 'DUPLICATE_PAYMENT',
    paidAtMs: Date.now(),
  };
  const value = chargeEventCodec.encode({
    ...attributes,
    chargeId: newId('charge'),
    occurredAtMs: Date.now(),
    returnOrdered,
  });
  rig.charges.records.add(value);
  const topic = topicName('', 'chargeMoney');
  rig.bus.append(topic, [await signedEvent(topic, encodedEvent(attributes, value))]);
  return { id: id as string, endToEndId };
}

/**
 * One order, followed by an instance that dies at its `nth` call and finished by another one. False when it
 * did not come so far.
 */
async function crash(t: ExecutionContext, nth: number, side: Side): Promise<boolean> {
  const plan = dyingAt(Number.MAX_SAFE_INTEGER, side);
  const armed = dyingAt(nth, side);
  let meet = plan.meet;
  const victim = await rig.start({ meet: (crossing) => meet(crossing) });
  meet = armed.meet;
  const { id, endToEndId } = await ordered();
  const over = async (): Promise<boolean> => {
    const document = await stored(id);
    return document?.['status'] === 'REFUNDED' && document['outbox'].length === 0 && rig.bus.drained();
  };
  await Promise.race([finish(rig, victim, over), victim.self.death]);
  const died = !victim.self.alive();
  victim.self.kill();
  const where = `${side} ${armed.met.at(-1)} (#${nth})`;
  const rescuer = await rig.start(NO_FAULTS, 60_000);
  await until(`it is ordered: ${where}`, async () => (await stored(id)) !== null);
  await endLeases(rig);
  await finish(rig, rescuer, over);
  rescuer.self.kill();
  // An order that comes again before anything was said is answered with where it stands.
  const statuses = rig.events(id).map(({ returnProgressed }) => returnProgressed?.status);
  t.deepEqual(statuses.slice(statuses[0] === 'PENDING' ? 1 : 0), ['IN_PROGRESS', 'REFUNDED'], where);
  const { items } = await rig.simulator.control<Books>('GET', `/sim/clients/${rig.bank.clientId}/pix`);
  const devolutions = items.find(({ end_to_end_id }) => end_to_end_id === endToEndId)?.devolutions ?? [];
  t.deepEqual(
    devolutions.map(({ amount }) => amount),
    [900],
    where,
  );
  return died;
}

test.serial('a return: killed after any call, another one finishes it, once', async (t) => {
  t.timeout(300_000);
  let calls = 0;
  while (await crash(t, calls + 1, 'after')) calls += 1;
  t.log(`${calls} crashes`);
  t.true(calls >= 10, `${calls} calls`);
});

test.serial('no return ever came near a wallet', (t) => {
  t.deepEqual(rig.ledger.calls, []);
});
