import { startServers } from '@gx/stack';
import { uniqueName } from '@gx/testkit';
import { showSpread } from './compare.ts';
import {
  type Contest,
  type Contestant,
  contest,
  medianRate,
  printContest,
  ratioOf,
  serverPids,
  startWorker,
  type Worker,
} from './ledger-sides.ts';
import type { WorkerOrder } from './ledger-worker.ts';
import { optionsOf } from './options.ts';

const OPTIONS = optionsOf({ requests: 2_000, warmUp: 5_000 });
const FLOOR = 3;
const CALLERS = [1, 4, 16, 64, 256] as const;
const BATCH = 50;
/**
 * A caller who waits for each of its credits: few callers need few credits for a round of the same length.
 */
const CREDITS_PER_CALLER = 125;

type Row = { readonly name: string; readonly side: 'gx' | 'medici'; readonly order: Omit<WorkerOrder, 'credits'> };

/**
 * Every way in which each side could be at its best: one credit a call at several levels, and credits that
 * come in batches.
 */
const rowsOf = (side: Row['side']): Row[] => [
  ...CALLERS.map(
    (inFlight): Row => ({ name: `${side} ${inFlight}`, side, order: { inFlight, perCall: 1, wallets: 1 } }),
  ),
  ...[1, 4, 16].map(
    (inFlight): Row => ({
      name: `${side} ${inFlight}x${BATCH}`,
      side,
      order: { inFlight, perCall: BATCH, wallets: 1 },
    }),
  ),
];

/**
 * Beside the contest, for the curious: spread over wallets, and the rival without its transaction.
 */
const ASIDE: readonly Row[] = [
  { name: 'gx 64 spread', side: 'gx', order: { inFlight: 64, perCall: 1, wallets: 1_000 } },
  { name: 'medici 64 loose', side: 'medici', order: { inFlight: 64, perCall: 1, wallets: 1, loose: true } },
];

/**
 * The same credits into one wallet of ours and of medici's, same MongoDB, same write concern, each at its
 * best.
 */
export async function benchLedgerMedici(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const workers = {
    gx: await startWorker('gx', servers.mongoUrl, uniqueName('bench_gx')),
    medici: await startWorker('medici', servers.mongoUrl, uniqueName('bench_medici')),
  };
  try {
    const rows = [...rowsOf('gx'), ...rowsOf('medici'), ...ASIDE];
    const contestants = rows.map((row) => contestantOf(row, workers[row.side], serverPids(servers, ['mongo'])));
    for (const worker of Object.values(workers)) {
      await worker.run({ credits: OPTIONS.warmUp, inFlight: 16, perCall: 1, wallets: 1 });
    }
    const result = await contest(contestants, OPTIONS.rounds);
    print(result, contestants);
    await checkStored(workers, contestants);
  } finally {
    for (const worker of Object.values(workers)) worker.stop();
    await servers.stop();
  }
}

function contestantOf({ name, side, order }: Row, worker: Worker, mongo: Record<string, number>): Contestant {
  const calls = Math.max(
    1,
    Math.floor(Math.min(OPTIONS.requests, order.inFlight * order.perCall * CREDITS_PER_CALLER) / order.perCall),
  );
  return {
    name,
    credits: calls * order.perCall,
    run: (credits) => worker.run({ ...order, credits }),
    processes: { [side]: worker.pid, ...mongo },
  };
}

/** Whichever way of a side is the fastest over all rounds. */
const bestOf = (result: Contest, side: Row['side'], which: (row: Row) => boolean): string =>
  rowsOf(side)
    .filter(which)
    .map(({ name }) => name)
    .toSorted((a, b) => medianRate(result, b) - medianRate(result, a))[0] ?? '';

function print(result: Contest, contestants: readonly Contestant[]): void {
  console.log(
    `${OPTIONS.rounds} rounds, up to ${OPTIONS.requests} credits a row and round, interleaved. Rows: callers, and callers x credits a call`,
  );
  printContest(result, contestants);
  const single = ({ order }: Row) => order.perCall === 1;
  const [ours, theirs] = [bestOf(result, 'gx', single), bestOf(result, 'medici', single)];
  const batched = [bestOf(result, 'gx', () => true), bestOf(result, 'medici', () => true)] as const;
  const main = ratioOf(result, ours, theirs);
  console.log(
    `\none credit a call, each at its best      ${ours} / ${theirs}   ${showSpread(main)}   bound ${FLOOR}: ${main.median >= FLOOR ? 'held' : 'MISSED'}`,
  );
  console.log(
    `batches allowed, each at its best         ${batched.join(' / ')}   ${showSpread(ratioOf(result, ...batched))}`,
  );
  console.log(
    `credits in batches, ours; one by one, its  ${batched[0]} / ${theirs}   ${showSpread(ratioOf(result, batched[0], theirs))}`,
  );
  console.log(
    `spread over 1,000 wallets                 gx 64 spread / medici 64   ${showSpread(ratioOf(result, 'gx 64 spread', 'medici 64'))}`,
  );
  console.log(
    `the rival without a transaction           ${ours} / medici 64 loose   ${showSpread(ratioOf(result, ours, 'medici 64 loose'))}`,
  );
  if (main.median < FLOOR) process.exitCode = 1;
}

/** Every credit that was answered is in a balance, on both sides. */
async function checkStored(workers: Record<Row['side'], Worker>, contestants: readonly Contestant[]): Promise<void> {
  for (const side of ['gx', 'medici'] as const) {
    const own = contestants.filter(({ processes }) => side in processes);
    const answered = OPTIONS.warmUp + OPTIONS.rounds * own.reduce((sum, { credits }) => sum + credits, 0);
    const stored = await workers[side].credited();
    console.log(`${side}: answered ${answered}, in the balances ${stored}`);
    if (stored !== answered) throw new Error(`${side}: an answer without its credit, or a credit without its answer`);
  }
}
