import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const ROOT = resolve(import.meta.dirname, '../../..');
const NOBODY = '127.0.0.1:1';
const ADDRESSES = ['KEYS', 'LEDGER', 'CHARGE', 'REFUND', 'PAYOUT', 'WEBHOOKS'].map((name) => `${name}_ADDRESS`);
const OF_THE_STACK = [...ADDRESSES, 'KAFKA_BROKERS', 'ALLOW_PLAINTEXT_GRPC']
  .map((name) => `${name}=${NOBODY}\n`)
  .join('');

/** A folder with what `npm start` leaves behind for `npm run ops`. */
async function stackFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-ops-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'ops.env'), OF_THE_STACK);
  return folder;
}

/** `npm run ops -- …` with these variables and no others of its own. */
function npmRunOps(args: readonly string[], given: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env;
  return runProgram([join(ROOT, 'tools/run.mjs'), 'ops', ...args], { PATH, HOME, ...given });
}

const RECONCILE = ['reconcile', '--date', '2026-11-21'];

test('without an address of its own it asks the local stack, wherever that keeps its state', async (t) => {
  const GX_STACK_DIR = await stackFolder(t);
  const { code, err } = await npmRunOps(RECONCILE, { GX_STACK_DIR, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' });
  t.deepEqual([code, err], [2, `ops: charge at ${NOBODY} cannot be reached or does not answer.\n`]);
});

for (const given of ['CHARGE_ADDRESS', 'CHARGE_ADDRESS_FILE']) {
  test(`with ${given} nothing is taken from the local stack: what is missing is named, all of it`, async (t) => {
    const GX_STACK_DIR = await stackFolder(t);
    const address = join(GX_STACK_DIR, 'charge-address');
    await writeFile(address, NOBODY);
    const value = given.endsWith('_FILE') ? address : NOBODY;
    const { code, err } = await npmRunOps(RECONCILE, { GX_STACK_DIR, [given]: value });
    t.deepEqual(
      [code, err],
      [2, 'ops: REFUND_ADDRESS is required; PAYOUT_ADDRESS is required; LEDGER_ADDRESS is required\n'],
    );
  });
}

test('with brokers alone a command that asks a service has none', async (t) => {
  const GX_STACK_DIR = await stackFolder(t);
  const { code, err } = await npmRunOps(['secrets', 'list'], { GX_STACK_DIR, KAFKA_BROKERS: NOBODY });
  const missing = ['CHARGE', 'REFUND', 'PAYOUT', 'WEBHOOKS', 'KEYS'].map((name) => `${name}_ADDRESS is required`);
  t.deepEqual([code, err], [2, `ops: ${missing.join('; ')}\n`]);
});
