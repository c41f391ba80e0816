import type { MessageInit } from '@gx/contracts';
import type { ReturnedByBank } from '@gx/contracts/charge';
import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { booksOf, sentOf } from './at-bank.ts';
import { encryptedText } from './encrypted-text.ts';
import { ordersOf } from './orders.ts';
import {
  arrives,
  CALL,
  order,
  PATIENT,
  type PaidCharge,
  PLAIN_PROFILE,
  PROFILE,
  paid,
  pixIn,
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
test.after.always('everything stops', async () => {
  await orders.close();
  await rig.stop();
});
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

type PlayedReturn = { readonly id: string };
const PAYER = '52998224725';
/** The bank takes money of a Pix back and tells nobody. */
const playBankReturn = (endToEndId: string, how: object = {}) =>
  rig.simulator.control<PlayedReturn>('POST', `/sim/pix/${endToEndId}/bank-returns`, { notify: 'never', ...how });
const payer = (how: Parameters<typeof paid>[1] = {}) =>
  paid(rig, { profileId: PROFILE, ...how, settlement: { payerTaxId: encryptedText(PAYER), ...how.settlement } });
const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const listed = async ({ tenant, chargeId }: PaidCharge) =>
  (await rig.rpc.listRefunds(CALL, { tenant, chargeId })).refunds;

/** What charge says of a bank return. */
const bankReturn = (
  { endToEndId }: PaidCharge,
  change: Partial<MessageInit<ReturnedByBank>> = {},
): MessageInit<ReturnedByBank> => ({
  refundId: newId('refund'),
  bankProfileId: PROFILE,
  endToEndId,
  devolutionId: 'MED1',
  amount: 400,
  currency: 'BRL',
  status: 'IN_PROGRESS',
  reason: 'MED_FRAUD',
  firstSeenAtMs: Date.now(),
  ...change,
});
const row = (id: string, status: string) =>
  until(`${id} is ${status}`, async () => ((await stored(rig, id))?.['status'] === status ? true : undefined), PATIENT);

/** What went out of a payment by every way, by the bank's own books. */
async function outOf({ endToEndId }: PaidCharge, refundIds: readonly string[] = []): Promise<number> {
  const { devolutions } = await booksOf(rig, endToEndId);
  const sent = await Promise.all(refundIds.map((id) => sentOf(rig, id.replaceAll('-', ''))));
  const back = devolutions.filter(({ status }) => status !== 'NAO_REALIZADO');
  const out = sent.flat().filter(({ status }) => status !== 'NAO_REALIZADO');
  return [...back, ...out].reduce((sum, { amount }) => sum + amount, 0);
}

test.serial(
  'what the bank takes back is a row among the refunds, in each of its states, and nobody works on it',
  async (t) => {
    const it = await paid(rig);
    const one = bankReturn(it);
    await rig.bus.returnedByBank(it.tenant, it.chargeId, one);
    // The service reads what a majority has, which may be a moment later.
    const [shown] = await until('it is listed', async () => (await listed(it)).length > 0 && listed(it), PATIENT);
    t.like(shown, { kind: 'BANK_RETURN', amount: 400, status: 'IN_PROGRESS', reason: 'MED_FRAUD' });
    await rig.bus.returnedByBank(it.tenant, it.chargeId, { ...one, status: 'FAILED' });
    await row(one.refundId as string, 'FAILED');
    await rig.bus.returnedByBank(it.tenant, it.chargeId, { ...one, status: 'REFUNDED' });
    await row(one.refundId as string, 'REFUNDED');
    // What comes late changes nothing, and what comes twice neither.
    for (const status of ['FAILED', 'IN_PROGRESS', 'REFUNDED'])
      await rig.bus.returnedByBank(it.tenant, it.chargeId, { ...one, status });
    const after = bankReturn(it, { devolutionId: 'MED2', amount: 5 });
    await rig.bus.returnedByBank(it.tenant, it.chargeId, after);
    await until('both are listed', async () => (await listed(it)).length >= 2, PATIENT);
    t.is((await stored(rig, one.refundId as string))?.['status'], 'REFUNDED');
    t.is((await listed(it)).length, 2);
    t.deepEqual(rig.ledger.calls, []);
    const { refunds } = await rig.rpc.listStatuses(CALL, { refundIds: [one.refundId as string, newId('refund')] });
    t.deepEqual(refunds, [{ refundId: one.refundId as string, status: 'REFUNDED' }]);
  },
);

test.serial('a bank return that names no payment or no amount is dead-lettered', async (t) => {
  const it = await paid(rig);
  for (const [bad, why] of [
    [{ amount: 0 }, 'a bank return of no amount'],
    [{ endToEndId: '' }, 'a bank return of no payment'],
    [{ status: 'PENDING' }, 'a bank return in no status'],
    [{ refundId: 'x' }, 'a bank return that names no account, charge or refund'],
  ] as const) {
    await rig.bus.returnedByBank(it.tenant, it.chargeId, bankReturn(it, bad));
    await until(why, () => rig.bus.deadLetters().includes(why), PATIENT);
  }
  t.deepEqual(await listed(it), []);
});

test.serial(
  'what the bank has taken back can no longer be refunded: all that is left is less, and nothing is left after all of it',
  async (t) => {
    const it = await payer();
    const shares = [{ devolutionId: 'MED1', amount: 400, status: 'IN_PROGRESS' }];
    const known = rig.charges.settlements.get(it.chargeId);
    rig.charges.settlements.set(it.chargeId, { ...known, bankReturns: shares });
    const much = await refusal(rig.rpc.createRefund(CALL, order(it, { amount: 700 })));
    t.deepEqual([much.code, much.more.param], ['invalid_amount', 'amount']);
    t.is((await refunded(rig, it)).amount, 600);
    const whole = await payer({ settlement: { bankReturns: [{ ...shares[0], amount: 1_000, status: 'REFUNDED' }] } });
    t.is((await refusal(rig.rpc.createRefund(CALL, order(whole)))).code, 'invalid_amount');
    t.is(rig.ledger.calls.filter((call) => call.startsWith('PlaceHold')).length, 1);
  },
);

test.serial('a bank return that failed is free to be refunded', async (t) => {
  const it = await payer({ settlement: { bankReturns: [{ devolutionId: 'MED1', amount: 1_000, status: 'FAILED' }] } });
  t.is((await refunded(rig, it)).amount, 1_000);
});

for (const [how, status] of [
  ['has taken the whole payment', 'DEVOLVIDO'],
  ['is still taking it', 'EM_PROCESSAMENTO'],
] as const)
  test.serial(
    `a bank that ${how}, and did not report it: a refund by Pix-out does not leave, and charge is announced`,
    async (t) => {
      const it = await payer();
      await playBankReturn(it.endToEndId, { status });
      const { id, strategy } = await refunded(rig, it);
      t.is(strategy, 'CASHOUT');
      const document = await arrives(rig, id, 'FAILED');
      t.is(document['failureCode'], 'returned_by_bank');
      t.is(holdOf(id)?.state, 'VOIDED');
      t.is(await outOf(it, [id]), 1_000);
      t.true(rig.charges.rechecked.includes(it.endToEndId));
      t.is((await refusal(rig.rpc.createRefund(CALL, order(it)))).code, 'invalid_amount', 'it is known from now on');
    },
  );

test.serial('a part that the bank took: what no longer fits fails, what fits leaves', async (t) => {
  const it = await payer();
  await playBankReturn(it.endToEndId, { amount: 600 });
  const { id } = await refunded(rig, it, { amount: 700 });
  await arrives(rig, id, 'FAILED');
  const rest = await refunded(rig, it);
  t.is(rest.amount, 400);
  await arrives(rig, rest.id, 'REFUNDED');
  t.is(await outOf(it, [id, rest.id]), 1_000);
});

test.serial(
  '20 refunds on two replicas of a payment of which the bank took a part: together no more than the rest leaves',
  async (t) => {
    const second = await rig.replica();
    const it = await payer({ charge: { providerFee: 0, platformFee: 1_000 } });
    await playBankReturn(it.endToEndId, { amount: 600 });
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const { rpc } = n % 2 === 0 ? rig : second;
        const { refund } = await rpc.createRefund(CALL, order(it, { amount: 50, destinationKey: 'ana@example.com' }));
        return refund?.id ?? '';
      }).map((one) => one.catch(() => '')),
    );
    const made = ids.filter((id) => id !== '');
    const ends = await Promise.all(
      made.map((id) =>
        until(
          `${id} ends`,
          async () => {
            const status = (await stored(rig, id))?.['status'];
            return status === 'REFUNDED' || status === 'FAILED' ? (status as string) : undefined;
          },
          { timeoutMs: 60_000 },
        ),
      ),
    );
    t.is(ends.filter((status) => status === 'REFUNDED').length, 8);
    t.is(await outOf(it, made), 1_000);
    await second.stop();
  },
);

