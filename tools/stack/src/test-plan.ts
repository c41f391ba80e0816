import type { AvaSpec } from './run-ava.ts';

/** Test files for one start of AVA, and how many of them at once. */
export type Turn = Pick<AvaSpec, 'args' | 'atOnce'>;

/** What a run of tests consists of; with Docker its servers come from there and nowhere else. */
export type TestPlan = {
  readonly onDocker: boolean;
  readonly isServerless: boolean;
  readonly hasChecks: boolean;
  readonly turns: readonly Turn[];
};

/**
 * Test files at once on two cores: a file waits for its servers, and for time to pass, at least as long as it
 * computes; and a machine that is less busy keeps the product's own deadlines, so that a red test is about
 * the product.
 */
const PARTS_AT_ONCE = 4;

/** Faults keep a core busy, each for itself. */
const FAULTS_AT_ONCE = 3;

/**
 * Of each turn, what keeps a core busy for longest: it begins first, so that it is not left alone at the end
 * while another core has nothing to do.
 */
export const LONGEST: readonly string[] = [
  'test/chaos/faults/sweep.test.ts',
  'test/stories/stories.test.ts',
  'test/stories/encryption-keys.test.ts',
  'test/stories/replaced-credentials.test.ts',
  'test/stories/restore.test.ts',
  'services/charge/test/verify-statistics.faults.test.ts',
  'services/checkout/test/page.browser.test.ts',
  'services/refund/test/crash.faults.test.ts',
  'services/charge/test/create-orders.test.ts',
  'services/gateway/test/bank-tls.slow.test.ts',
];

/** The whole product as a merchant uses it, every case of the specification: the one that `npm test` has. */
const MERCHANT = 'test/stories/stories.test.ts';
/** What else needs the whole product. */
const REST_OF_WHOLE = ['test/stories/!(stories).test.ts', 'test/upgrade/**', 'test/guides/guides.test.ts'];
const ALONE = ['**/*.timed.test.ts', 'test/chaos/real-faults/**'];
/** From a merchant's and a payer's side; the rest takes servers and services away from the product. */
const STORIES: readonly string[] = [MERCHANT, 'test/stories/checkout.test.ts', 'test/guides/guides.test.ts'];
/**
 * Faults made on purpose: processes killed between two lines, servers, banks and peers away, races of
 * replicas. Seconds and minutes of waiting.
 */
const FAULTS = ['**/*.faults.test.ts', 'test/chaos/faults/**'];
/** Long, about what few changes touch: stops, outages, limits, keys and certificates that are replaced. */
const SLOW = ['**/*.slow.test.ts'];
/** In a browser, which fills two cores. One test of the whole product in a browser is among the stories. */
const BROWSER = ['**/*.browser.test.ts'];
/** About containers themselves: they need an engine with images. */
const DOCKER = ['**/*.docker.test.ts'];

/**
 * In libraries and services, what starts native servers of its own, to stop them, to guard them or to burn
 * them.
 */
export const NATIVE: readonly string[] = [
  'libs/runtime/test/consumer-refused.test.ts',
  'libs/runtime/test/kafka-access.test.ts',
  'tools/stack/test/servers.test.ts',
  'tools/stack/test/start.test.ts',
  'services/charge/test/prepare.test.ts',
  'services/gateway/test/redis-topologies.test.ts',
  'services/ops/test/access-lists.test.ts',
  'services/ops/test/databases.test.ts',
  'services/ops/test/guarded-kafka.test.ts',
];

/** What `npm test` does without. */
const AT_LENGTH = [...REST_OF_WHOLE, ...ALONE, ...FAULTS, ...SLOW, ...BROWSER, ...NATIVE];

const without = (...patterns: readonly string[]): string[] => patterns.map((files) => `!${files}`);

/** Every part of the product. */
const PARTS: readonly string[] = ['libs/**', 'services/**', 'tools/**', 'test/**', ...without(...AT_LENGTH, ...DOCKER)];

/** Of `npm test`: a story waits more than it computes, and the parts compute meanwhile. */
const QUICK: readonly Turn[] = [{ args: PARTS, atOnce: PARTS_AT_ONCE }];

/**
 * Of `npm run test:all`: the same and what is slow, then what starts servers of its own and the page in a
 * browser, then faults; then what holds the product to a time, and what takes the machine away from it, one
 * file at once; then the rest of the whole product: there a file is ten processes, and more than two of them
 * on two cores would only show what a starved machine does.
 */
const ALL: readonly Turn[] = [
  { args: [...PARTS, ...without(MERCHANT)], atOnce: PARTS_AT_ONCE },
  { args: STORIES, atOnce: STORIES.length },
  { args: SLOW, atOnce: PARTS_AT_ONCE },
  { args: [...NATIVE, ...BROWSER], atOnce: 2 },
  { args: FAULTS, atOnce: FAULTS_AT_ONCE },
  { args: ALONE, atOnce: 1 },
  { args: [...REST_OF_WHOLE, ...without(...STORIES, ...ALONE)], atOnce: 2 },
];

/**
 * Of `npm run test:docker`: every integration test of libraries and services that takes the servers it is
 * given. What holds the product to a time is not among them: between it and its servers stands the engine's
 * network.
 */
const ON_DOCKER: readonly Turn[] = [
  {
    args: ['libs/*/test/**', 'services/*/test/**', 'tools/*/test/**', ...without(...ALONE, ...NATIVE)],
    atOnce: PARTS_AT_ONCE,
  },
];

/**
 * Of `npm run check`: what needs no server and stays under a minute, so that people run it before every
 * commit.
 */
const SERVERLESS: readonly Turn[] = [
  {
    args: ['{libs,services,tools}/*/src/**/*.test.ts', 'test/{architecture,contract,conformance}/*.test.ts'],
    atOnce: PARTS_AT_ONCE,
  },
];

const TURNS: Readonly<Record<string, readonly Turn[]>> = {
  '--docker': ON_DOCKER,
  '--all': ALL,
  '--check': SERVERLESS,
};

/** One of these first, then files; with files only these run, without the checks. */
export function planTests(args: readonly string[]): TestPlan {
  const flag = args[0] ?? '';
  const where = { onDocker: flag === '--docker', isServerless: flag === '--check' };
  const files = Object.hasOwn(TURNS, flag) ? args.slice(1) : args;
  if (files.length === 0) return { ...where, hasChecks: !where.onDocker, turns: TURNS[flag] ?? QUICK };
  const chosen = where.onDocker ? files : [...files, ...without(...DOCKER)];
  return { ...where, hasChecks: false, turns: [{ args: chosen, atOnce: PARTS_AT_ONCE }] };
}
