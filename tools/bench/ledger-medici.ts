import { startServers } from '@gx/stack';
import { uniqueName } from '@gx/testkit';
import { startWorker, type Worker } from './ledger-peer.ts';
import { optionsOf } from './options.ts';
import { serverPids } from './product.ts';
import { measure, printSides, ratioOf, type Side } from './sides.ts';

const OPTIONS = optionsOf({ requests: 2_000, warmUp: 5_000 });
const PEERS = ['gx', 'medici'] as const;
const WAYS = [
  { inFlight: 1, wallets: 1 },
  { inFlight: 16, wallets: 1 },
  { inFlight: 64, wallets: 1 },
  { inFlight: 64, wallets: 1_000 },
] as const;
/** Few callers need few credits for a round of the same length. */
const CREDITS_PER_CALLER = 125;

type Peer = (typeof PEERS)[number];
type Way = (typeof WAYS)[number];

const nameOf = (peer: Peer, { inFlight, wallets }: Way): string => `${peer}, ${inFlight} callers, ${wallets} wallets`;

/** The same credits by our write path and by medici's: same MongoDB, same write concern. */
export async function benchLedgerMedici(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const workers = {
    gx: await startWorker('gx', servers.mongoUrl, uniqueName('bench_gx')),
    medici: await startWorker('medici', servers.mongoUrl, uniqueName('bench_medici')),
  };
  const sides = PEERS.flatMap((peer) =>
    WAYS.map(
      (way): Side => ({
        name: nameOf(peer, way),
        operations: Math.min(OPTIONS.requests, way.inFlight * CREDITS_PER_CALLER),
        run: (credits) => workers[peer].run({ ...way, credits }),
        processes: { [peer]: workers[peer].pid, ...serverPids(servers, ['mongo']) },
      }),
    ),
  );
  try {
    for (const worker of Object.values(workers))
      await worker.run({ credits: OPTIONS.warmUp, inFlight: 16, wallets: 1 });
    const rounds = await measure(sides, OPTIONS.rounds);
    printSides(rounds, sides, 'credit');
    for (const way of WAYS)
      console.log(
        `${way.inFlight} callers, ${way.wallets} wallets: gx / medici   ${ratioOf(rounds, nameOf('gx', way), nameOf('medici', way))}`,
      );
    await checkStored(workers, sides);
  } finally {
    for (const worker of Object.values(workers)) worker.stop();
    await servers.stop();
  }
}

/** Every credit that was answered is in a balance, on both sides. */
async function checkStored(workers: Readonly<Record<Peer, Worker>>, sides: readonly Side[]): Promise<void> {
  for (const peer of PEERS) {
    const own = sides.filter(({ processes }) => peer in processes);
    const answered = OPTIONS.warmUp + OPTIONS.rounds * own.reduce((sum, { operations }) => sum + operations, 0);
    const stored = await workers[peer].credited();
    console.log(`${peer}: answered ${answered}, in the balances ${stored}`);
    if (stored !== answered) throw new Error(`${peer}: an answer without its credit, or a credit without its answer`);
  }
}
