import { execFileSync } from 'node:child_process';
import test from 'ava';

/** Says which drivers a process has read once it has imported a module. */
const LOOK = `
  const { registerHooks } = await import('node:module');
  const read = new Set();
  registerHooks({
    load(url, context, next) {
      const [, driver] = /node_modules\\/(mongoose|mongodb|kafkajs)\\//.exec(url) ?? [];
      if (driver !== undefined) read.add(driver);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  console.log(JSON.stringify([...read].sort()));
  process.exit(0);
`;

const driversOf = (module: string): unknown => {
  const from = new URL(module, import.meta.url).href;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', LOOK, from], { encoding: 'utf8' }));
};

for (const [door, module, drivers] of [
  ['@gx/runtime', '../src/index.ts', []],
  ['@gx/runtime/kafka', '../src/kafka/index.ts', ['kafkajs']],
  ['@gx/runtime/mongo', '../src/mongo/index.ts', ['mongodb', 'mongoose']],
  ['the gateway', '../../../services/gateway/src/service.ts', []],
  ['the payer’s page', '../../../services/checkout/src/service.ts', []],
] as const)
  test(`${door} loads ${drivers.length === 0 ? 'no driver of a server' : drivers.join(' and ')}`, (t) =>
    t.deepEqual(driversOf(module), drivers));
