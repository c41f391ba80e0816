import { unlikeAtBank } from '../checker/bank-returns.ts';
import { unappliedCases } from '../checker/cases.ts';
import { collectEvidence, type RunEvidence } from '../checker/evidence.ts';
import { readLists } from '../checker/lists.ts';
import { isUnapplied, waitsForPerson } from '../checker/orders.ts';
import { codeOf, hasOptionsToSync } from '../checker/payment-options.ts';
import { hasUnfinishedReturns, isPayoutUnderWay } from '../checker/payouts.ts';
import { age } from '../world/age.ts';
import type { RunningInstance } from '../world/launch.ts';
import type { Worker } from '../world/worker.ts';
import type { Story } from './story.ts';

const ROUNDS_MAX = 12;
/** The first wait is longer than every lease; each next one twice as long, up to more than an hour. */
const waitOf = (round: number): number => 70_000 * 2 ** Math.min(round, 6);
/** What leaves a failing bank alone counts real time, in process: the later rounds give it some. */
const patienceOf = (round: number): number => (round < 2 ? 0 : Math.min(8 * 2 ** round, 4_000));

/** What still has to happen; empty when all is done that ever will be. */
export function unfinished(evidence: RunEvidence, now = new Date()): string[] {
  const { charges, unmatchedPayments, entries, refunds, deliveries, pix, orders, chargeEvents, refundEvents } =
    evidence;
  const { statisticsCells, payouts, payoutEvents } = evidence;
  const payments = charges.flatMap((charge) => charge.payments);
  const decided = new Set([...payments, ...unmatchedPayments].map(({ endToEndId }) => endToEndId));
  const given = new Set(refunds.filter(waitsForPerson).map(({ endToEndId }) => endToEndId));
  const waiting = [...charges, ...unmatchedPayments, ...refunds, ...payouts].flatMap(({ outbox }) => outbox);
  const published = [chargeEvents, refundEvents, payoutEvents];
  const isPublished = (eventId: string): boolean => published.some((events) => events.has(eventId));
  const open: readonly (readonly [string, boolean])[] = [
    ['a charge is being created', charges.some(({ status }) => status === 'PENDING')],
    ['a charge is past its time', charges.some((charge) => isOverdue(charge, now))],
    ['a charge is being closed', charges.some(({ closing, status }) => closing !== null && !CLOSED.has(status))],
    ['a way of a charge is to be opened or closed', charges.some(hasOptionsToSync)],
    ['accepted money is not in a wallet', charges.some(({ settlement }) => settlement?.postedAt === null)],
    ['something is due of a charge', charges.some(({ due }) => Object.keys(due).some((entry) => !isIdle(entry)))],
    ['statistics are to be marked dirty', charges.some(({ outbox }) => outbox.length > 0)],
    ['statistics are to be recomputed', statisticsCells.some(({ dirty }) => dirty)],
    [
      'returned money is not known to be back',
      [...payments, ...unmatchedPayments].some((one) => isOnItsWayBack(one) && !given.has(one.endToEndId)),
    ],
    ['nobody has taken up a return', [...charges, ...unmatchedPayments].some(isUnacknowledged)],
    ['a refund is under way', refunds.some(isUnderWay)],
    ['a payout is under way', payouts.some((payout) => isPayoutUnderWay(payout, now))],
    ['what a bank returned of a Pix-out is not in a wallet and known', hasUnfinishedReturns(evidence)],
    ['a charge has not acknowledged how a refund ended', refunds.some((refund) => isUnknown(refund, charges))],
    [
      'the ledger may not have booked what was published',
      charges.some(({ due }) => due['unposted'] !== undefined) || [...refunds, ...payouts].some(isUnposted),
    ],
    ['an event waits in its document', waiting.some(({ eventId }) => !isPublished(eventId))],
    ['an entry waits to be announced', entries.some(({ outbox = [] }) => outbox.length > 0)],
    ['a callback waits', evidence.waitingCallbacks > 0],
    ['a Pix has no decision', pix.some(({ _id }) => !decided.has(_id))],
    ['what a bank took back is not recorded', unlikeAtBank(evidence).length > 0],
    ['an order has gone on unapplied', orders.some((order) => isUnapplied(order, charges))],
    ['a case has gone on unapplied', unappliedCases(evidence).length > 0],
    [
      'a bank is to be sent what a merchant answers',
      charges.some(({ disputes = [] }) => disputes.some(({ answer }) => answer?.state === 'due')),
    ],
    ['a replay is under way', evidence.openReplays > 0],
    ['a delivery is under way', deliveries.some(({ status }) => status === 'PENDING' || status === 'PROCESSING')],
  ];
  return open.filter(([, is]) => is).map(([what]) => what);
}

/**
 * A charge that may still be paid has its time; held money has its review, which a person may have to end.
 */
