import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { charges as collection, expiresIn, paymentsOf, removeAtBank, shownByBank, statusOf } from './closing.ts';
import { CALL, created, event, PATIENT, pay, publishedEvents, type Rig, stored } from './rig.ts';

/** The latest that a charge may end after its time while the bank answers (decisions A52). */
const PRECISION_MS = 2_000;

/** Charges whose time is over. Their times are stored near now: no clock is faked. */
export function expiresCharges(rig: Rig): void {
  test.serial(
    'a charge ends at its time, not before and at most 2 s later: removed at the bank, then announced',
    async (t) => {
      const charge = await created(rig);
      const expiresAt = await expiresIn(rig, charge.id, 1_500);
      let lastOpen = 0;
      let slowest = 0;
      const ended = await until('it is over', async () => {
        const queriedAt = Date.now();
        const status = await statusOf(rig, charge);
        slowest = Math.max(slowest, Date.now() - queriedAt);
        if (status === 'WAITING_PAYMENT') lastOpen = queriedAt;
        else return Date.now();
        return undefined;
      });
      t.true(ended >= expiresAt.getTime(), `${ended - expiresAt.getTime()} ms`);
      // A machine that takes its time for one read takes it for each of the ten steps of an expiry.
      t.true(
        lastOpen < expiresAt.getTime() + PRECISION_MS + 10 * slowest,
        `still open ${lastOpen - expiresAt.getTime()} ms after`,
      );
      const expired = await event(rig, charge.id, 'charge.expired');
      t.like(expired.expired, { previousStatus: 'WAITING_PAYMENT', charge: { id: charge.id, status: 'EXPIRED' } });
      t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.expired']);
      t.is((await shownByBank(rig, charge)).status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
      const gone = await t.throwsAsync(rig.rpc.getPaymentCode(CALL, { id: charge.id }), { instanceOf: Refusal });
      t.is(gone?.code, 'not_found', 'its image is gone');
      t.like(await stored(rig, charge.id), { closing: null, due: {} });
      rig.toBank.assertClean();
    },
  );

  test.serial(
    'three replicas whose clocks are two minutes apart end each charge once, and none before its time',
    async (t) => {
      const ahead = await rig.replica({}, 60_000);
      const behind = await rig.replica({}, -60_000);
      const charges = await Promise.all(Array.from({ length: 24 }, () => created(rig)));
      const expiresAt = await Promise.all(charges.map(({ id }) => expiresIn(rig, id, 3_000)));
      const areOver = async () => {
        const statuses = await Promise.all(charges.map((charge) => statusOf(rig, charge)));
        const early = Date.now() < Math.min(...expiresAt.map(Number));
        t.false(early && statuses.includes('EXPIRED'));
        return statuses.every((status) => status === 'EXPIRED');
      };
      await until('all are over', areOver, PATIENT);
      for (const { id } of charges) {
        await event(rig, id, 'charge.expired');
        t.deepEqual(publishedEvents(rig, id), ['1 charge.created', '2 charge.expired']);
        t.is(new Set(rig.ledger.events(id).map(({ eventId }) => eventId)).size, 2);
      }
      await Promise.all([ahead.stop(), behind.stop()]);
      rig.toBank.takeViolations();
    },
  );

  test.serial(
    'paid in time without a callback: the bank’s books are read first, and the charge is paid instead',
    async (t) => {
      const charge = await created(rig);
      const endToEndId = await pay(rig, charge, { notifyNever: true });
      await expiresIn(rig, charge.id, 100);
      const accepted = await event(rig, charge.id, 'charge.payment_accepted');
      t.is(accepted.paymentAccepted?.endToEndId, endToEndId);
      t.like(await stored(rig, charge.id), { status: 'WAITING_PAYMENT', closing: null });
      await rig.ledger.credit(accepted);
      await event(rig, charge.id, 'charge.paid');
      t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.payment_accepted', '3 charge.paid']);
    },
  );

  test.serial(
    'paid one millisecond before its time and noticed after its end: credited once; one millisecond after: returned',
    async (t) => {
      const [early, late] = [await created(rig), await created(rig)];
      for (const [charge, offset] of [
        [early, -1],
        [late, 1],
      ] as const) {
        const expiresAt = await expiresIn(rig, charge.id, 0);
        await event(rig, charge.id, 'charge.expired');
        await pay(rig, charge, { paidAtMs: expiresAt.getTime() + offset, force: true });
      }
      const accepted = await event(rig, early.id, 'charge.payment_accepted');
      t.is(await statusOf(rig, early), 'EXPIRED');
      await rig.ledger.credit(accepted);
      t.like((await event(rig, early.id, 'charge.paid')).paid, {
        previousStatus: 'EXPIRED',
        charge: { status: 'PAID' },
      });
      const ordered = await event(rig, late.id, 'charge.return_ordered');
      t.like(ordered.returnOrdered, { reason: 'PAID_AFTER_EXPIRY', amount: 1_990 });
      t.is(await statusOf(rig, late), 'EXPIRED');
      t.deepEqual(
        (await paymentsOf(rig, late.id)).map(({ reason }) => reason),
        ['PAID_AFTER_EXPIRY'],
      );
    },
  );

  test.serial(
    'a charge whose only money had to be returned is spent: it expires without another word to the bank',
    async (t) => {
      const charge = await created(rig);
      await pay(rig, charge, { amount: 1_989, force: true });
      t.is((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered?.reason, 'AMOUNT_MISMATCH');
      t.is(await statusOf(rig, charge), 'WAITING_PAYMENT');
      await expiresIn(rig, charge.id, 0);
      await event(rig, charge.id, 'charge.expired');
      t.is((await shownByBank(rig, charge)).status, 'CONCLUIDA');
      t.is((await rig.seen(charge.txid))['patch'], undefined);
    },
  );

  test.serial('a wrong amount that nobody noticed is decided about before the charge expires', async (t) => {
    const charge = await created(rig);
    await pay(rig, charge, { amount: 1, force: true, notifyNever: true });
    await expiresIn(rig, charge.id, 0);
    await event(rig, charge.id, 'charge.expired');
    t.deepEqual(publishedEvents(rig, charge.id), [
      '1 charge.created',
      '2 charge.return_ordered',
      '3 charge.refund_progressed',
      '4 charge.expired',
    ]);
  });

  test.serial(
    'while the bank is away nothing expires blind: the charge stays pending, is counted, and ends once the bank is back',
    async (t) => {
      const open = await created(rig);
      await rig.misbehave({ kind: '503', operation: 'get' });
      await expiresIn(rig, open.id, -600_000);
      const alarm = await until('it is logged', () => rig.lines().find((line) => line.includes('"expiry_waits"')));
      t.true(JSON.parse(alarm).charges >= 1);
      t.is(await statusOf(rig, open), 'WAITING_PAYMENT');
      await event(rig, open.id, 'charge.created');
      t.deepEqual(publishedEvents(rig, open.id), ['1 charge.created']);
      await rig.behave();
      await event(rig, open.id, 'charge.expired');
      rig.toBank.takeViolations();
    },
  );

  for (const [what, scenario] of [
    ['refused as not active', { kind: '400', operation: 'patch', times: 1 }],
    ['lost after it took effect', { kind: 'reset_after_accept', operation: 'patch', times: 1 }],
    ['a page of HTML, and the charge still active', { kind: 'non_json', operation: 'patch', times: 1, accept: false }],
  ] as const)
    test.serial(
      `a removal whose answer is ${what}: the bank is queried again before anything is concluded`,
      async (t) => {
        const charge = await created(rig);
        await rig.misbehave(scenario);
        await expiresIn(rig, charge.id, 0);
        await event(rig, charge.id, 'charge.expired');
        t.is((await shownByBank(rig, charge)).status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
        const seen = await rig.seen(charge.txid);
        t.is(seen['get'], 2);
        t.is(seen['patch'], scenario.kind === 'reset_after_accept' ? 1 : 2);
        t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.expired']);
        rig.toBank.takeViolations();
      },
    );

  test.serial(
    'a charge that the bank took off on its own account is refused, and its failure is published',
    async (t) => {
      const charge = await created(rig);
      await rig.simulator.control('POST', `/sim/charges/${charge.txid}/remove`);
      await expiresIn(rig, charge.id, 0);
      t.like((await event(rig, charge.id, 'charge.failed')).failed, {
        previousStatus: 'WAITING_PAYMENT',
        charge: { status: 'REFUSED' },
      });
      t.is((await rig.seen(charge.txid))['patch'], undefined);
    },
  );

  test.serial('a bank that does not know a charge it had confirmed proves nothing: the charge waits', async (t) => {
    const charge = await created(rig);
    await rig.misbehave({ kind: '404', operation: 'get' });
    await expiresIn(rig, charge.id, 0);
    await until('it was put off', () =>
      rig.lines().some((line) => line.includes('not_at_bank') && line.includes(charge.id)),
    );
    t.is(await statusOf(rig, charge), 'WAITING_PAYMENT');
    await rig.behave();
    await collection(rig).updateOne({ _id: charge.id as never }, { $set: { 'due.closing:sim': new Date(1) } });
    await event(rig, charge.id, 'charge.expired');
  });

  for (const step of ['before the bank was queried', 'after the bank removed it', 'after it was paid'] as const)
    test.serial(`an expiry whose process died ${step} is finished by another`, async (t) => {
      const charge = await created(rig);
      const half = { closing: { as: 'EXPIRED', at: new Date() }, 'due.closing:sim': new Date(Date.now() - 19_000) };
      if (step === 'after it was paid') await pay(rig, charge, { notifyNever: true });
      await collection(rig).updateOne({ _id: charge.id as never }, { $set: half, $inc: { version: 1 } });
      if (step === 'after the bank removed it') await removeAtBank(rig, charge.txid);
      await event(rig, charge.id, step === 'after it was paid' ? 'charge.payment_accepted' : 'charge.expired');
      t.like(await stored(rig, charge.id), {
        status: step === 'after it was paid' ? 'WAITING_PAYMENT' : 'EXPIRED',
        closing: null,
      });
    });
}
