import { newId } from '@gx/core';
import type { ProviderOrderMethod } from '@gx/providers';
import { until } from '@gx/testkit';
import test from 'ava';
import { CURRENCY, ordersOf } from './orders.ts';
import {
  announced,
  arrives,
  CALL,
  due,
  event,
  make,
  order,
  PATIENT,
  refunded,
  refusal,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig({
  BANK_CALL_MS: '1500',
  BANK_MS: '5000',
  PEER_CALL_MS: '2000',
  POLL_TIME_SCALE: '0.1',
});
const orders = ordersOf(rig);
const { paidOrderOf, books, pay, profileId: PROFILE } = orders;
test.after.always('everything stops', async () => {
  await orders.close();
  await rig.stop();
});
test.afterEach.always('the acquirer behaves again', async () => {
  await rig.behave();
});

const WALK = ['refund.created PENDING', 'refund.progressed IN_PROGRESS', 'refund.progressed REFUNDED'];

test.serial(
  'a card refund goes back through the acquirer, in its currency: held, in progress, refunded, spent',
  async (t) => {
    const it = await paidOrderOf('CREDIT_CARD');
    await rig.misbehave({ kind: 'stuck', operation: 'order_refund_put', times: 1 });
    const refund = await refunded(rig, it, { amount: 400, reason: 'wrong size' });
    t.like(refund, { status: 'PENDING', amount: 400, currency: 'EUR', strategy: 'ORDER' });
    t.is(rig.ledger.holds.get(`refund:${refund.id}`)?.state, 'HELD');
    await arrives(rig, refund.id, 'IN_PROGRESS');
    const id = refund.id.replaceAll('-', '');
    t.like((await books(it.reference)).refunds, { length: 1, 0: { id, amount: 400, status: 'in_progress' } });
    await rig.simulator.control('POST', `/sim/orders/${it.reference}/refunds/${id}`, { status: 'done' });
    // Charge passes on that the acquirer spoke of it: it is asked at once.
    await rig.bus.callback(it.tenant, { bankProfileId: PROFILE, orderRefundId: id });
    await event(rig, refund.id, 'refund.progressed', 'REFUNDED');
    t.is(rig.ledger.holds.get(`refund:${refund.id}`)?.state, 'COMMITTED');
    t.deepEqual(announced(rig, refund.id), WALK);
  },
);

test.serial('several partial card refunds, then all that is left, and nothing after that', async (t) => {
  const it = await paidOrderOf('CREDIT_CARD');
  for (const amount of [300, 200, undefined]) {
    const { id } = await refunded(rig, it, amount === undefined ? {} : { amount });
    await arrives(rig, id, 'REFUNDED');
  }
  const { refunds } = await books(it.reference);
  t.deepEqual(
    refunds.map(({ amount }) => amount as number),
    [300, 200, 500],
  );
  t.is((await refusal(rig.rpc.createRefund(CALL, order(it)))).code, 'invalid_amount');
});

test.serial('an answer that was lost is polled for, and the card is refunded once', async (t) => {
  const it = await paidOrderOf('CREDIT_CARD');
  await rig.misbehave({ kind: 'reset_after_accept', operation: 'order_refund_put', times: 1 });
  const { id } = await refunded(rig, it, { amount: 700 });
  await arrives(rig, id, 'REFUNDED');
  t.is((await books(it.reference)).refunds.length, 1);
});

test.serial('a card refund that the issuer declines is FAILED and its money is back in the wallet', async (t) => {
  const it = await paidOrderOf('CREDIT_CARD');
  await rig.misbehave({ kind: 'fails', operation: 'order_refund_put', times: 1 });
  const { id } = await refunded(rig, it);
  await arrives(rig, id, 'FAILED');
  t.is(rig.ledger.holds.get(`refund:${id}`)?.state, 'VOIDED');
  t.truthy((await stored(rig, id))?.['failureCode']);
});

for (const method of ['MBWAY', 'MULTIBANCO', 'BOLETO', 'CRYPTO'] as const) {
  test.serial(`REFUND_NOT_SUPPORTED: ${method}, nothing is stored and the key stays free`, async (t) => {
    const it = await paidOrderOf(method);
    const request = order(it);
    for (const _ of [1, 2]) t.is((await refusal(rig.rpc.createRefund(CALL, request))).code, 'REFUND_NOT_SUPPORTED');
    t.is(await rig.database.connection.collection('refunds').countDocuments({ chargeId: it.chargeId }), 0);
    t.deepEqual((await books(it.reference)).refunds, []);
  });
}

/** Charge has decided about a payment that may not be kept. */
async function returning(method: ProviderOrderMethod, how: object) {
  const it = await paidOrderOf(method);
  await pay(it.reference, { force: true, ...how });
  const payment = (await books(it.reference)).payments[1];
  if (payment === undefined) throw new Error('not paid twice');
  const returnId = newId('refund');
  await rig.bus.orderReturn(it.tenant, it.chargeId, {
    returnId,
    bankProfileId: PROFILE,
    endToEndId: `ord_${it.reference}_${payment.id}`,
    amount: payment.amount,
    currency: CURRENCY[method],
    reason: 'DUPLICATE_PAYMENT',
    paidAtMs: payment.paidAt.getTime(),
    orderReference: it.reference,
    paymentMethod: method,
  });
  return { ...it, returnId: returnId as string };
}

test.serial(
  'a card that was charged twice gets the second payment back, and the first can still be refunded',
  async (t) => {
    const it = await returning('CREDIT_CARD', {});
    const back = await event(rig, it.returnId, 'return.progressed', 'REFUNDED');
    t.like(back.returnProgressed, { amount: 1_000, currency: 'EUR', bankProfileId: PROFILE });
    const { id } = await refunded(rig, it);
    await arrives(rig, id, 'REFUNDED');
    t.is((await books(it.reference)).refunds.filter(({ status }) => status === 'refunded').length, 2);
  },
);

test.serial(
  'money of a method without a way back is a person’s at once: FAILED, with its alarm, and never sent',
  async (t) => {
    const it = await returning('MULTIBANCO', { amount: 7 });
    const failed = await event(rig, it.returnId, 'return.progressed', 'FAILED');
    t.is(failed.returnProgressed?.amount, 7);
    t.like(await stored(rig, it.returnId), { bankIds: 1, failureCode: 'not_supported' });
    await until(
      'it is published',
      () => rig.lines().some((line) => line.includes('return_failed') && line.includes(it.returnId)),
      PATIENT,
    );
    const { returns } = await rig.rpc.listFailedReturns(CALL, { limit: 10 });
    t.true(returns.some(({ id }) => id === it.returnId));
    await due(rig, it.returnId);
    t.deepEqual((await books(it.reference)).refunds, []);
  },
);

/** As the audit log has them: without the note. */
const settledActs = async (returnId: string) => {
  const acts = () => rig.accounts.records.of(returnId).filter(({ action }) => action === 'return.settled');
  await until('it is filed', () => acts().length > 0, PATIENT);
  return acts().map(({ actor, tenant, ...act }) => ({
    tenant,
    actor: { kind: actor?.kind, operator: actor?.operator, proposedBy: actor?.proposedBy },
    hasNote: JSON.stringify(act).includes(BY_HAND.note),
  }));
};
const BY_HAND = { operator: 'Ana', note: 'transfer 4711 to the payer' } as const;

test.serial(
  'what went back by hand is REFUNDED once, however many operators say so at once, and the ledger receives it like any return',
  async (t) => {
    const it = await returning('CRYPTO', { amount: 9 });
    const failed = await event(rig, it.returnId, 'return.progressed', 'FAILED');
    const second = await rig.replica();
    const { returnId } = it;
    const answers = await Promise.allSettled(
      [rig.rpc, second.rpc, rig.rpc, second.rpc].map((rpc) => rpc.settleReturn(CALL, { returnId, ...BY_HAND })),
    );
    t.is(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    const late = await refusal(rig.rpc.settleReturn(CALL, { returnId, ...BY_HAND }));
    t.is(late.code, 'unprocessable_entity');
    t.is(late.message, 'This return was settled by hand before.', 'and by whom is nobody’s in an error');
    const done = await event(rig, returnId, 'return.progressed', 'REFUNDED');
    t.deepEqual(done.returnProgressed, { ...failed.returnProgressed, status: 'REFUNDED' } as never);
    t.deepEqual(announced(rig, returnId), [
      'return.progressed IN_PROGRESS',
      'return.progressed FAILED',
      'return.progressed REFUNDED',
    ]);
    t.like(await stored(rig, returnId), { status: 'REFUNDED', byHand: BY_HAND, dueAt: null, owner: null });
    const { returns } = await rig.rpc.listFailedReturns(CALL, { limit: 100 });
    t.false(returns.some(({ id }) => id === returnId));
    t.deepEqual((await books(it.reference)).refunds, [], 'nothing was sent');
    const log = JSON.stringify(rig.lines());
    t.true(log.includes('settled by hand'));
    t.false(log.includes(BY_HAND.note));
    const { operator } = BY_HAND;
    t.like(await settledActs(returnId), { length: 1, 0: { tenant: it.tenant, actor: { kind: 'operator', operator } } });
    await second.stop();
  },
);

test.serial(
  'where it takes two, one operator settles nothing, and another one with the same note does, once',
  async (t) => {
    const { returnId } = await returning('CRYPTO', { amount: 9 });
    await event(rig, returnId, 'return.progressed', 'FAILED');
    const strict = await Promise.all([0, 1].map(() => rig.replica({ TWO_OPERATORS: 'required' })));
    const settle = (operator: string, nth = 0, note: string = BY_HAND.note) =>
      (strict[nth] ?? rig).rpc.settleReturn(CALL, { returnId, operator, note });
    const first = await settle('Ana');
    t.like(first, { status: 'FAILED', awaited: { operator: 'Ana' } });
    t.is((first.awaited?.untilMs ?? 0) - (first.awaited?.atMs ?? 0), 86_400_000);
    t.deepEqual((await settle('ANA ', 1)).awaited, first.awaited);
    t.like((await settle('Rui', 1, 'transfer 4712')).awaited, { operator: 'Rui', insteadOf: 'Ana' });
    t.like((await settle('Ana')).awaited, { operator: 'Ana', insteadOf: 'Rui' });
    t.like(await stored(rig, returnId), { status: 'FAILED', byHand: null });

    const ends = await Promise.allSettled([settle('Rui'), settle('Eva', 1), settle('Rui', 1)]);
    const done = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    t.deepEqual(
      done.map(({ status, awaited }) => [status, awaited]),
      done.map(() => ['REFUNDED', undefined]),
    );
    // Who comes when it is done, and is not who did it, is too late.
    t.true(done.length > 0);
    for (const end of ends) if (end.status === 'rejected') t.regex(String(end.reason), /settled by hand before/);
    const { byHand } = (await stored(rig, returnId)) as { byHand?: { operator: string } };
    t.like(byHand, { ...BY_HAND, proposedBy: 'Ana', operator: byHand?.operator });
    t.true(['Rui', 'Eva'].includes(byHand?.operator ?? ''));
    t.like(await settledActs(returnId), {
      length: 1,
      0: { actor: { kind: 'operator', operator: byHand?.operator, proposedBy: 'Ana' }, hasNote: false },
    });
    await event(rig, returnId, 'return.progressed', 'REFUNDED');
    t.is(announced(rig, returnId).filter((each) => each.endsWith('REFUNDED')).length, 1);
    t.like(await settle(byHand?.operator ?? '', 1), { status: 'REFUNDED', awaited: undefined }, 'its answer was lost');
    t.regex((await refusal(settle('Ana', 0, 'transfer 4712'))).message, /settled by hand before/);
    t.regex((await refusal(rig.rpc.settleReturn(CALL, { returnId, operator: 'Leo', note: 'x' }))).message, /before/);
    await Promise.all(strict.map(({ stop }) => stop()));
  },
);

test.serial('nothing but a failed return of an order is settled by hand, and not without who and how', async (t) => {
  const it = await returning('BOLETO', { amount: 8 });
  await event(rig, it.returnId, 'return.progressed', 'FAILED');
  for (const [change, param] of [
    [{ ...BY_HAND, operator: ' ' }, 'operator'],
    [{ ...BY_HAND, note: '' }, 'note'],
    [{ ...BY_HAND, note: 'x'.repeat(501) }, 'note'],
  ] as const) {
    const refused = await refusal(rig.rpc.settleReturn(CALL, { returnId: it.returnId, ...change }));
    t.deepEqual([refused.code as string, refused.more.param], ['invalid_request', param]);
  }
  const card = await paidOrderOf('CREDIT_CARD');
  const { id } = await refunded(rig, card);
  for (const returnId of [id, newId('refund'), 'nonsense'])
    t.is((await refusal(rig.rpc.settleReturn(CALL, { returnId, ...BY_HAND }))).code, 'not_found');
  await make(rig, it.returnId, { strategy: 'DEVOLUTION' });
  const pix = await refusal(rig.rpc.settleReturn(CALL, { returnId: it.returnId, ...BY_HAND }));
  t.regex(pix.message, /books of its bank/);
  t.is((await stored(rig, it.returnId))?.['status'], 'FAILED');
  await make(rig, it.returnId, { strategy: 'ORDER' });
});
