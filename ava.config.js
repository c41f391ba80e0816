import { LONGEST } from './tools/stack/src/test-plan.ts';

const rank = (path) => {
  const place = LONGEST.findIndex((file) => path.endsWith(file));
  return place === -1 ? LONGEST.length : place;
};

export default {
  files: [
    'libs/*/src/**/*.test.ts',
    'libs/*/test/**/*.test.ts',
    'tools/*/src/**/*.test.ts',
    'tools/*/test/**/*.test.ts',
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
