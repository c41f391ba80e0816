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
  return { counts, failures, line };
}

const MARKS = { passed: '✔', failed: '✘', skipped: '-' } as const satisfies Record<keyof Counts, string>;

/** Lines that TAP needs and a reader does not: the version, the plan and TAP's own counts. */
const isFrame = (text: string): boolean =>
  /^(TAP version \d+|1\.\.\d+|# (tests|pass|skip|fail|todo) \d+|\s*)$/.test(text);

/** The line that a test run ends with. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
