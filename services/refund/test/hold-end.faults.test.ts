import { until } from '@gx/testkit';
import test from 'ava';
import { requestsOf } from './at-bank.ts';
import { arrives, due, paid, refunded, stands, startRig, stored } from './rig.ts';

// From the bank's word to the end of the hold: the verdict stands, whatever the ledger does.
const TIME_SCALE = 0.1;
const rig = await startRig({
  BANK_CALL_MS: '2000',
  BANK_MS: '5000',
  PEER_CALL_MS: '2000',
  POLL_TIME_SCALE: `${TIME_SCALE}`,
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const bankId = (id: string): string => id.replaceAll('-', '');

test.serial('a final status stands while the ledger is away: the bank is not called again', async (t) => {
  await rig.misbehave({ kind: '400', operation: 'devolution_put', times: 1 });
  rig.ledger.trouble('VoidHold', ...Array.from({ length: 9 }, () => 'unavailable' as const));
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await until('it was tried', async () => {
    await due(rig, id);
    return rig.ledger.calls.filter((call) => call === `VoidHold refund:${id}`).length >= 2;
  });
  t.like(await stored(rig, id), { status: 'IN_PROGRESS', finalStatus: 'FAILED' });
  await arrives(rig, id, 'FAILED');
  t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
  t.is(holdOf(id)?.state, 'VOIDED');
});

test.serial('a verdict waits no longer than a minute for the ledger, however long that was away', async (t) => {
  const bankIds = 8;
  rig.ledger.trouble('CommitHold', ...Array.from({ length: 100 }, () => 'unavailable' as const));
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  const waiting = await until('it was tried often, and waits', async () => {
    const document = await stored(rig, id);
    if (document?.['polls'] >= bankIds && document?.['owner'] === null) return document;
    // What was tried meanwhile waits as it is: it may be the one that is looked for.
    await due(rig, id, { polls: document?.['polls'] });
    return undefined;
  });
  t.like(waiting, { status: 'IN_PROGRESS', finalStatus: 'REFUNDED' });
  t.true(waiting['dueAt'].getTime() - Date.now() <= 60_000 * TIME_SCALE);
  rig.ledger.heal('CommitHold');
  await stands(rig, id, 'REFUNDED');
  t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
});

test.serial('a hold that ended the other way alarms, and the refund stays open', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await stands(rig, id, 'IN_PROGRESS');
  Object.assign(holdOf(id) ?? {}, { state: 'VOIDED' });
  await rig.simulator.control('POST', `/sim/devolutions/${it.endToEndId}/${bankId(id)}`, { status: 'DEVOLVIDO' });
  await due(rig, id);
  await until('the alarm is logged', () =>
    rig.lines().some((line) => line.includes('hold_contradicts') && line.includes(id)),
  );
  t.like(await stored(rig, id), { status: 'IN_PROGRESS', finalStatus: 'REFUNDED' });
});