test.serial(
  '20 devolutions while the bank takes half: out by every way is what came in, and each refund ends as the bank says',
  async (t) => {
    const it = await paid(rig);
    const wishes = Array.from({ length: 20 }, () => refunded(rig, it, { amount: 50 }).catch(() => undefined));
    const taken = playBankReturn(it.endToEndId, { amount: 500 }).catch(() => undefined);
    const made = (await Promise.all(wishes)).filter((one) => one !== undefined);
    await taken;
    let refundedSum = 0;
    for (const { id } of made) {
      const end = await until(
        `${id} ends`,
        async () => {
          const document = await stored(rig, id);
          return ['REFUNDED', 'FAILED'].includes(document?.['status']) ? document : undefined;
        },
        { timeoutMs: 60_000 },
      );
      if (end?.['status'] === 'REFUNDED') refundedSum += 50;
    }
    const { devolutions } = await booksOf(rig, it.endToEndId);
    const ours = devolutions.filter(({ id, status }) => !id.startsWith('MED') && status === 'DEVOLVIDO');
    t.is(ours.length * 50, refundedSum);
    t.true((await outOf(it)) <= 1_000);
  },
);

test.serial('an order that the acquirer gave back by itself: its refund fails, nothing goes back twice', async (t) => {
  const it = await orders.paidOrderOf('CREDIT_CARD');
  await rig.simulator.control('POST', `/sim/orders/${it.reference}/acquirer-refunds`, { notify: 'never' });
  const { id } = await refunded(rig, it);
  const document = await arrives(rig, id, 'FAILED');
  t.is(document['failureCode'], 'returned_by_bank');
  t.is((await orders.books(it.reference)).refunds.length, 1);
});

