import { random } from '@gx/testkit/faults';
import { type LoadOptions, startLoad } from './load/load.ts';
import type { SystemUnderTest } from './load/system-under-test.ts';
import type { Books } from './proof/books.ts';
import { untilQuiet } from './proof/quiet.ts';
import { verify } from './proof/verify.ts';
import type { Row } from './report.ts';
import { firstAfter, type InjectedFault, recoveredFrom, type Scale, type Scenario } from './scenarios/scenario.ts';
import type { Stage } from './stage/stage.ts';

export type Theatre = { readonly stage: Stage; readonly sut: SystemUnderTest; readonly books: Books };

const QUIET_WITHIN_MS = { short: 90_000, long: 300_000 } as const;
const LOAD: Readonly<Record<Scale['name'], Omit<LoadOptions, 'seed'>>> = {
  short: { perSecond: 3, atOnce: 40 },
  long: { perSecond: 4, atOnce: 150, slow: true },
};

/**
 * Plays one scenario under load, waits until nothing is on its way any more, and holds every book against
 * every other.
 */
export async function runScenario(theatre: Theatre, scenario: Scenario, scale: Scale, seed: string): Promise<Row> {
  const { stage, sut, books } = theatre;
  const { history } = sut;
  const before = {
    successes: history.successes.length,
    problems: history.problems.length,
    again: retries(theatre),
    bugs: stage.environment.logs.bugs().length,
    unasked: stage.supervisor.unasked().length,
    objects: await objectsIn(theatre),
  };
  const faults: InjectedFault[] = [];
  const recovered = recoveredFrom(history);
  sut.temper.patient = scenario.isGentle === true;
  const load = startLoad(sut, { seed, ...LOAD[scale.name] });
  const problems: string[] = [];
  try {
    await recovered({
      what: 'the beginning of the load',
      at: performance.now(),
      kinds: ['create', 'settle', 'refund'],
    });
    await scenario.play({
      stage,
      sut,
      random: random(`${seed} ${scenario.name}`),
      scale,
      faults,
      fault: (what, ...kinds) => {
        const fault = { what, at: performance.now(), kinds };
        faults.push(fault);
        return fault;
      },
      recovered,
    });
  } catch (error) {
    problems.push(String(error));
  }
  await load.finish();
  const since = faults.at(-1)?.at ?? performance.now();
  const drainedMs = await untilQuiet(stage, books, { since, timeoutMs: QUIET_WITHIN_MS[scale.name] }).catch(
    (error: Error) => {
      problems.push(error.message);
      return performance.now() - since;
    },
  );
  const verdict = await verify(theatre, load.endings);
  const again = retries(theatre) - before.again;
  if (scenario.isGentle === true && again > 0)
    problems.push(`${again} requests failed: ${JSON.stringify(history.triedAgain())}`);
  const objects = await objectsIn(theatre);
  return {
    scenario: scenario.name,
    operations: history.successes.length - before.successes,
    triedAgain: again,
    faults: faults.length,
    firstSuccessMs: Math.max(
      0,
      ...faults.flatMap(({ at, kinds }) => kinds.map((k) => firstAfter(history, k, at) ?? 0)),
    ),
    drainedMs,
    objects: less(objects, before.objects),
    lost: verdict.lost,
    doubled: verdict.doubled,
    unbalanced: verdict.unbalanced,
    overRefunded: verdict.overRefunded,
    problems: [
      ...problems,
      ...verdict.problems,
      ...history.problems.slice(before.problems),
      ...stage.environment.logs.bugs().slice(before.bugs),
      ...stage.supervisor
        .unasked()
        .slice(before.unasked)
        .map((name) => `${name} ended by itself`),
    ],
  };
}

const retries = ({ sut }: Theatre): number =>
  Object.values(sut.history.triedAgain()).reduce((sum, count) => sum + count, 0);

const less = (after: Row['objects'], before: Row['objects']): Row['objects'] =>
  Object.fromEntries(
    Object.entries(after).map(([kind, count]) => [kind, count - before[kind as keyof Row['objects']]]),
  ) as Row['objects'];

/** How many objects of each kind there are, by the books. */
async function objectsIn({ books }: Theatre): Promise<Row['objects']> {
  const count = (book: Parameters<Books['of']>[0], collection: string, filter: object): Promise<number> =>
    books.of(book).collection(collection).countDocuments(filter);
  const [paid, expired, cancelled, refunded, returned, paidOut, delivered] = await Promise.all([
    count('charge', 'charges', { 'settlement.postedAt': { $ne: null } }),
    count('charge', 'charges', { status: 'EXPIRED' }),
    count('charge', 'charges', { status: 'CANCELLED' }),
    count('refund', 'refunds', { kind: 'REFUND', status: 'REFUNDED' }),
    count('refund', 'refunds', { kind: 'RETURN', status: 'REFUNDED' }),
    count('payout', 'payouts', { status: 'PAID' }),
    count('webhooks', 'deliveries', { status: 'DELIVERED' }),
  ]);
  return { paid, expired, cancelled, refunded, returned, paidOut, delivered };
}
