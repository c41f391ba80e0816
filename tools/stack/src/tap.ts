/** How many tests ended in which way. */
export type Counts = { passed: number; failed: number; skipped: number };

/** What failed, and what AVA says of it, as far as it is worth repeating at the end of a long run. */
export type FailedTest = { readonly title: string; readonly report: readonly string[] };

const REPORT_LINES_MAX = 40;
/** Of the last lines, so many tell where a run was when it ended. */
const LATEST_LINES = 10;

/** Follows AVA's TAP output line by line: counts, and tells what a person wants to read. */
export function followTap(show: (line: string) => void): {
  readonly counts: Counts;
  readonly failures: readonly FailedTest[];
  /** The last lines that were printed. */
  readonly latest: readonly string[];
  line(text: string): void;
} {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: { title: string; report: string[] }[] = [];
  const latest: string[] = [];
  let report: string[] | undefined;
  const print = (text: string): void => {
    show(text);
    latest.push(text);
    if (latest.length > LATEST_LINES) latest.shift();
  };
  const line = (text: string): void => {
    const total = /^# fail (\d+)$/.exec(text)?.[1];
    if (total !== undefined) countUnreported(Number(total));
    const result = /^(not )?ok \d+ - (.*?)( # (?:SKIP|TODO).*)?$/.exec(text);
    if (result === null) {
      if (isFrame(text)) return;
      print(text);
      if (report !== undefined && report.length < REPORT_LINES_MAX) report.push(text);
      // The end of what AVA says of one result.
      if (text === '  ...') report = undefined;
      return;
    }
    const [, not, title = '', directive] = result;
    const outcome = directive !== undefined ? 'skipped' : not === undefined ? 'passed' : 'failed';
    counts[outcome] += 1;
    report = undefined;
    if (outcome === 'failed') {
      report = [];
      failures.push({ title, report });
    }
    print(`${MARKS[outcome]} ${title}`);
  };
  /**
   * AVA's own total also has tests that never ran, because their hook failed or their file hung: no line
   * tells of them.
   */
  const countUnreported = (total: number): void => {
    const unreported = total - counts.failed;
    if (unreported <= 0) return;
    counts.failed = total;
    failures.push({ title: `${unreported} that never ran or never ended`, report: [] });
  };
  return { counts, failures, latest, line };
}

const MARKS = { passed: '✔', failed: '✘', skipped: '-' } as const satisfies Record<keyof Counts, string>;

/** Lines that TAP needs and a reader does not: the version, the plan and TAP's own counts. */
const isFrame = (text: string): boolean =>
  /^(TAP version \d+|1\.\.\d+|# (tests|pass|skip|fail|todo) \d+|\s*)$/.test(text);

/** The line that a test run ends with. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** What failed, once more, for a reader of the end of the output alone. */
export const failuresText = (failures: readonly FailedTest[]): string =>
  ['Failed:', ...failures.flatMap(({ title, report }) => [`  ${title}`, ...report.map((line) => `  ${line}`)])].join(
    '\n',
  );
