import { until } from '@gx/testkit';
import test from 'ava';
import { booksOf, requestsOf, sentOf } from './at-bank.ts';
import {
  announced,
  arrives,
  CALL,
  due,
  event,
  make,
  order,
  PIX_OUT_FEE,
  PROFILE,
  paid,
  refunded,
  stands,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig({
  BANK_CALL_MS: '1500',
  BANK_MS: '5000',
  PEER_CALL_MS: '2000',
  POLL_TIME_SCALE: '0.1',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const bankId = (id: string): string => id.replaceAll('-', '');
const WALK = ['refund.created PENDING', 'refund.progressed IN_PROGRESS'];

test.serial('money that is back at once: in progress, refunded, the hold spent, one devolution', async (t) => {
  const it = await paid(rig);
  const { id } = await refunded(rig, it, { amount: 400, reason: 'Troca' });
  await event(rig, id, 'refund.progressed', 'REFUNDED');
  t.deepEqual(announced(rig, id), [...WALK, 'refund.progressed REFUNDED']);
  t.is(holdOf(id)?.state, 'COMMITTED');
  t.like((await booksOf(rig, it.endToEndId)).devolutions, [{ id: bankId(id), amount: 400, status: 'DEVOLVIDO' }]);
  t.is((await stored(rig, id))?.['dueAt'], null);
  rig.toBank.assertClean();
});

test.serial('slow money is polled until it is there', async (t) => {
  await rig.misbehave({ kind: 'slow', operation: 'devolution_put', times: 1, ms: 900 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await stands(rig, id, 'IN_PROGRESS');
  t.is(holdOf(id)?.state, 'HELD');
  await stands(rig, id, 'REFUNDED');
  t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
});

test.serial('a callback makes it be polled at once, and proves nothing', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await stands(rig, id, 'IN_PROGRESS');
  await make(rig, id, { dueAt: new Date(Date.now() + 3_600_000) });
  const before = requestsOf(rig, 'GET', bankId(id));
  const calledBack = { bankProfileId: 'plain', endToEndId: it.endToEndId };
  await rig.bus.callback(it.tenant, calledBack);
  await until('it was polled', () => requestsOf(rig, 'GET', bankId(id)) > before, { timeoutMs: 30_000 });
  t.is((await stored(rig, id))?.['status'], 'IN_PROGRESS');
  await make(rig, id, { dueAt: new Date(Date.now() + 3_600_000) });
  await rig.simulator.control('POST', `/sim/devolutions/${it.endToEndId}/${bankId(id)}`, { status: 'DEVOLVIDO' });
  await rig.bus.callback(it.tenant, calledBack);
  await stands(rig, id, 'REFUNDED');
});

test.serial(
  'money that the bank could not return: FAILED with its code, the hold given back, the share free',
  async (t) => {
    await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 1, code: 'AC06' });
    const it = await paid(rig);
    const { id } = await refunded(rig, it);
    const failed = await event(rig, id, 'refund.progressed', 'FAILED');
    t.is(failed.progressed?.failureCode, 'AC06');
    t.deepEqual(announced(rig, id), [...WALK, 'refund.progressed FAILED']);
    t.is(holdOf(id)?.state, 'VOIDED');
    const again = await refunded(rig, it);
    t.is(again.amount, 1_000);
    await arrives(rig, again.id, 'REFUNDED');
  },
);

for (const kind of ['400', '403'] as const) {
  test.serial(`${kind} refused in so many words, and not shown: FAILED`, async (t) => {
    await rig.misbehave({ kind, operation: 'devolution_put', times: 1 });
    const it = await paid(rig);
    const { id } = await refunded(rig, it);
    const failed = await event(rig, id, 'refund.progressed', 'FAILED');
    t.is(failed.progressed?.failureCode, kind === '400' ? 'PixDevolucaoInvalida' : 'AcessoNegado');
    t.is(holdOf(id)?.state, 'VOIDED');
    t.is(requestsOf(rig, 'GET', bankId(id)), 1);
  });
}

test.serial('answered 400 although it worked: the bank shows it, so it is REFUNDED, once', async (t) => {
  await rig.misbehave({ kind: '400', operation: 'devolution_put', times: 1, accept: true });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await stands(rig, id, 'REFUNDED');
  t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
  t.is((await booksOf(rig, it.endToEndId)).devolutions.length, 1);
});

for (const kind of ['reset_after_accept', 'non_json'] as const) {
  test.serial(`${kind}: it worked and the answer is lost: polled, not sent again`, async (t) => {
    await rig.misbehave({ kind, operation: 'devolution_put', times: 1 });
    const it = await paid(rig);
    const { id } = await refunded(rig, it);
    await arrives(rig, id, 'REFUNDED');
    t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
    t.like((await booksOf(rig, it.endToEndId)).devolutions, [{ id: bankId(id), amount: 1_000 }]);
    rig.toBank.takeViolations();
  });
}

for (const kind of ['hang', '504', 'reset_before_accept'] as const) {
  test.serial(`${kind}: nothing happened and nobody knows: 404, so the identical request again`, async (t) => {
    await rig.misbehave({ kind, operation: 'devolution_put', times: 1 });
    const it = await paid(rig);
    const { id } = await refunded(rig, it);
    await arrives(rig, id, 'REFUNDED');
    t.is(requestsOf(rig, 'PUT', bankId(id)), 2);
    t.true(requestsOf(rig, 'GET', bankId(id)) >= 1);
    t.is((await booksOf(rig, it.endToEndId)).devolutions.length, 1);
    rig.toBank.takeViolations();
  });
}

test.serial('an earlier attempt is polled first, and a refusal of the repeated one is not the end of it', async (t) => {
  await rig.misbehave({ kind: 'hang', operation: 'devolution_put', times: 2, ms: 2_000, accept: true });
  await rig.misbehave({ kind: '404', operation: 'devolution_get' });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  const refused = async () => (await stored(rig, id))?.['declines'] === 1;
  await until('the repeated one is refused', refused, { timeoutMs: 60_000, everyMs: 20 });
  await rig.behave();
  t.like(await arrives(rig, id, 'REFUNDED'), { declines: 1 });
  // How often it hangs before the refusal hangs on the machine.
  t.true(requestsOf(rig, 'PUT', bankId(id)) >= 2);
  t.is(holdOf(id)?.state, 'COMMITTED');
  t.is((await booksOf(rig, it.endToEndId)).devolutions.length, 1);
  rig.toBank.takeViolations();
});

test.serial('a bank that is away: never FAILED by silence, and finished when it is back', async (t) => {
  await rig.misbehave({ kind: '503', operation: '*' });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await until(
    'it was tried a few times',
    async () => {
      await due(rig, id);
      return ((await stored(rig, id))?.['polls'] ?? 0) >= 6;
    },
    { timeoutMs: 30_000 },
  );
  t.like(await stored(rig, id), { status: 'PENDING', finalStatus: null });
  await until('the alarm is logged', () =>
    rig.lines().some((line) => line.includes('refund_stuck') && line.includes(id)),
  );
  await rig.behave();
  await arrives(rig, id, 'REFUNDED');
  t.is((await booksOf(rig, it.endToEndId)).devolutions.length, 1);
});

test.serial('what the bank has acknowledged is only polled, also when the bank does not show it', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await stands(rig, id, 'IN_PROGRESS');
  await rig.misbehave({ kind: '404', operation: 'devolution_get', times: 2 });
  const before = requestsOf(rig, 'GET', bankId(id));
  await until('it was polled twice', async () => {
    await due(rig, id);
    return requestsOf(rig, 'GET', bankId(id)) >= before + 2;
  });
  t.is(requestsOf(rig, 'PUT', bankId(id)), 1);
  t.is((await stored(rig, id))?.['status'], 'IN_PROGRESS');
});

test.serial('another amount under our id is not applied, and alarms', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it, { amount: 600 });
  await stands(rig, id, 'IN_PROGRESS');
  await make(rig, id, { amount: 500, dueAt: new Date(0) });
  await until('the alarm is logged', () => rig.lines().some((line) => line.includes('refund_unusable_at_bank')));
  t.like(await stored(rig, id), { status: 'IN_PROGRESS', finalStatus: null });
});

