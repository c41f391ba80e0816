import { Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { cancel, NOT_CANCELLABLE, outcomeOf, REMOVED } from './cancel-steps.ts';
import { atBank, charges, shownByBank, statusOf } from './closing.ts';
import { CALL, event, found, newTenant, order, publishedEvents, type Rig, stored } from './rig.ts';

/** The id of the one charge of a tenant, once the service itself sees it. */
async function underCreation(rig: Rig, tenant: Tenant): Promise<string> {
  const id = String((await found(rig, 'charges', { accountId: tenant.accountId }))._id);
  await until('a majority has it', () => rig.rpc.getCharge(CALL, { tenant, id }));
  return id;
}

/** Cancellations of charges whose creation has not ended. */
export function cancelsPendingCharges(rig: Rig): void {
  test.serial(
    'cancelled while nobody is at its creation: nothing is left at the bank, and its key answers with it',
    async (t) => {
      const tenant = newTenant();
      const request = order(tenant);
      await rig.misbehave({ kind: 'hang', operation: '*' });
      const hasty = await rig.replica({ BANK_CALL_MS: '700', CREATE_MS: '1500', CREATE_LEASE_MS: '1600' });
      await t.throwsAsync(hasty.rpc.createCharge(CALL, request), { instanceOf: Refusal });
      await hasty.stop();
      const id = String((await found(rig, 'charges', { accountId: tenant.accountId }))._id);
      const txid = (await stored(rig, id))?.['paymentOptions'][0].txid;
      await rig.behave();
      // The creation that nobody heard of arrives after all.
      await atBank(rig, 'PUT', txid, (await stored(rig, id))?.['paymentOptions'][0].body);
      const answer = await until(
        'the bank answers',
        async () => {
          const given = await cancel(rig, { tenant, id });
          return outcomeOf(given) !== 'service_unavailable' && given;
        },
        { timeoutMs: 20_000, everyMs: 300 },
      );
      // The job may have finished it between two attempts.
      t.true(['CANCELLED', NOT_CANCELLABLE].includes(outcomeOf(answer)));
      t.is((await shownByBank(rig, { tenant, id })).status, REMOVED);
      t.like(await stored(rig, id), { status: 'CANCELLED', closing: null });
      t.truthy((await stored(rig, id))?.['due']['last_recheck:sim']);
      t.like((await event(rig, id, 'charge.failed')).failed, {
        previousStatus: 'PENDING',
        charge: { status: 'CANCELLED' },
      });
      t.deepEqual(publishedEvents(rig, id), ['1 charge.failed']);
      const { charge, replayed } = await rig.rpc.createCharge(CALL, request);
      t.true(replayed);
      t.like(charge, { id, status: 'CANCELLED' });
      rig.toBank.takeViolations();
    },
  );

  test.serial(
    'cancelled while its creation is under way: the creation ends first, the cancellation waits for it',
    async (t) => {
      const tenant = newTenant();
      await rig.misbehave({ kind: 'delay', operation: 'create', times: 1, ms: 500 });
      const creating = rig.rpc.createCharge(CALL, order(tenant));
      const id = await underCreation(rig, tenant);
      t.is(outcomeOf(await cancel(rig, { tenant, id })), 'CANCELLED');
      // Presented and then cancelled, or taken over from its creator: its machine may be slower than its
      // lease.
      const { charge } = await creating;
      t.is(charge?.id, id);
      t.true(['WAITING_PAYMENT', 'CANCELLED'].includes(charge?.status ?? ''), charge?.status);
      await event(rig, id, 'charge.failed');
      t.deepEqual(publishedEvents(rig, id), ['1 charge.created', '2 charge.failed']);
      t.is((await shownByBank(rig, { tenant, id })).status, REMOVED);
    },
  );

  test.serial(
    'cancelled while its creation is under way with little time: 503, and the job finds the intent',
    async (t) => {
      const tenant = newTenant();
      const slow = await rig.replica({ BANK_CALL_MS: '4000', CREATE_MS: '4500', CREATE_LEASE_MS: '5000' });
      await rig.misbehave({ kind: 'delay', operation: 'create', times: 1, ms: 2_000 });
      const creating = slow.rpc.createCharge(CALL, order(tenant));
      const id = await underCreation(rig, tenant);
      const hurried = { ...CALL, deadlineMs: 700 };
      const answer = await rig.rpc.cancelCharge(hurried, { tenant, id }).catch((error: Refusal) => error);
      t.is(outcomeOf(answer), 'service_unavailable');
      // Presented and then cancelled, or taken over from its creator: its machine may be slower than its
      // lease.
      const { charge } = await creating;
      t.is(charge?.id, id);
      t.true(['WAITING_PAYMENT', 'CANCELLED'].includes(charge?.status ?? ''), charge?.status);
      await event(rig, id, 'charge.failed');
      t.is(await statusOf(rig, { tenant, id }), 'CANCELLED');
      t.like(await charges(rig).findOne({ _id: id as never }), { closing: null, due: {} });
      await slow.stop();
    },
  );
}
