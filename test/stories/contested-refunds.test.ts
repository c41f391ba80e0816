import { randomUUID } from 'node:crypto';
import { Refusal, sha256Hex, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { type MoneyReplica, newTenant, startMoneyServices } from './money-services.ts';

// A case about a Pix is opened at the moment in which a refund of it is ordered (decisions, section 9).
const money = await startMoneyServices();
test.after.always('everything stops', money.stop);

const RACES = 1_000;
const AT_ONCE = 40;
const SHOPS = 20;
const AMOUNT = 1_000;
/** So much more than its refunds and cases that no shop is ever short. */
const FUNDS = 10_000_000;
const CALL = { requestId: 'race' };
const LONG = { timeoutMs: 120_000, everyMs: 50 };

const { charge: charges, refund: refunds } = money.databases;
const collection = (database: typeof charges, name: string) => database.connection.collection(name);
const replicaOf = (nth: number): MoneyReplica => money.replicas[nth % money.replicas.length] as MoneyReplica;

/** What is contested and what is refunded, by which way, and who says that it is contested. */
const KINDS = [
  { contested: AMOUNT, refunded: AMOUNT, strategy: 'DEVOLUTION', by: 'operator' },
  { contested: 600, refunded: 600, strategy: 'DEVOLUTION', by: 'bank' },
  { contested: AMOUNT, refunded: 400, strategy: 'DEVOLUTION', by: 'bank' },
  { contested: AMOUNT, refunded: AMOUNT, strategy: 'CASHOUT', by: 'operator' },
  { contested: 700, refunded: AMOUNT, strategy: 'CASHOUT', by: 'operator' },
] as const;
/**
 * Who is given a start: nobody, the refund until its charge knows of it or until it is made, the case until
 * it stands.
 */
const STARTS = ['together', 'known', 'refund', 'known', 'case'] as const;

type Race = (typeof KINDS)[number] & {
  readonly nth: number;
  readonly tenant: Tenant;
  readonly id: string;
  readonly txid: string;
  readonly endToEndId: string;
};

/** Some at a time, in their order. */
async function each<T, R>(items: readonly T[], work: (item: T, nth: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let nth = next++; nth < items.length; nth = next++) results[nth] = await work(items[nth] as T, nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** A charge of the shop that is paid. The same create goes on until it is answered. */
async function pay(nth: number, tenant: Tenant, amount: number) {
  const { charge: rpc } = replicaOf(nth);
  const body = { amount, currency: 'BRL' };
  const create = {
    ...{ tenant, ...body, surface: 'CHARGES' as const, idempotencyKey: randomUUID() },
    requestHash: `v1:${sha256Hex(JSON.stringify(body))}`,
  } as const;
  const { charge } = await until('it is created', () => rpc.createCharge(CALL, create), LONG);
  const { id = '', pix } = charge ?? {};
  const { endToEndId = '' } = await until(
    'it is paid',
    () => rpc.simulatePayment(CALL, { tenant, chargeId: id }),
    LONG,
  );
  return { id, txid: pix?.txid ?? '', endToEndId };
}
/** What a payment leaves its shop: 10 centavos go to the bank, one percent to the platform. */
const netOf = (amount: number): number => amount - 10 - amount / 100;

const order = ({ tenant, id, refunded: amount, strategy }: Race) => ({
  ...{ tenant, chargeId: id, amount, strategy, idempotencyKey: randomUUID() },
  requestHash: `v1:${sha256Hex(id)}`,
  ...(strategy === 'CASHOUT' ? { destinationKey: 'ana@example.com' } : {}),
});

/** The refusal of a call, undefined: it was none. What could not be answered is asked again, as it was. */
const refusalOf = (call: () => Promise<unknown>): Promise<Refusal | undefined> =>
  until(
    'it is answered',
    async () => {
      try {
        await call();
        return { refusal: undefined };
      } catch (error) {
        if (error instanceof Refusal && error.code !== 'service_unavailable') return { refusal: error };
        throw error;
      }
    },
    LONG,
  ).then(({ refusal }) => refusal);

const contest = (race: Race): Promise<Refusal | undefined> =>
  race.by === 'operator'
    ? refusalOf(() =>
        replicaOf(race.nth).charge.openDispute(CALL, {
          ...{ chargeId: race.id, operator: 'ana', reason: 'fraud', amount: race.contested },
        }),
      )
    : money.simulator
        .control('POST', `/sim/pix/${race.endToEndId}/infractions`, { outcome: 'opened', amount: race.contested })
        .then(() => undefined);

async function run(race: Race): Promise<Refusal | undefined> {
  const request = order(race);
  const refund = () => refusalOf(() => replicaOf(race.nth + 1).refund.createRefund(CALL, request));
  switch (STARTS[Math.floor(race.nth / KINDS.length) % STARTS.length]) {
    case 'refund': {
      const refusal = await refund();
      await contest(race);
      return refusal;
    }
    case 'known': {
      const refusal = await refund();
      const known = { _id: race.id, refunds: { $ne: [] } } as never;
      await until(
        'charge knows of it',
        async () => (await collection(charges, 'charges').findOne(known)) !== null,
        LONG,
      );
      await contest(race);
      return refusal;
    }
    case 'case':
      await contest(race);
      return refund();
    default:
      return (await Promise.all([refund(), contest(race)]))[0];
  }
}

/** How each race stands: its refund and its case, as their services have them. */
async function standings(races: readonly Race[]) {
  const ids = races.map(({ id }) => id);
  const made = await collection(refunds, 'refunds')
    .find({ chargeId: { $in: ids }, kind: 'REFUND' } as never)
    .toArray();
  const cases = await collection(charges, 'disputes')
    .find({ chargeId: { $in: ids } } as never)
    .toArray();
  const refundOf = new Map(made.map((one) => [one['chargeId'] as string, one]));
  const caseOf = new Map(cases.map((one) => [one['chargeId'] as string, one]));
  return races.map((race) => ({ race, refund: refundOf.get(race.id), dispute: caseOf.get(race.id) }));
}
type Standing = Awaited<ReturnType<typeof standings>>[number];

const isOver = ({ refund }: Standing): boolean =>
  refund === undefined || (['REFUNDED', 'FAILED'].includes(refund['status']) && refund['outbox'].length === 0);
const refundedOf = ({ refund }: Standing): number => (refund?.['status'] === 'REFUNDED' ? Number(refund['amount']) : 0);
const contestedOf = ({ dispute }: Standing): number => Number(dispute?.['amount'] ?? 0);

/** Every other case is lost: its bank takes what it contests, as far as that is left. */
async function decide({ race, refund, dispute }: Standing): Promise<void> {
  if (dispute === undefined) return;
  // A bank knows of no Pix that was sent out, and would take the whole payment all the same.
  const outcome = race.nth % 2 === 0 && race.strategy === 'DEVOLUTION' ? 'lost' : 'won';
  const pix = `/sim/pix/${race.endToEndId}`;
  if (race.by === 'bank') return void (await money.simulator.control('POST', `${pix}/infractions`, { outcome }));
  const end = { id: String(dispute['_id']), won: outcome === 'won', operator: 'ana' };
  await refusalOf(() => replicaOf(race.nth).charge.closeDispute(CALL, end));
  const left = AMOUNT - (refund?.['status'] === 'REFUNDED' ? race.refunded : 0);
  const amount = Math.min(race.contested, left);
  if (outcome === 'lost' && amount > 0) await money.simulator.control('POST', `${pix}/bank-returns`, { amount });
}

type Moved = { readonly amount: number; readonly status: string };
const moved = (all: readonly Moved[]): number =>
  all.reduce((sum, { status, amount }) => (status === 'NAO_REALIZADO' ? sum : sum + amount), 0);

/** What went out of each payment by every way, in the bank's own books. */
async function outAtBank(all: readonly Standing[]): Promise<readonly number[]> {
  const { control } = money.simulator;
  type Sent = Moved & { readonly id_envio: string };
  const { items } = await control<{ items: Sent[] }>('GET', `/sim/clients/${money.bank.clientId}/pix-out`);
  return each(all, async ({ race, refund }) => {
    const { pix } = await control<{ pix: { devolutions: Moved[] }[] }>('GET', `/sim/charges/${race.txid}`);
    const bankId = String(refund?.['_id']).replaceAll('-', '');
    return moved([...pix.flatMap(({ devolutions }) => devolutions), ...items.filter((one) => one.id_envio === bankId)]);
  });
}

/** What each race came to; the sides of it that nobody may be missing, and cases that hold what has left. */
function tallyOf(refusals: readonly (Refusal | undefined)[], all: readonly Standing[]) {
  const failed = all.filter(({ refund }) => refund?.['status'] === 'FAILED');
  return {
    refused: refusals.filter((refusal) => refusal !== undefined).length,
    stopped: failed.length,
    stoppedBecause: [...new Set(failed.map(({ refund }) => refund?.['failureCode'] as string))],
    refunded: all.filter((one) => refundedOf(one) > 0).length,
    beyond: all.filter((one) => refundedOf(one) + contestedOf(one) > AMOUNT).length,
  };
}

/** Once every case is decided and paid, and everybody was informed of it. */
const settledCases = (races: readonly Race[]): Promise<readonly Standing[]> =>
  until(
    'every case is settled',
    async () => {
      const ids = races.map(({ id }) => id);
      const open = { chargeId: { $in: ids }, 'dispute.settledAt': { $exists: false } } as never;
      if ((await collection(charges, 'disputes').countDocuments(open)) > 0) return false;
      const waiting = { _id: { $in: ids }, outbox: { $ne: [] } } as never;
      return (await collection(charges, 'charges').countDocuments(waiting)) === 0 && standings(races);
    },
    LONG,
  );

test(`${RACES} refunds against cases on two replicas: one of both is first, and no more than was paid is gone`, async (t) => {
  t.timeout(600_000);
  const shops = Array.from({ length: SHOPS }, newTenant);
  await each(shops, (tenant, nth) => pay(nth, tenant, FUNDS));
  const planned = Array.from({ length: RACES }, (_, nth) => shops[nth % SHOPS] as Tenant);
  const races = await each(planned, async (tenant, nth): Promise<Race> => {
    const kind = KINDS[nth % KINDS.length] as (typeof KINDS)[number];
    return { ...kind, nth, tenant, ...(await pay(nth, tenant, AMOUNT)) };
  });
  const paid = () => collection(charges, 'charges').countDocuments({ status: 'PAID' });
  await until('all is in the wallets', async () => (await paid()) === RACES + SHOPS, LONG);

  const refusals = await each(races, run);
  for (const refusal of refusals)
    if (refusal !== undefined) t.is(refusal.more.reason, 'charge_disputed', refusal.message);
  const ended = await until(
    'every refund is over, and every case of a bank is recorded',
    async () => {
      const all = await standings(races);
      return all.every((one) => isOver(one) && (one.race.by === 'operator' || one.dispute !== undefined)) && all;
    },
    LONG,
  );
  const tally = tallyOf(refusals, ended);
  t.log(JSON.stringify(tally));
  t.deepEqual(tally.stoppedBecause, ['charge_disputed']);
  t.is(tally.beyond, 0, 'a case holds what the refund has left');
  for (const side of ['refused', 'stopped', 'refunded'] as const) t.true(tally[side] > RACES / 100, side);

  await each(ended, decide);
  const settled = await settledCases(races);
  const out = await outAtBank(settled);
  t.deepEqual(
    out.filter((sum) => sum > AMOUNT),
    [],
  );
  for (const tenant of shops) {
    const mine = races.flatMap((race, nth) => (race.tenant === tenant ? [netOf(AMOUNT) - (out[nth] ?? 0)] : []));
    const available = mine.reduce((sum, one) => sum + one, netOf(FUNDS));
    const wallet = { available, pending: 0, retained: 0 };
    await until(
      `the wallet is ${JSON.stringify(wallet)}`,
      async () => {
        const [now] = (await replicaOf(0).ledger.listWallets(CALL, { tenant })).wallets;
        return now?.available === available && now.pending === 0 && now.retained === 0;
      },
      LONG,
    );
  }
  t.deepEqual((await replicaOf(0).ledger.verifyLedger(CALL, {})).problems, []);
});
