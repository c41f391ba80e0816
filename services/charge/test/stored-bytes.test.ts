import { Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { charges } from './closing.ts';
import { CALL, type ChargeRequest, event, newTenant, order, PATIENT, pay, type Rpc, startRig } from './rig.ts';

const MAX = 40_000;
const DAY_MS = 86_400_000;
const rig = await startRig({ STORED_BYTES_TEST_PER_DAY: `${MAX}` });
const other = await rig.replica();
test.after.always('everything stops', rig.stop);

/** A charge that holds some 5 KB. */
const large = (tenant: Tenant): ChargeRequest =>
  order(tenant, { metadataJson: JSON.stringify({ note: 'x'.repeat(4_000) }) });

async function send(request: ChargeRequest, rpc: Rpc = rig.rpc): Promise<string | Refusal> {
  try {
    return (await rpc.createCharge(CALL, request)).charge?.id ?? '';
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Creates until the account has stored what it may; what was created, and the one that was refused. */
async function full(tenant: Tenant, rpc: (nth: number) => Rpc = () => rig.rpc) {
  const sent: ChargeRequest[] = [];
  for (;;) {
    const request = large(tenant);
    const answer = await send(request, rpc(sent.length));
    if (answer instanceof Refusal) return { sent, refused: request, refusal: answer };
    if (sent.push(request) > 20) throw new Error('nothing is refused');
  }
}
const storedOf = ({ accountId, livemode }: Tenant) => charges(rig).countDocuments({ accountId, livemode });
const isRefused = (t: ExecutionContext, answer: string | Refusal): void => {
  t.like(answer, { code: 'rate_limited' });
};

test('429 until the day is over, once the charges of a day hold as much as they may; nothing of it is stored', async (t) => {
  const tenant = newTenant();
  const { sent, refused, refusal } = await full(tenant);
  t.true(sent.length >= 6 && sent.length <= 8, `${sent.length} of some 5 KB`);
  t.is(refusal.code, 'rate_limited');
  const seconds = refusal.more.retryAfterSeconds ?? 0;
  const left = (DAY_MS - (Date.now() % DAY_MS)) / 1_000;
  t.true(Math.abs(seconds - left) < 60, `${seconds} s`);
  t.is(await storedOf(tenant), sent.length);
  isRefused(t, await send(refused));
  t.is(await storedOf(tenant), sent.length);
});

test('used keys answer as they did, and what is there is read, paid and cancelled', async (t) => {
  const tenant = newTenant();
  const { sent } = await full(tenant);
  const [first, second] = sent as [ChargeRequest, ChargeRequest];
  const id = `${await send(first)}`;
  t.is((await rig.rpc.getCharge(CALL, { tenant, id })).id, id);
  await pay(rig, { tenant, id });
  await event(rig, id, 'charge.payment_accepted');
  await t.notThrowsAsync(rig.rpc.cancelCharge(CALL, { tenant, id: `${await send(second)}` }));
});

test('another account has its own, and so has the next day', async (t) => {
  const tenant = newTenant();
  const { refused } = await full(tenant);
  t.is(typeof (await send(large(newTenant()))), 'string');
  const tomorrow = await rig.replica({}, DAY_MS);
  t.teardown(tomorrow.stop);
  t.is(typeof (await send(refused, tomorrow.rpc)), 'string', 'its key stayed free');
});

test('two replicas count together, and one that starts later goes on from there', async (t) => {
  const tenant = newTenant();
  const { sent } = await full(tenant, (nth) => (nth % 2 === 0 ? rig.rpc : other.rpc));
  t.true(sent.length >= 6 && sent.length <= 9, `${sent.length}`);
  const third = await rig.replica();
  t.teardown(third.stop);
  await until('it refuses too', async () => (await send(large(tenant), third.rpc)) instanceof Refusal, PATIENT);
  t.true((await storedOf(tenant)) <= 10);
});

test('fifty at once of one process: no more than fit', async (t) => {
  const tenant = newTenant();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(large(tenant))));
  const made = answers.filter((answer) => typeof answer === 'string').length;
  t.true(made >= 6 && made <= 8, `${made}`);
  for (const answer of answers) if (typeof answer !== 'string') isRefused(t, answer);
  t.is(await storedOf(tenant), made);
});

test('what is refused or declined otherwise does not count', async (t) => {
  const tenant = newTenant();
  const worthless = await Promise.all(Array.from({ length: 20 }, () => send({ ...large(tenant), amount: 0 })));
  for (const answer of worthless) t.like(answer, { code: 'invalid_amount' });
  const key = large(tenant);
  const same = await Promise.all(Array.from({ length: 20 }, () => send(key)));
  t.is(new Set(same).size, 1, 'twenty of one key are one charge');
  const { sent } = await full(tenant);
  t.true(sent.length >= 5, `${sent.length} beside it`);
});
