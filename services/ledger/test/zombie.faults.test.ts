import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { newId } from '@gx/core';
import { identitySettings, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { emptyLedger, newTenant, payment, paymentEvent } from './rig.ts';

const call = { requestId: 'test' };
const CREDITS = 20;
/**
 * Longer than a session lives at the broker and a replica on the roll: by then everything was taken from it.
 */
const PATIENCE = { timeoutMs: 40_000 };

type EmptyLedger = Awaited<ReturnType<typeof emptyLedger>>;

async function zombieReplica(
  t: ExecutionContext,
  empty: EmptyLedger,
  command: string,
  nth: number,
): Promise<ChildProcess> {
  const { database, topicPrefix, chargeAddress } = empty;
  const script = resolve(import.meta.dirname, 'zombie-replica.ts');
  const zombie = spawn(
    process.execPath,
    [script, database.url, database.db, topicPrefix, chargeAddress, command, String(nth)],
    {
      // Of the authority by which this process stands in for charge.
      env: { ...process.env, ...identitySettings('ledger') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  t.teardown(() => zombie.kill('SIGKILL'));
  await once(zombie.stdout as NodeJS.EventEmitter, 'data');
  return zombie;
}

/** `T` in /proc: stopped by a signal. */
const isStopped = ({ pid }: ChildProcess): boolean => /^\d+ \(.*\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

const wakesUp = test.macro({
  async exec(t, command: string, nth: number) {
    const empty = await emptyLedger(t);
    const zombie = await zombieReplica(t, empty, command, nth);
    const tenant = newTenant();
    const first = payment(tenant);
    await empty.send([paymentEvent(first)]);
    await until('the zombie credits while it is alive', () => empty.announced().length === 1, PATIENCE);
    const details = Array.from({ length: CREDITS }, () => payment(tenant));
    await empty.send(details.map((one) => paymentEvent(one)));
    await until('it stands still inside its transaction', () => isStopped(zombie), PATIENCE);
    const { rpc } = await empty.another();
    const later = Array.from({ length: 5 }, () => payment(tenant));
    await empty.send(later.map((one) => paymentEvent(one)));
    const announced = () => new Set(empty.events().map(({ entryPosted }) => entryPosted?.chargeId));
    await until('the second owner credits everything', () => announced().size === 1 + CREDITS + later.length, PATIENCE);
    // A reserve in the wallet by now: the zombie's head is older than that, too.
    const hold = { tenant, reference: `refund:${newId('refund')}`, currency: 'BRL', amount: 5_000 };
    await rpc.placeHold(call, hold);
    const before = empty.published.messages.length;
    zombie.kill('SIGCONT');
    await until('the zombie finishes its batch', () => empty.published.messages.length > before, PATIENCE);
    const all = (1 + CREDITS + later.length) * 980;
    const { wallets } = await rpc.listWallets(call, { tenant });
    t.like(wallets[0], { available: all - 5_000, retained: 5_000 });
    t.like(await rpc.verifyLedger(call, {}), { entries: 2 + CREDITS + later.length, problemCount: 0 });
    const ids = new Map(empty.events().map(({ eventId, entryPosted }) => [entryPosted?.chargeId, eventId]));
    t.true(
      empty.events().every(({ eventId, entryPosted }) => ids.get(entryPosted?.chargeId) === eventId),
      'what it publishes again has the same ids',
    );
  },
  title: (where) =>
    `a consumer that is stopped ${where}, loses its partition, wakes up and finishes: both effects are one`,
});

test('with everything written but the commit', wakesUp, 'commitTransaction', 2);
test('with the old head of the chain in its hands', wakesUp, 'update', 1);
