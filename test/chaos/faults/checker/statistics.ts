import type { ChargeRecord, RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';
import type { CellRecord } from './records.ts';

/** Statistics: whatever was counted when, in the end it is what the charges themselves say. */

type Sums = Readonly<Record<string, number>>;
type Part = { readonly cell: string; readonly sums: Sums };

/** Under which name a charge that is not paid, or was given back whole, is counted. */
// biome-ignore format: one row per status, read as a table
const STANDS_AS: Readonly<Record<string, string>> = {
  PENDING:         'waitingPayment',
  WAITING_PAYMENT: 'waitingPayment',
  PROCESSING:      'waitingPayment',
  REFUSED:         'refused',
  CANCELLED:       'cancelled',
  EXPIRED:         'expired',
  REFUNDED:        'refundedWhole',
};

type Key = Pick<CellRecord, 'accountId' | 'livemode' | 'hour'> & { readonly method: string; readonly currency: string };
const cellOf = ({ accountId, livemode, hour, method, currency }: Key): string =>
  `${accountId} ${livemode ? 'live' : 'test'} ${hour} ${method} ${currency}`;
const hourOf = (at: Date): string => at.toISOString().slice(0, 13);
/** Nobody was told of the others. */
const isCounted = ({ status, firstStatus }: ChargeRecord): boolean =>
  status !== 'REJECTED' && (status !== 'PENDING' || firstStatus !== null);

/** A charge counts in the hour of its creation, its money in the hour of its payment. */
function partsOf(charge: ChargeRecord): Part[] {
  const { amount, createdAt, fees, method, refunds, settlement, status } = charge;
  const on = (at: Date): string => cellOf({ ...charge, method, hour: hourOf(at) });
  const standing = STANDS_AS[status];
  const isPaid = settlement?.postedAt != null;
  const created = { created: 1, converted: Number(isPaid), ...(standing === undefined ? {} : { [standing]: 1 }) };
  if (settlement === null || !isPaid) return [{ cell: on(createdAt), sums: created }];
  const refunded = sum(refunds.filter((refund) => refund.status === 'REFUNDED').map((refund) => refund.amount));
  const money = { gross: amount, providerFees: fees.provider, platformFees: fees.platform, refunded };
  return [
    { cell: on(createdAt), sums: created },
    { cell: on(settlement.paidAt), sums: { paid: 1, timed: 1, ...money } },
  ];
}

const stored = (cell: CellRecord): Part[] =>
  cell.rows.map((row) => ({
    cell: cellOf({ ...cell, ...row }),
    sums: { ...row.sums, timed: sum(Object.values(row.timeToPay)) },
  }));

function tallied(parts: readonly Part[]): Map<string, number> {
  const tally = new Map<string, number>();
  for (const { cell, sums } of parts)
    for (const [name, value] of Object.entries(sums))
      tally.set(`${cell}: ${name}`, (tally.get(`${cell}: ${name}`) ?? 0) + value);
  return tally;
}

function miscounted({ charges, statisticsCells }: RunEvidence): string[] {
  const [stands, recounted] = [
    tallied(statisticsCells.flatMap(stored)),
    tallied(charges.filter(isCounted).flatMap(partsOf)),
  ];
  return [...new Set([...stands.keys(), ...recounted.keys()])].flatMap((name) => {
    const [held, counted] = [stands.get(name) ?? 0, recounted.get(name) ?? 0];
    return held === counted ? [] : [`${name} stands at ${held}, the charges say ${counted}`];
  });
}

export const STATISTICS: readonly Invariant[] = [
  {
    id: 'I18',
    says: 'statistics equal a recount of their charges',
    counts: 'statistics cells',
    looked: ({ statisticsCells }) => statisticsCells.length,
    broken: miscounted,
  },
];
