import { Refusal } from '@gx/core';
import test, { type ExecutionContext } from 'ava';
import { CALL, created, newTenant, profileOf, type Rig, setProfile } from './rig.ts';

/** What is read, by whom, and that others see nothing of it. */
export function readsCharges(rig: Rig): void {
  const refusal = async (t: ExecutionContext, call: Promise<unknown>): Promise<string> =>
    (await t.throwsAsync(call, { instanceOf: Refusal }))?.code ?? '';

  test('a charge of another account or environment cannot be told apart from one that does not exist', async (t) => {
    const { tenant, id } = await created(rig);
    for (const request of [
      { tenant: newTenant(), id },
      { tenant: { ...tenant, livemode: true }, id },
      { tenant, id: '019a0000-0000-7000-8000-000000000000' },
      { tenant, id: 'nonsense' },
    ]) {
      const error = await t.throwsAsync(rig.rpc.getCharge(CALL, request), { instanceOf: Refusal });
      t.is(error?.code, 'not_found');
      t.is(error?.message, 'No such charge.');
    }
    for (const form of [id, `ch_${id}`, `tx_${id}`]) t.is((await rig.rpc.getCharge(CALL, { tenant, id: form })).id, id);
  });

  test('the list is newest first, pages by cursor, and holds nothing of others', async (t) => {
    const tenant = newTenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift((await created(rig, {}, tenant)).id);
    const stranger = await created(rig);
    const first = await rig.rpc.listCharges(CALL, { tenant, limit: 2 });
    const second = await rig.rpc.listCharges(CALL, { tenant, limit: 2, startingAfter: ids[1] as string });
    const third = await rig.rpc.listCharges(CALL, { tenant, limit: 2, startingAfter: `ch_${ids[3]}` });
    t.deepEqual(
      [first, second, third].map(({ charges }) => charges.map(({ id }) => id)),
      [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)],
    );
    t.deepEqual(
      [first, second, third].map(({ hasMore }) => hasMore),
      [true, true, false],
    );
    for (const startingAfter of [stranger.id, 'nonsense']) {
      t.is(await refusal(t, rig.rpc.listCharges(CALL, { tenant, limit: 2, startingAfter })), 'invalid_cursor');
    }
  });

  test('filters: status, creation time with both ends included, the document given at creation', async (t) => {
    const tenant = newTenant();
    const document = '12ABC34501DE35';
    const a = await created(rig, { customer: { document } }, tenant);
    const b = await created(rig, { customer: { document: '52998224725', name: 'Maria' } }, tenant);
    const list = async (filter: object) =>
      (await rig.rpc.listCharges(CALL, { tenant, limit: 10, ...filter })).charges.map(({ id }) => id);
    t.deepEqual(await list({ customerDocument: document }), [a.id]);
    t.deepEqual(await list({ statuses: ['PENDING', 'WAITING_PAYMENT'] }), [b.id, a.id]);
    t.deepEqual(await list({ statuses: ['PAID'] }), []);
    const { createdAtMs } = a.charge;
    t.true((await list({ createdAfterMs: createdAtMs, createdBeforeMs: createdAtMs })).includes(a.id));
    t.deepEqual(await list({ createdBeforeMs: createdAtMs - 1 }), []);
  });

  test('the payment code is shown to anybody who has the id, without an account', async (t) => {
    const { id, charge } = await created(rig);
    t.is((await rig.rpc.getPaymentCode(CALL, { id })).brCode, charge.pix?.brCode ?? '');
    t.is(await refusal(t, rig.rpc.getPaymentCode(CALL, { id: newTenant().accountId })), 'not_found');
  });

  test('a bank profile: encrypted at rest, live money never goes to a simulator, its environment is fixed', async (t) => {
    const profile = { ...profileOf('other', rig.bank, rig.toBank.url) };
    t.is(await refusal(t, rig.rpc.setBankProfile(CALL, { ...profile, id: 'live', livemode: true })), 'invalid_request');
    t.is(await refusal(t, rig.rpc.setBankProfile(CALL, { ...profile, id: 'Not An Id' })), 'invalid_request');
    t.is(
      await refusal(
        t,
        rig.rpc.setBankProfile(CALL, {
          ...profile,
          id: 'live',
          livemode: true,
          simulator: false,
          baseUrl: 'http://bank.example',
        }),
      ),
      'invalid_request',
    );
    const document = await rig.database.connection.collection('bank_profiles').findOne({ _id: rig.profileId as never });
    t.false(JSON.stringify(document).includes(rig.bank.clientSecret));
    t.true(String(document?.['callbackUrl']).startsWith(`${rig.toUs.url}/bank/${rig.profileId}/`));
    const allowed = await rig.replica({ ALLOW_SIMULATED_LIVE: 'true' });
    await setProfile(allowed.rpc, { ...profile, id: 'live', livemode: true });
    t.is(await refusal(t, allowed.rpc.setBankProfile(CALL, { ...profile, id: 'live' })), 'invalid_request');
    await allowed.stop();
  });
}
