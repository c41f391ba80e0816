/** How many tests ended in which way. */
export type Counts = { passed: number; failed: number; skipped: number };

/** Follows AVA's TAP output line by line: counts, and tells what a person wants to read. */
export function followTap(print: (line: string) => void): {
  readonly counts: Counts;
  readonly failures: readonly string[];
  line(text: string): void;
} {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const line = (text: string): void => {
    const total = /^# fail (\d+)$/.exec(text)?.[1];
    if (total !== undefined) countUnreported(Number(total));
    const result = /^(not )?ok \d+ - (.*?)( # (?:SKIP|TODO).*)?$/.exec(text);
    if (result === null) {
      if (!isFrame(text)) print(text);
      return;
    }
    const [, not, title = '', directive] = result;
    const outcome = directive !== undefined ? 'skipped' : not === undefined ? 'passed' : 'failed';
    counts[outcome] += 1;
    if (outcome === 'failed') failures.push(title);
    print(`${MARKS[outcome]} ${title}`);
  };
  /** AVA's own total also has tests that never ran, because their hook failed or their file hung: no line tells of them. */
  const countUnreported = (total: number): void => {
    const unreported = total - counts.failed;
    if (unreported <= 0) return;
    counts.failed = total;
    failures.push(`${unreported} that never ran or never ended`);
  };
  return { counts, failures, line };
}

const MARKS = { passed: '✔', failed: '✘', skipped: '-' } as const satisfies Record<keyof Counts, string>;

/** Lines that TAP needs and a reader does not: the version, the plan and TAP's own counts. */
const isFrame = (text: string): boolean =>
  /^(TAP version \d+|1\.\.\d+|# (tests|pass|skip|fail|todo) \d+|\s*)$/.test(text);

/** The line that a test run ends with. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
