import { chargeEventCodec } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { cents, newId, type Tenant } from '@gx/core';
import { type Random, random } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import type { Change, Charge } from '../src/domain/charge.ts';
import { confirmMoney } from '../src/queries/confirm-money.ts';
import { chargeOf, documentOf } from '../src/store/charge-document.ts';
import type { ChargeStore } from '../src/store/charges.ts';
import { bytesOf, encodeEvent } from '../src/store/encode-event.ts';
import { begin, type Life, refunds, says, takes } from './contested-charge.ts';
import { live, charge as newCharge } from './lives.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const ADDRESSES = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };
const CONFIRMABLE: ReadonlySet<string> = new Set([
  'charge.payment_accepted',
  'charge.return_ordered',
  'charge.dispute_closed',
]);
/** Whether somebody credits or sends money back by it. */
const isConfirmable = ({ type, returnedByBank }: ChargeEvent): boolean =>
  CONFIRMABLE.has(type) || returnedByBank?.status === 'FAILED';

/** What charge answers of an event, when a charge is stored as it is now. */
function asking(charge: Charge) {
  const stored = chargeOf(documentOf(charge, {} as never, NOW));
  const records = { charges: new Map([[charge.id as string, stored]]), unmatched: new Map() };
  const deps = { moneyRecords: { read: async () => records }, addresses: ADDRESSES };
  return async (event: ChargeEvent) => {
    const [answer] = await confirmMoney(deps, [chargeEventCodec.encode(event)]);
    return answer?.confirmed === true ? 'confirmed' : answer?.difference;
  };
}

/** Every event of a change, as it waits in the outbox of the write that makes it. */
const publishedBy = ({ charge, events }: Change): ChargeEvent[] =>
  events.map((event) => chargeEventCodec.decode(bytesOf(encodeEvent(charge, event, ADDRESSES).value)));

/**
 * What of an event decides nothing: when it was seen, why, and how a case that moves no money any more
 * ended.
 */
const IDLE: Readonly<Record<string, readonly string[]>> = {
  'charge.return_ordered': ['paidAtMs'],
  'charge.returned_by_bank': ['reason', 'firstSeenAtMs', 'orderReference', 'paymentMethod', 'disputeId'],
};

