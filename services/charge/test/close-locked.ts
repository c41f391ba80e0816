import { Refusal } from '@gx/core';
import test from 'ava';
import { cancelledWhole, expiresIn, statusOf } from './closing.ts';
import { locked, OTHER, paidBy } from './locked.ts';
import { CALL, event, publishedEvents, type Rig, stored } from './rig.ts';

/**
 * Money of a locked charge that nobody noticed and whose payer nobody knows, found while the charge is being
 * closed.
 */
export function closesLockedCharges(rig: Rig): void {
  const unnoticed = { taxId: OTHER, report_payer: 'never', notify: 'never' } as const;

  test.serial(
    'an expiry that finds money of an unknown payer holds it and leaves the charge to its review',
    async (t) => {
      const charge = await locked(rig);
      await paidBy(rig, charge, unnoticed);
      await expiresIn(rig, charge.id, 0);
      await event(rig, charge.id, 'charge.payment_held');
      t.is(await statusOf(rig, charge), 'PROCESSING');
      const document = await stored(rig, charge.id);
      t.is(document?.['closing'], null);
      t.truthy(document?.['due'].held);
      t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.payment_held']);
    },
  );

  test.serial(
    'a cancellation does not wait for the bank to say who paid: 503, and the job returns the money',
    async (t) => {
      const charge = await locked(rig);
      const endToEndId = await paidBy(rig, charge, unnoticed);
      const refused = await t.throwsAsync(rig.rpc.cancelCharge(CALL, charge), { instanceOf: Refusal });
      t.is(refused?.code, 'service_unavailable');
      t.like((await event(rig, charge.id, 'charge.failed')).failed, { charge: { status: 'CANCELLED' } });
      t.like((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered, {
        endToEndId,
        reason: 'CANCELLED_WHILE_HELD',
      });
      await cancelledWhole(t, rig, charge.id);
    },
  );
}
