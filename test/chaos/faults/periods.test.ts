import { type Random, random } from '@gx/testkit/faults';
import test, { registerCompletionHandler } from 'ava';
import { totalsOf } from './checker/lists.ts';
import type { FlowName } from './play/flows.ts';
import { play } from './play/schedule.ts';
import { REPLICAS } from './random.ts';
import { settings } from './settings.ts';
import { CALM } from './world/fate.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';
import type { Worker } from './world/worker.ts';

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await startSandbox({ workers: 1, replicas: REPLICAS });
});
test.after.always(async () => sandbox?.stop());
registerCompletionHandler(() => process.exit());

/** What moves money of one wallet in every way that there is. */
const BUSY: readonly FlowName[] = [
  'refundInParts',
  'cashOutInParts',
  'cashOutReturned',
  'bankReturnInStates',
  'bankReturnOfSpent',
  'caseWon',
  'caseLostInParts',
  'caseReturnedInTheEnd',
  'caseAgainstRefund',
  'payout',
  'payoutFails',
  'payoutCancelled',
  'payoutReturnedInParts',
  'payoutReturnRepays',
  'payoutAgainstCase',
  'payoutMixed',
];
const TIMES = 3;
const PERIODS = 10_000;
const READ_BY_STATEMENT = 200;

type Moment = { readonly at: number; readonly total: number };
type Period = readonly [from: number, to: number];

/** What there was before a moment, of moments in their order. */
function before(moments: readonly Moment[], at: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return moments[low - 1]?.total ?? 0;
}

/** At any time, or exactly when something happened, or the moment after it. */
function periodOf(own: Random, moments: readonly Moment[]): Period {
  const [first, last] = [moments[0]?.at ?? 0, moments.at(-1)?.at ?? 0];
  const moment = (): number =>
    own.chance(0.5) ? first - 5 + own.below(last - first + 10) : own.pick(moments).at + own.below(2);
  const [one, other] = [moment(), moment()];
  return one < other ? [one, other] : [other, one + 1];
}

async function readPeriod(worker: Worker, tenant: { accountId: string; livemode: boolean }, [from, to]: Period) {
  let [net, after]: [number, string | undefined] = [0, undefined];
  for (;;) {
    const request = { tenant, currency: 'BRL', fromMs: from, toMs: to, ...(after === undefined ? {} : { after }) };
    const page = await worker.gateway.ledger.readStatement({ requestId: 'periods' }, request);
    net += page.transactions.reduce((sum, line) => sum + line.net, 0);
    if (page.next === undefined) return { net, opening: page.openingBalance, closing: page.closingBalance };
    after = page.next;
  }
}

test('a busy wallet, 10,000 random periods: the nets of its list sum to what available, pending and retained changed', async (t) => {
  t.timeout(300_000);
  const [worker] = sandbox.workers;
  if (worker === undefined) throw new Error('no worker');
  const { seed } = settings();
  const own = random(`${seed}/periods`);
  const merchants = [Array.from({ length: TIMES }, () => BUSY).flat()];
  const { evidence, violations } = await play(worker, { random: own, merchants, fate: CALM, onlyThePlay: false });
  t.deepEqual(violations, [], `FAULTS_BASE=${seed}`);
  const [merchant] = evidence?.story.merchants ?? [];
  if (evidence === undefined || merchant === undefined) throw new Error('nothing was played');

  const { tenant } = merchant;
  const lines = (evidence.lists?.get(tenant.accountId) ?? []).filter(({ currency }) => currency === 'BRL');
  const entries = evidence.entries
    .filter(({ accountId, currency }) => accountId === tenant.accountId && currency === 'BRL')
    .toSorted((a, b) => a.seq - b.seq);
  const totals = totalsOf(entries);
  const journal = entries.map(({ listing }, nth) => ({ at: listing?.at.getTime() ?? 0, total: totals[nth] ?? 0 }));
  let sum = 0;
  const listed = lines.map(({ createdAtMs, net }) => {
    sum += net;
    return { at: createdAtMs, total: sum };
  });
  t.true(lines.length > 200 && new Set(lines.map(({ type }) => type)).size > 8, `${lines.length} lines`);

  const periods = Array.from({ length: PERIODS }, () => periodOf(own, journal));
  const wrong = periods.filter(
    ([from, to]) => before(listed, to) - before(listed, from) !== before(journal, to) - before(journal, from),
  );
  t.deepEqual(wrong, [], `FAULTS_BASE=${seed}`);
  for (const period of periods.slice(0, READ_BY_STATEMENT)) {
    const [opening, closing] = [before(journal, period[0]), before(journal, period[1])];
    t.deepEqual(await readPeriod(worker, tenant, period), { net: closing - opening, opening, closing });
  }
});
