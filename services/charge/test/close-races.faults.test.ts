import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { charges, expiresIn, paymentsOf, shownByBank, statusOf } from './closing.ts';
import { CALL, created, event, PATIENT, pay, publishedEvents, startRig, stored } from './rig.ts';
import { SLOW_CREATION, startVictim } from './victim.ts';

/** Of each race; the long run sets more. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 60);
const AT_ONCE = 6;
/** Long enough for either side to come first, short enough for both to be under way at once. */
const SPREAD_MS = 40;
/** A payer's bank answers sooner than a cancellation does. */
const PAYER_MS = 400;

const rig = await startRig({
  CREATE_LEASE_MS: '7500',
  CREATE_MS: '7000',
  BANK_CALL_MS: '3000',
  CREATE_WAIT_MS: '8000',
});
const other = await rig.replica();
const REPLICAS = [rig, other];
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

type TestCharge = Awaited<ReturnType<typeof created>>;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const soon = (): Promise<void> => wait(Math.random() * SPREAD_MS);

/**
 * The status that an answer shows, or why not; how often the one before said to ask again, because the bank
 * did not answer in time.
 */
type CancelResult = { readonly answer: string; readonly repeats: number };

/** Cancels on any replica, again while the answer says so. */
async function cancel(charge: TestCharge): Promise<CancelResult> {
  let repeats = 0;
  const answer = await until(
    'an answer that is none to ask again for',
    async () => {
      const status = await cancelOnce(charge);
      if (status === 'service_unavailable') repeats += 1;
      return status !== 'service_unavailable' && status;
    },
    { ...PATIENT, everyMs: 1_000 },
  );
  return { answer, repeats };
}

/**
 * Whether one of those who cancelled was answered so. A repetition may be answered only that its own
 * cancellation has happened.
 */
const isConfirmed = (cancels: readonly CancelResult[]): boolean =>
  cancels.some(({ answer, repeats }) => answer === 'CANCELLED' || repeats > 0);

async function cancelOnce({ tenant, id }: TestCharge): Promise<string> {
  const { rpc } = REPLICAS[Math.floor(Math.random() * REPLICAS.length)] ?? rig;
  try {
    return (await rpc.cancelCharge(CALL, { tenant, id })).status;
  } catch (error) {
    if (error instanceof Refusal) return error.more.reason ?? error.code;
    throw error;
  }
}

/** Pays like a payer's bank, which may refuse; or as money that was under way already. */
const payOrNot = (charge: TestCharge, force: boolean): Promise<string | undefined> =>
  pay(rig, charge, { force }).catch(() => undefined);

/** Plays a race again and again, a few at a time; counts how its rounds ended. */
async function rounds(race: (charge: TestCharge) => Promise<string>): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  let left = ROUNDS;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const end = await race(await created(rig));
      ends[end] = (ends[end] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ends;
}

/** Everything that charge told of it, each event once, without the numbers. */
const publishedOf = (id: string): string[] => publishedEvents(rig, id).map((type) => type.split(' ')[1] ?? '');

/**
 * What must hold when all is over: each Pix of the bank is decided about once, kept at most once, and the
 * charge has one end.
 */
async function settled(charge: TestCharge): Promise<{ status: string; kept: boolean; reasons: (string | null)[] }> {
  const { pix } = await shownByBank(rig, charge);
  const payments = await until(
    'every Pix is decided about',
    async () => {
      const all = await paymentsOf(rig, charge.id);
      return all.length === pix.length && all;
    },
    PATIENT,
  );
  const ids = (list: readonly { endToEndId: string }[]) => list.map(({ endToEndId }) => endToEndId).toSorted();
  if (`${ids(payments)}` !== `${ids(pix)}`) throw new Error('the bank and the charge know other money');
  const kept = payments.filter(({ decision }) => decision === 'accepted').length;
  if (kept > 1) throw new Error('kept twice');
  if (kept === 1) {
    await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
    await event(rig, charge.id, 'charge.paid');
  }
  const document = await until('it is over', async () => {
    const now = await stored(rig, charge.id);
    return now?.['closing'] === null && now['status'] !== 'WAITING_PAYMENT' && now;
  });
  const { sequence, status } = document as unknown as { sequence: number; status: string };
  await until('all is published', () => publishedEvents(rig, charge.id).length === sequence, PATIENT);
  return { status, kept: kept === 1, reasons: payments.map(({ reason }) => reason) };
}