/** The event with each field of its body changed. */
function forgedOf(event: ChargeEvent): (readonly [string, ChargeEvent])[] {
  const bodies = ['paymentAccepted', 'returnOrdered', 'disputeClosed', 'returnedByBank'] as const;
  const name = bodies.find((one) => event[one] != null);
  const body = name === undefined ? {} : (event[name] as object);
  const idle = [...(IDLE[event.type] ?? []), ...(event.disputeClosed?.paid === undefined ? [] : ['won'])];
  return Object.entries(body)
    .filter(([field, value]) => value !== undefined && value !== null && !idle.includes(field))
    .map(([field, value]) => [field, { ...event, [name as string]: { ...body, [field]: another(value) } }]);
}
const another = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value}x`;

type Tally = Record<string, number>;
/** Each event that was ever published is confirmed by the charge of now, and no forgery of it. */
async function expectConfirmed(
  t: ExecutionContext,
  { charge, published, tally }: { charge: Charge; published: readonly ChargeEvent[]; tally: Tally },
): Promise<void> {
  const ask = asking(charge);
  for (const event of published) {
    const { type } = event;
    const answer = await ask(event);
    if (!isConfirmable(event)) t.not(answer, 'confirmed', `${type} of ${charge.status}`);
    if (!isConfirmable(event)) continue;
    t.is(answer, 'confirmed', `${type} of ${charge.status}`);
    tally[type] = (tally[type] ?? 0) + 1;
    for (const [field, forged] of forgedOf(event))
      t.not(await ask(forged), 'confirmed', `${type} with another ${field}`);
    const other = { accountId: newId('account'), livemode: charge.tenant.livemode };
    t.is(await ask({ ...event, tenant: other }), 'account_id');
    t.is(await ask({ ...event, tenant: { ...charge.tenant, livemode: !charge.tenant.livemode } }), 'livemode');
    t.is(await ask({ ...event, chargeId: newId('charge') }), 'charge_id');
  }
}

/** A store of one charge, in memory. */
function storeOf(first: Charge) {
  const published: ChargeEvent[] = [];
  let charge = first;
  const update: ChargeStore['update'] = async (_tenant, _id, decide) => {
    const decision = decide(charge);
    if (decision.kind === 'change') {
      published.push(...publishedBy(decision));
      charge = { ...decision.charge, version: charge.version + 1 };
    }
    return charge;
  };
  return { published, now: () => charge, update };
}

test('whatever happens to a charge afterwards, it confirms each payment, return and won dispute that it ever published, and nothing else', async (t) => {
  const tally: Tally = {};
  for (let life = 0; life < 800; life += 1) {
    const own = random(`late ${life}`);
    const tenant: Tenant = { accountId: newId('account'), livemode: own.chance(0.5) };
    const store = storeOf(newCharge(tenant, NOW, own));
    await live(store as unknown as ChargeStore, tenant, store.now().id, own, 12);
    await expectConfirmed(t, { charge: store.now(), published: store.published, tally });
  }
  t.log(tally);
  for (const type of CONFIRMABLE) t.true((tally[type] ?? 0) >= 20, type);
});

/** Something that may happen to a payment that its payer contests, at its bank. */
function contested(life: Life, own: Random, ids: Readonly<Record<string, ReturnType<typeof newId<'refund'>>>>): Life {
  const status = own.pick(['IN_PROGRESS', 'REFUNDED', 'FAILED', 'FAILED'] as const);
  const amount = own.pick([100, 400, 1_000]);
  return own.pick([
    () => says(life, { providerId: own.pick(['med-1', 'med-2']), amount: cents(own.pick([300, 1_000])) }),
    () => says(life, { providerId: own.pick(['med-1', 'med-2']), status: own.pick(['won', 'lost']) }),
    () => takes(life, own.pick(['D1', 'D2']), amount, status, own.chance(0.8)),
    () => takes(life, own.pick(['D1', 'D2']), amount, status, own.chance(0.8)),
    () => refunds(life, ids['one'] as never, 200, own.pick(['PENDING', 'REFUNDED', 'FAILED'])),
  ])();
}

test('a release and a failed devolution stay confirmed when the bank executes after all what it had given up, or decides again', async (t) => {
  const tally: Tally = {};
  let late = 0;
  for (let nth = 0; nth < 1_000; nth += 1) {
    const own = random(`contested ${nth}`);
    const ids = { one: newId('refund') };
    let life = begin();
    const published: ChargeEvent[] = [];
    for (let step = 0; step < 14; step += 1) {
      const next = contested({ ...life, events: [] }, own, ids);
      published.push(...publishedBy({ charge: next.charge, events: next.events }));
      life = next;
    }
    const isLate = (life.charge.bankReturns ?? []).some((one) => one.hasFailed && one.status === 'REFUNDED');
    if (isLate) late += 1;
    await expectConfirmed(t, { charge: life.charge, published, tally });
  }
  t.log({ ...tally, late });
  for (const type of ['charge.dispute_closed', 'charge.returned_by_bank']) t.true((tally[type] ?? 0) >= 100, type);
  t.true(late >= 100);
});

test('what an older version settled is confirmed by what devolutions have taken', async (t) => {
  const lost = says(says(begin()), { status: 'lost' });
  const settled = takes(lost, 'D1', 400, 'REFUNDED');
  const events = publishedBy({ charge: settled.charge, events: settled.events.slice(lost.events.length) });
  const disputes = (settled.charge.disputes ?? []).map(({ paidAtRelease: _, ...older }) => older);
  const closed = events.find(({ type }) => type === 'charge.dispute_closed');
  if (closed === undefined) throw new Error('nothing was released');
  const ask = asking({ ...settled.charge, disputes });
  t.is(await ask(closed), 'confirmed');
  t.is(await ask({ ...closed, disputeClosed: { ...closed.disputeClosed, paid: 0 } as never }), 'paid');
});