/** Charge has decided about a Pix of which the bank took a part. */
async function ordered({
  endToEndId,
  amount = 1_500,
  returnedByBank = 0,
}: {
  endToEndId: string;
  amount?: number;
  returnedByBank?: number;
}) {
  const [accountId, chargeId, returnId] = [newId('account'), newId('charge'), newId('refund')];
  const tenant = { accountId, livemode: false };
  const about = { returnId, bankProfileId: PLAIN_PROFILE, endToEndId, amount, returnedByBank };
  await rig.bus.orderReturn(tenant, chargeId, { ...about, currency: 'BRL', reason: 'AMOUNT_MISMATCH', paidAtMs: 1 });
  return returnId as string;
}

test.serial(
  'a part taken before the return: only the rest goes back, and the end is of the whole payment',
  async (t) => {
    const endToEndId = await pixIn(rig, 1_500);
    await playBankReturn(endToEndId, { amount: 400 });
    const id = await ordered({ endToEndId, returnedByBank: 400 });
    await arrives(rig, id, 'REFUNDED');
    const { devolutions } = await booksOf(rig, endToEndId);
    t.deepEqual(
      devolutions.map(({ amount, status }) => [amount, status]),
      [
        [400, 'DEVOLVIDO'],
        [1_100, 'DEVOLVIDO'],
      ],
    );
    const done = await until('the end is published', () => rig.bus.events(id).at(-1), PATIENT);
    t.is(done.returnProgressed?.amount, 1_500);
  },
);

test.serial('a part taken that nobody knew of when the return was ordered: the rest goes back', async (t) => {
  const endToEndId = await pixIn(rig, 1_500);
  await playBankReturn(endToEndId, { amount: 400 });
  const id = await ordered({ endToEndId });
  await arrives(rig, id, 'REFUNDED');
  const { devolutions } = await booksOf(rig, endToEndId);
  t.deepEqual(
    devolutions.map(({ amount }) => amount),
    [400, 1_100],
  );
  const end = await until('it is published', () =>
    rig.bus.events(id).find(({ returnProgressed }) => returnProgressed?.status === 'REFUNDED'),
  );
  t.is(end.returnProgressed?.amount, 1_500);
});

test.serial('all of it taken before the return: nothing is sent, and it is returned', async (t) => {
  const endToEndId = await pixIn(rig, 1_500);
  await playBankReturn(endToEndId);
  const id = await ordered({ endToEndId });
  await arrives(rig, id, 'REFUNDED');
  t.is((await booksOf(rig, endToEndId)).devolutions.length, 1);
});
