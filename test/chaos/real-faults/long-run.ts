import { longRun, type Row, realFaults, tableOf, tooFew } from './index.ts';

export type LongRun = {
  /** Plays every scenario, one after the other, with a line of the table for each as it ends. */
  readonly play: () => Promise<{ readonly rows: readonly Row[]; readonly problems: readonly string[] }>;
  /** Ends it early. */
  readonly close: () => Promise<unknown>;
};

/** All scenarios with the times of production, as the environment says. */
export function startLongRun(): LongRun {
  const options = longRun();
  const run = realFaults(options);
  return {
    play: async () => {
      console.log(`REAL_FAULTS_SEED=${options.seed}`);
      const rows: Row[] = [];
      for (const scenario of run.scenarios) {
        const row = await scenario.run();
        rows.push(row);
        console.log([tableOf([row]), ...row.problems.map((problem) => `  ${problem}`)].join('\n'));
      }
      const logs = await run.close();
      console.log(`\n${tableOf(rows)}\n`);
      const lacks = options.only === undefined ? tooFew(rows) : [];
      return {
        rows,
        problems: [
          ...rows.flatMap(({ scenario, problems }) => problems.map((problem) => `${scenario}: ${problem}`)),
          ...lacks.map((lack) => `too little to say anything: ${lack}`),
          ...(logs === undefined ? [] : [`the logs are in ${logs}`]),
        ],
      };
    },
    close: run.close,
  };
}