test.serial('a cashout: sent to the key, spent with its fee', async (t) => {
  const it = await paid(rig, { profileId: PROFILE });
  const { id } = await refunded(rig, it, { amount: 300, destinationKey: 'ana@example.com', reason: 'Frete' });
  await arrives(rig, id, 'REFUNDED');
  t.deepEqual(announced(rig, id).slice(0, 2), WALK);
  t.is(holdOf(id)?.state, 'COMMITTED');
  const [sent, ...more] = await sentOf(rig, bankId(id));
  t.like(sent, { amount: 300 });
  t.deepEqual(more, []);
  t.deepEqual((await booksOf(rig, it.endToEndId)).devolutions, []);
  rig.toBank.assertClean();
});

for (const [rule, scenario, code] of [
  ['a key that is nobody’s', { kind: 'key_not_found' }, 'chave_favorecido_nao_encontrada'],
  ['a closed account', { kind: 'fails', code: 'AC06' }, 'AC06'],
  ['no balance at the bank', { kind: 'short_of_funds' }, 'AM04'],
] as const) {
  test.serial(`a cashout to ${rule}: FAILED ${code}, no other way is tried`, async (t) => {
    await rig.misbehave({ operation: 'pix_out_put', times: 1, ...scenario });
    const it = await paid(rig, { profileId: PROFILE });
    const { id } = await refunded(rig, it, { destinationKey: 'ana@example.com' });
    const document = await arrives(rig, id, 'FAILED');
    t.is(document['failureCode'], code);
    t.is(holdOf(id)?.state, 'VOIDED');
    t.deepEqual((await booksOf(rig, it.endToEndId)).devolutions, []);
  });
}

