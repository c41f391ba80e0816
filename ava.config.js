/** Each takes minutes. They begin first, so that none of them is left alone at the end while a core has nothing to do. */
const LONGEST = [
  'test/faults/sweep.test.ts',
  'test/e2e/stories.test.ts',
  'test/e2e/sealing-keys.test.ts',
  'test/e2e/restore.test.ts',
  'services/charge/test/verify-statistics.test.ts',
  'services/checkout/test/browser.test.ts',
];
const rank = (path) => {
  const place = LONGEST.findIndex((file) => path.endsWith(file));
  return place === -1 ? LONGEST.length : place;
};

export default {
  files: [
    'libs/*/src/**/*.test.ts',
    'libs/*/test/**/*.test.ts',
    'services/*/src/**/*.test.ts',
    'services/*/test/**/*.test.ts',
    'test/**/*.test.ts',
  ],
  extensions: { ts: 'module' },
  require: ['./libs/testkit/src/ava-setup.ts'],
  sortTestFiles: (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  timeout: '120s',
  workerThreads: false,
};