test.serial('cancel against pay: one wins, whichever replica received it; the other gives way', async (t) => {
  const ends = await rounds(async (charge) => {
    const force = Math.random() < 0.5;
    const [cancels] = await Promise.all([
      Promise.all([soon().then(() => cancel(charge)), soon().then(() => cancel(charge))]),
      wait(Math.random() * PAYER_MS).then(() => payOrNot(charge, force)),
    ]);
    // A charge that could not be closed in time is closed by a job.
    const { status, kept, reasons } = await settled(charge);
    t.is(status, kept ? 'PAID' : 'CANCELLED');
    for (const { answer } of cancels)
      t.true(
        kept ? answer === 'charge_not_cancellable' : ['CANCELLED', 'charge_not_cancellable'].includes(answer),
        answer,
      );
    t.true(kept || isConfirmed(cancels));
    t.true(
      reasons.every((reason) => reason === null || reason === 'CHARGE_CLOSED'),
      `${reasons}`,
    );
    const published = publishedOf(charge.id);
    t.is(published.filter((type) => type === 'charge.failed' || type === 'charge.paid').length, 1, `${published}`);
    return kept ? 'paid' : reasons.length > 0 ? 'cancelled and returned' : 'cancelled';
  });
  t.log(ends);
});

test.serial('expire against pay: the bank’s time of the payment decides', async (t) => {
  const ends = await rounds(async (charge) => {
    const expiresAt = await expiresIn(rig, charge.id, 100 + Math.random() * 600);
    await wait(Math.random() * 900);
    // The bank's own time of a payment may lie behind us: it was slow to tell.
    const paidAtMs = Date.now() - Math.floor(Math.random() * 400);
    await pay(rig, charge, { paidAtMs, force: true });
    const { status, kept, reasons } = await settled(charge);
    t.is(kept, paidAtMs <= expiresAt.getTime(), `${paidAtMs - expiresAt.getTime()} ms after its time`);
    t.is(status, kept ? 'PAID' : 'EXPIRED');
    t.deepEqual(reasons, [kept ? null : 'PAID_AFTER_EXPIRY']);
    const published = publishedOf(charge.id);
    t.is(published.filter((type) => type === 'charge.expired').length <= 1, true);
    return kept ? (published.includes('charge.expired') ? 'expired, then paid' : 'paid') : 'expired and returned';
  });
  t.log(ends);
});

test.serial('cancel against expire: one end and one event, and the answers say which', async (t) => {
  const ends = await rounds(async (charge) => {
    await expiresIn(rig, charge.id, Math.random() * 500);
    await wait(Math.random() * 900);
    const cancels = await Promise.all([cancel(charge), soon().then(() => cancel(charge))]);
    const { status } = await settled(charge);
    if (status === 'CANCELLED') t.true(isConfirmed(cancels));
    else
      t.deepEqual(
        [status, ...cancels.map(({ answer }) => answer)],
        ['EXPIRED', 'charge_not_cancellable', 'charge_not_cancellable'],
      );
    t.deepEqual(publishedOf(charge.id), ['charge.created', status === 'EXPIRED' ? 'charge.expired' : 'charge.failed']);
    return status;
  });
  t.log(ends);
});

for (const [moment, scenario] of [
  ['after the intent', { kind: 'hang', operation: 'get' }],
  ['before the removal took effect', { kind: 'hang', operation: 'patch' }],
  ['after the removal took effect', { kind: 'hang', operation: 'patch', accept: true }],
] as const) {
  for (const isPaid of [false, true]) {
    test.serial(
      `killed ${moment}${isPaid ? ', and paid since' : ''}: another replica finishes the cancellation`,
      async (t) => {
        const victim = await startVictim(rig, SLOW_CREATION);
        const charge = await created(rig);
        await rig.misbehave({ ...scenario, times: 1, ms: 5_000 });
        const dying = victim.rpc.cancelCharge(CALL, charge).catch((error: unknown) => error);
        await until('the bank was called', async () => ((await rig.seen(charge.txid))[scenario.operation] ?? 0) === 1);
        t.is((await stored(rig, charge.id))?.['closing'].as, 'CANCELLED');
        victim.kill();
        t.true((await dying) instanceof Error);
        t.is(await statusOf(rig, charge), 'WAITING_PAYMENT', 'the old status, until it is over');
        if (isPaid) await pay(rig, charge, { force: true, notifyNever: true });
        // The lease of the dead is over.
        await charges(rig).updateOne({ _id: charge.id as never }, { $set: { 'due.closing:sim': new Date(1) } });
        await event(rig, charge.id, isPaid ? 'charge.payment_accepted' : 'charge.failed');
        const { status } = await settled(charge);
        t.is(status, isPaid ? 'PAID' : 'CANCELLED');
        if (!isPaid) t.is((await shownByBank(rig, charge)).status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
        t.is(publishedOf(charge.id).filter((type) => type === 'charge.failed').length, isPaid ? 0 : 1);
      },
    );
  }
}