test.serial('a cashout whose answer is lost is polled: one Pix leaves', async (t) => {
  await rig.misbehave({ kind: 'reset_after_accept', operation: 'pix_out_put', times: 1 });
  const it = await paid(rig, { profileId: PROFILE });
  const { id } = await refunded(rig, it, { destinationKey: 'ana@example.com' });
  await arrives(rig, id, 'REFUNDED');
  t.is((await sentOf(rig, bankId(id))).length, 1);
  rig.toBank.takeViolations();
});

for (const [words, puts] of [
  ['calls its id taken', 0],
  ['answers 404 to every request', 3],
] as const)
  test.serial(`a cashout that went out while the bank ${words} is never a failure`, async (t) => {
    await rig.misbehave({ kind: 'hang', operation: 'pix_out_put', times: 1, ms: 2_000, accept: true });
    if (puts > 0) await rig.misbehave({ kind: '404', operation: 'pix_out_put', times: puts });
    await rig.misbehave({ kind: '404', operation: 'pix_out_get', times: 3 + puts });
    const it = await paid(rig, { profileId: PROFILE });
    const { id } = await refunded(rig, it, { destinationKey: 'ana@example.com' });
    await arrives(rig, id, 'REFUNDED');
    t.is((await sentOf(rig, bankId(id))).length, 1);
    t.false(announced(rig, id).some((event) => event.includes('FAILED')));
    rig.toBank.takeViolations();
  });

test.serial('a cashout that succeeds after it had failed: stays FAILED, lost once, and alarms', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'pix_out_put', times: 1, code: 'AB03' });
  const it = await paid(rig, { profileId: PROFILE });
  const { id } = await refunded(rig, it, { amount: 300, destinationKey: 'ana@example.com' });
  await arrives(rig, id, 'FAILED');
  t.is(holdOf(id)?.state, 'VOIDED');
  await rig.simulator.control('POST', `/sim/pix-out/${bankId(id)}`, { status: 'REALIZADO' });
  const calledBack = { bankProfileId: PROFILE, pixOutId: bankId(id) };
  await until(
    'it is looked at again',
    async () => {
      await rig.bus.callback(it.tenant, calledBack);
      return (await stored(rig, id))?.['lostAt'] !== null;
    },
    { timeoutMs: 30_000, everyMs: 300 },
  );
  const lost = await event(rig, id, 'refund.lost');
  t.like(lost.lost, { amount: 300, currency: 'BRL', fee: PIX_OUT_FEE }, 'the bank takes its fee for it too');
  t.like(await stored(rig, id), { status: 'FAILED', dueAt: null });
  t.is(holdOf(id)?.state, 'VOIDED', 'the wallet is not touched');
  await rig.bus.callback(it.tenant, calledBack);
  t.is(rig.bus.events(id).filter(({ type }) => type === 'refund.lost').length, 1);
  t.true(rig.lines().some((line) => line.includes('refund_lost') && line.includes(id)));
  const { refund } = await rig.rpc.createRefund(CALL, order(it, { amount: 1_000, strategy: 'DEVOLUTION' }));
  t.is(refund?.amount, 1_000, 'the merchant has the money, and may refund again');
});

test.serial('a refund that failed is looked at for days, and then no more', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put' });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  const document = await arrives(rig, id, 'FAILED');
  t.true(document['dueAt'] > new Date());
  await until(
    'nobody looks any more',
    async () => {
      if ((await stored(rig, id))?.['dueAt'] === null) return true;
      await due(rig, id);
      return false;
    },
    { timeoutMs: 30_000, everyMs: 100 },
  );
  t.is((await stored(rig, id))?.['polls'], 7);
});