const isIdle = (entry: string): boolean => /^(?:expiry|payer|held|operator)\b/.test(entry);
const CLOSED: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELLED', 'REFUSED', 'REFUNDED', 'PAID', 'APPROVED']);
const isOverdue = (charge: RunEvidence['charges'][number], now: Date): boolean =>
  charge.status === 'WAITING_PAYMENT' && (codeOf(charge)?.expiresAt ?? now) < now;
const isUnacknowledged = ({ due }: Pick<RunEvidence['unmatchedPayments'][number], 'due'>): boolean =>
  due?.['returns'] !== undefined;
const isUnposted = ({ due }: Pick<RunEvidence['refunds'][number], 'due'>): boolean => due?.['unposted'] !== undefined;
/** What is over is looked at again for many days; nothing has to come of it. */
const isUnderWay = ({ dueAt, status }: RunEvidence['refunds'][number]): boolean => dueAt !== null && !ENDED.has(status);
const ENDED: ReadonlySet<string> = new Set(['REFUNDED', 'FAILED']);
const isUnknown = (
  { _id, kind, chargeId, status }: RunEvidence['refunds'][number],
  charges: RunEvidence['charges'],
): boolean =>
  kind === 'REFUND' &&
  ENDED.has(status) &&
  charges.some(
    (charge) => charge._id === chargeId && !charge.refunds.some((one) => one.id === _id && one.status === status),
  );
/** Unmatched payments have no decision: all of them go back. */
const isOnItsWayBack = (money: { readonly decision?: string; readonly returnedAt: Date | null }): boolean =>
  (money.decision ?? 'returned') === 'returned' && money.returnedAt === null;

/** The schedule did not come to its end, however long it was waited: something was lost on the way. */
export class Unrest extends Error {
  override readonly name = 'Unrest';
  readonly evidence: RunEvidence;

  constructor(open: readonly string[], evidence: RunEvidence) {
    super(`never came to rest: ${open.join('; ')} ${leftOpen(evidence)}`);
    this.evidence = evidence;
  }
}

/** What a person needs to see to understand it. */
const leftOpen = ({ charges, refunds, payouts, deliveries }: RunEvidence): string =>
  JSON.stringify([
    ...charges.map(({ _id, status, due, closing, payments, paymentOptions }) => ({
      _id,
      status,
      due,
      closing,
      payments,
      paymentOptions,
    })),
    ...refunds.filter(isUnderWay),
    ...payouts.filter((payout) => isPayoutUnderWay(payout)),
    ...deliveries.filter(({ status }) => status !== 'DELIVERED').map(({ _id, status }) => ({ _id, status })),
  ]);

/**
 * Lets the world come to rest: what died is started again, and as long as anything is open, time passes and
 * every job runs once on some replica. Answers everything there is to know then.
 */
export async function rest(worker: Worker, story: Story): Promise<RunEvidence> {
  for (let round = 0; ; round += 1) {
    await worker.quiet();
    // Every schedule leaves charges to be counted: nothing else of it needs time to pass.
    await worker.runJob('charge', 'recompute statistics');
    const evidence = await collectEvidence(worker, story);
    const open = unfinished(evidence);
    if (open.length === 0) return { ...evidence, lists: await readLists(worker, story) };
    if (round >= ROUNDS_MAX) throw new Unrest(open, evidence);
    await passTime(worker, round);
  }
}

async function passTime(worker: Worker, round: number): Promise<void> {
  if (patienceOf(round) > 0) await new Promise((resolve) => setTimeout(resolve, patienceOf(round)));
  await age(worker, waitOf(round));
  await runJobs(worker);
}

/** Lets the world do what it does until something is there: first by itself, then with time and jobs. */
export async function reach(worker: Worker, what: string, isThere: () => boolean): Promise<void> {
  for (let round = 0; !(await worker.waitFor(isThere)); round += 1) {
    if (round >= ROUNDS_MAX) throw new Error(`waited for hours in vain: ${what}`);
    await passTime(worker, round);
  }
}

/** The same for what is only stored: it is looked at whenever the worker is quiet. */
export async function reachStored(worker: Worker, what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let round = 0; ; round += 1) {
    await worker.quiet();
    if (await isThere()) return;
    if (round >= ROUNDS_MAX) throw new Error(`waited for hours in vain: ${what}`);
    await passTime(worker, round);
  }
}

/** Looks and says: nothing waits for it, and the checker looks at every schedule. */
const LOOKS_ONLY: ReadonlySet<string> = new Set(['watch ledger']);

async function runJobs(worker: Worker): Promise<void> {
  const byService = Map.groupBy(worker.running, ({ service }) => service);
  await Promise.all(
    [...byService.values()].map(async (replicas) => {
      for (const name of replicas[0]?.jobs.names() ?? []) {
        if (LOOKS_ONLY.has(name)) continue;
        const { jobs, alive } = replicas[worker.fate.replica(replicas.length)] as RunningInstance;
        if (alive()) await jobs.run(name);
      }
    }),
  );
  await Promise.all(worker.running.map(({ flush }) => flush()));
}
