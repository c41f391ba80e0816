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
  timeout: '120s',
  workerThreads: false,
};
