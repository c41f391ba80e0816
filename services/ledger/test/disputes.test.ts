import { type MessageInit, topicName } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { newId, type Tenant } from '@gx/core';
import { readDeadLetter, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { chargeEvent, ledgerService, newTenant, payment, paymentEvent } from './rig.ts';

const call = { requestId: 'test' };
type DisputeRequest = {
  readonly tenant: Tenant;
  readonly chargeId: string;
  readonly disputeId: string;
  readonly amount: number;
  readonly currency?: string;
};

const opened = (
  { tenant, chargeId, disputeId, amount, currency = 'EUR' }: DisputeRequest,
  more: MessageInit<ChargeEvent> = {},
) =>
  chargeEvent('charge.dispute_opened', tenant, {
    chargeId,
    disputeOpened: { disputeId, amount, currency },
    ...more,
  });
const closed = ({ tenant, chargeId, disputeId, amount, currency = 'EUR' }: DisputeRequest, won: boolean) =>
  chargeEvent('charge.dispute_closed', tenant, {
    chargeId,
    disputeClosed: { disputeId, amount, currency, won },
  });

/** Two replicas and a merchant with 9.80 in euros, paid by card. */
async function rig(t: ExecutionContext) {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  const pay = async (): Promise<void> => {
    const before = ledger.published.messages.length;
    await ledger.send([paymentEvent(payment(tenant, { currency: 'EUR' }))]);
    await until('it is credited', () => ledger.published.messages.length > before, { timeoutMs: 60_000 });
  };
  await pay();
  const figures = async () => {
    const { problems, addresses } = await ledger.rpc.verifyLedger(call, {});
    const of = (address: string): number => 0 - (addresses.find((one) => one.address === address)?.balance ?? 0);
    const merchant = ['available', 'retained', 'receivable'].map((name) => of(`merchant:${name}`));
    return { problems, merchant, clearing: 0 - of('provider:clearing') };
  };
  const reaches = (title: string, merchant: readonly number[]): Promise<unknown> =>
    until(title, async () => JSON.stringify((await figures()).merchant) === JSON.stringify(merchant), {
      timeoutMs: 60_000,
    });
  return {
    ledger,
    tenant,
    pay,
    figures,
    reaches,
    disputeOf: (amount: number): DisputeRequest => ({
      tenant,
      chargeId: newId('charge'),
      disputeId: newId('dispute'),
      amount,
    }),
  };
}

test('a dispute takes what is there and the rest is owed; later credits pay it first; lost, all of it is gone', async (t) => {
  const { ledger, pay, figures, reaches, disputeOf } = await rig(t);
  const it = disputeOf(1_000);
  await ledger.send([opened(it), opened(it)]);
  await reaches('set aside, 20 owed', [0, 1_000, -20]);
  await pay();
  await reaches('paid off', [960, 1_000, 0]);
  await ledger.send([closed(it, false), closed(it, false)]);
  await reaches('gone', [960, 0, 0]);
  t.like(await figures(), { problems: [], clearing: 1_000 });
  const { wallets } = await ledger.rpc.listWallets(call, { tenant: it.tenant });
  t.like(wallets, { 0: { currency: 'EUR', available: 960, retained: 0 } });
});

test('a dispute that is won gives back what was taken, and forgives what was owed', async (t) => {
  const { ledger, figures, reaches, disputeOf } = await rig(t);
  const it = disputeOf(1_000);
  await ledger.send([opened(it)]);
  await reaches('set aside', [0, 1_000, -20]);
  await ledger.send([closed(it, true)]);
  await reaches('as before', [980, 0, 0]);
  t.like(await figures(), { problems: [], clearing: 1_000 });
});

test('an end whose beginning was lost books both, and a beginning that comes later changes nothing', async (t) => {
  const { ledger, figures, disputeOf, reaches } = await rig(t);
  const [won, lost, marker] = [disputeOf(500), disputeOf(30), disputeOf(100)];
  await ledger.send([closed(won, true), opened(won), closed(lost, false), opened(lost), opened(marker)]);
  await reaches('one is gone, only the marker is set aside', [850, 100, 0]);
  t.deepEqual((await figures()).problems, []);
  const entriesOf = ({ disputeId }: DisputeRequest) =>
    ledger.database.connection
      .collection('journal_entries')
      .find({ _id: new RegExp(`^dispute:${disputeId}:`) as never })
      .sort({ seq: 1 })
      .map(({ _id }) => String(_id).split(':')[2])
      .toArray();
  t.deepEqual(await entriesOf(won), ['hold', 'void']);
  t.deepEqual(await entriesOf(lost), ['hold', 'confirm']);
});

test('what was lost before it was known is owed where the wallet has it not', async (t) => {
  const { ledger, figures, disputeOf, reaches } = await rig(t);
  await ledger.send([closed(disputeOf(1_000), false)]);
  await reaches('gone, 20 owed', [0, 0, -20]);
  t.like(await figures(), { problems: [], clearing: 0 });
});

test('what contradicts a dispute, or is malformed, is dead-lettered with its reason and moves nothing', async (t) => {
  const { ledger, tenant, reaches, disputeOf } = await rig(t);
  const deadLetters = await readDeadLetter(topicName(ledger.topicPrefix, 'chargeMoney'));
  t.teardown(deadLetters.stop);
  const it = disputeOf(300);
  await ledger.send([
    opened(it),
    opened({ ...it, amount: 301 }),
    opened({ ...it, disputeId: 'x' }),
    opened({ ...disputeOf(300), amount: 0 }),
    opened(disputeOf(300), { disputeOpened: undefined }),
    closed(it, false),
    closed(it, true),
  ]);
  const reasons = await until(
    'all of it is dead-lettered',
    () => {
      const seen = deadLetters.messages.map(({ headers }) => String(headers?.['dlq-reason']));
      return seen.length === 5 && seen;
    },
    { timeoutMs: 60_000 },
  );
  t.deepEqual(reasons.toSorted(), [
    'hold_committed',
    'hold_says_otherwise',
    'the amount is not whole, not above zero or too large',
    'the dispute id is malformed',
    'the event does not carry a dispute',
  ]);
  await reaches('only the one that was lost moved', [680, 0, 0]);
  const alarms = ledger.replicas.flatMap(({ host }) => host.lines).filter((line) => line.includes('hold_conflict'));
  // A batch that comes again is told again.
  const alarmReasons = new Set(alarms.map((line) => /"reason":"(\w+)"/.exec(line)?.[1]));
  t.deepEqual([...alarmReasons].toSorted(), ['hold_committed', 'hold_says_otherwise']);
  t.true(alarms.every((line) => line.includes('dispute:')));
  t.truthy(tenant);
});
