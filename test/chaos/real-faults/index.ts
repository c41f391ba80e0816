import { randomUUID } from 'node:crypto';
import { openSystemUnderTest } from './load/system-under-test.ts';
import { openBooks } from './proof/books.ts';
import type { Row } from './report.ts';
import { runScenario, type Theatre } from './run-scenario.ts';
import { SKEW } from './scenarios/calm.ts';
import type { Scale, Scenario } from './scenarios/scenario.ts';
import { breakGround, type TestEnvironment } from './stage/environment.ts';
import { PACES, type PaceName } from './stage/paces.ts';
import { setStage } from './stage/stage.ts';
import { SCENARIOS } from './table.ts';

export { ENOUGH, type Row, tableOf, tooFew } from './report.ts';

/** One scenario that can be played now. */
export type RealFault = { readonly name: string; readonly run: () => Promise<Row> };
/**
 * Servers, processes and scenarios; servers and processes are started when a scenario needs them, and shared.
 */
export type RealFaults = {
  readonly scenarios: readonly RealFault[];
  /** Stops everything; where the logs are, if they were kept because something went wrong. */
  readonly close: () => Promise<string | undefined>;
};
export type RealFaultsOptions = {
  readonly scale: Scale['name'];
  readonly pace: PaceName;
  /** Repeats a run's throws; not its timing. */
  readonly seed: string;
  /** How often a scenario repeats its faults, and after which time it begins no further round. */
  readonly rounds: number;
  readonly seconds: number;
  /** Part of the names of the scenarios to be played. */
  readonly only?: string;
  /** Wrong clocks for every scenario. */
  readonly skewMs?: NonNullable<Scenario['skewMs']>;
};

/** What the environment says about the long run. */
export const longRun = (env: NodeJS.ProcessEnv = process.env): RealFaultsOptions => ({
  scale: 'long',
  pace: 'real',
  seed: env['REAL_FAULTS_SEED'] ?? randomUUID(),
  rounds: Number(env['REAL_FAULTS_ROUNDS'] ?? 1),
  seconds: Number(env['REAL_FAULTS_SECONDS'] ?? 600),
  ...(env['REAL_FAULTS_ONLY'] === undefined ? {} : { only: env['REAL_FAULTS_ONLY'] }),
});

/** What `npm run test:all` plays; `REAL_FAULTS_ONLY=` plays every short scenario there too. */
export const SHORT_RUN: RealFaultsOptions = {
  scale: 'short',
  only: process.env['REAL_FAULTS_ONLY'] ?? 'SIGKILL of two at once',
  pace: 'brisk',
  seed: 'short',
  rounds: 1,
  seconds: 60,
  skewMs: SKEW,
};

/**
 * The scenarios of a run, by name. Played one after the other: two at once would each be the other's fault.
 */
export function realFaults(options: RealFaultsOptions): RealFaults {
  let environment: Promise<TestEnvironment> | undefined;
  let open: { readonly key: string; readonly theatre: Theatre } | undefined;
  let wentWrong = false;

  const close = async (): Promise<void> => {
    const closing = open?.theatre;
    open = undefined;
    await closing?.books.close();
    await closing?.sut.close();
    await closing?.stage.stop();
  };
  /** The stage of the scenario before, unless this one wants other clocks or that one went wrong. */
  const theatreFor = async ({ skewMs = options.skewMs ?? {} }: Scenario): Promise<Theatre> => {
    const key = JSON.stringify(skewMs);
    if (open?.key === key) return open.theatre;
    await close();
    environment ??= breakGround(PACES[options.pace]);
    const stage = await setStage(await environment, { pace: options.pace, skewMs });
    const theatre = { stage, sut: await openSystemUnderTest(stage, options.seed), books: await openBooks(stage) };
    open = { key, theatre };
    return theatre;
  };
  const run = async (scenario: Scenario): Promise<Row> => {
    const theatre = await theatreFor(scenario);
    const endsAt = performance.now() + options.seconds * 1_000;
    const row = await runScenario(
      theatre,
      scenario,
      { name: options.scale, rounds: options.rounds, endsAt },
      options.seed,
    );
    if (row.problems.length > 0) {
      wentWrong = true;
      await close();
    }
    return row;
  };
  const played = SCENARIOS.filter(
    ({ name, isShort }) => (options.scale === 'long' || isShort) && name.includes(options.only ?? ''),
  );
  return {
    scenarios: played.map((scenario) => ({ name: scenario.name, run: () => run(scenario) })),
    close: async () => {
      await close();
      const broken = environment;
      environment = undefined;
      const folder = await (await broken)?.stop(wentWrong);
      return wentWrong ? folder : undefined;
    },
  };
}
