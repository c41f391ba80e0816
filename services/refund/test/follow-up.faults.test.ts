import { until } from '@gx/testkit';
import test from 'ava';
import { requestsOf } from './at-bank.ts';
import { event, make, PATIENT, type PaidCharge, PROFILE, paid, refunded, stands, startRig, stored } from './rig.ts';

const HOUR = 3_600_000;
const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const bankId = (id: string): string => id.replaceAll('-', '');
const arrange = (it: PaidCharge, id: string, status: string) =>
  rig.simulator.control('POST', `/sim/devolutions/${it.endToEndId}/${bankId(id)}`, { status });
const callback = ({ tenant, endToEndId }: PaidCharge) =>
  rig.bus.callback(tenant, { bankProfileId: 'plain', endToEndId });

/** Once somebody has looked at it again, in vain: the bank is away. */
async function polledInVain(id: string, before: PollState) {
  return until(
    `${id} is polled again`,
    async () => {
      const document = await stored(rig, id);
      const isOver = document?.['owner'] === null && document['claimedAt'] > before.claimedAt;
      return isOver && requestsOf(rig, 'GET', bankId(id)) > before.requests && document;
    },
    PATIENT,
  );
}
type PollState = { readonly claimedAt: Date; readonly requests: number };
const lookedAt = async (id: string): Promise<PollState> => ({
  claimedAt: (await stored(rig, id))?.['claimedAt'],
  requests: requestsOf(rig, 'GET', bankId(id)),
});

/** So many looks of its own have been made, and the next one is far away. */
const ASKS = 5;
const leaveAlone = (id: string) => make(rig, id, { polls: ASKS, dueAt: new Date(Date.now() + HOUR) });

test.serial(
  'a bank that reports a refund and cannot be reached is polled again within seconds, longer each time, and its own polls stay as they are',
  async (t) => {
    await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
    const it = await paid(rig);
    const { id } = await refunded(rig, it);
    await stands(rig, id, 'IN_PROGRESS');
    await leaveAlone(id);
    await arrange(it, id, 'DEVOLVIDO');
    await rig.misbehave({ kind: '503', operation: '*' });
    let before = await lookedAt(id);
    await callback(it);
    const waits = [];
    for (let n = 0; n < 2; n += 1) {
      const { polls, dueAt, claimedAt } = await polledInVain(id, before);
      before = await lookedAt(id);
      t.is(polls, ASKS);
      waits.push(Number(dueAt) - Number(claimedAt));
    }
    const [first = 0, second = 0] = waits;
    t.true(first >= 2_000 && second > first && second < 30_000, `${waits}`);
    await rig.behave();
    await stands(rig, id, 'REFUNDED');
  },
);

test.serial('the same of a refund that failed: what became of it after all is known within seconds', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'pix_out_put', times: 1, code: 'AB03' });
  const it = await paid(rig, { profileId: PROFILE });
  const { id } = await refunded(rig, it, { amount: 300, destinationKey: 'ana@example.com' });
  await event(rig, id, 'refund.progressed', 'FAILED');
  await until('nobody is at it', async () => (await stored(rig, id))?.['owner'] === null, PATIENT);
  await leaveAlone(id);
  await rig.simulator.control('POST', `/sim/pix-out/${bankId(id)}`, { status: 'REALIZADO' });
  await rig.misbehave({ kind: '503', operation: '*' });
  const before = await lookedAt(id);
  await rig.bus.callback(it.tenant, { bankProfileId: PROFILE, pixOutId: bankId(id) });
  t.is((await polledInVain(id, before))['polls'], ASKS);
  await rig.behave();
  await event(rig, id, 'refund.lost');
});

test.serial('an answer that says nothing new ends it: the next look is the refund’s own', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await stands(rig, id, 'IN_PROGRESS');
  await leaveAlone(id);
  await rig.misbehave({ kind: '503', operation: '*' });
  const spoken = await lookedAt(id);
  await callback(it);
  await polledInVain(id, spoken);
  const before = requestsOf(rig, 'GET', bankId(id));
  await rig.behave();
  const after = await until(
    'it was answered',
    async () => {
      const document = await stored(rig, id);
      return requestsOf(rig, 'GET', bankId(id)) > before && document?.['owner'] === null && document;
    },
    PATIENT,
  );
  t.is(after['polls'], ASKS);
  t.true(Number(after['dueAt']) - Number(after['claimedAt']) >= HOUR);
  t.not(Number(after['dueAt']), Number(after['triggeredAt']));
  // Its own time: a look that counts, and brings no hurry.
  await rig.misbehave({ kind: '503', operation: '*' });
  const answered = await lookedAt(id);
  await make(rig, id, { dueAt: new Date(0) });
  const own = await polledInVain(id, answered);
  t.is(own['polls'], ASKS + 1);
  t.true(Number(own['dueAt']) - Number(own['claimedAt']) >= HOUR);
});
