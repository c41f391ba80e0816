import { topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { readDeadLetter, until } from '@gx/testkit';
import test from 'ava';
import { CALL, created, event, pay, type Rig, setProfile, stored } from './rig.ts';

/** Credits that come back from the ledger, and events that outlive their process. */
export function settlesCharges(rig: Rig): void {
  test.serial(
    'a credit that fits no payment is dead-lettered with its reason, and the next one is applied',
    async (t) => {
      const deadLetters = await readDeadLetter(topicName(rig.topicPrefix, 'ledger'));
      t.teardown(deadLetters.stop);
      const charge = await created(rig);
      await pay(rig, charge);
      const accepted = await event(rig, charge.id, 'charge.payment_accepted');
      const unpaid = await created(rig, {}, charge.tenant);
      await rig.ledger.credit(accepted, { chargeId: newId('charge') });
      await rig.ledger.credit(accepted, { endToEndId: 'E00000000202611210000another0001' });
      await rig.ledger.credit(accepted, { chargeId: unpaid.id });
      await rig.ledger.credit(accepted);
      await event(rig, charge.id, 'charge.paid');
      await until('three are dead-lettered', () => deadLetters.messages.length === 3);
      t.deepEqual(deadLetters.messages.map(({ headers }) => headers['dlq-reason']).toSorted(), [
        'another payment was accepted',
        'no payment of this charge was accepted',
        'no such charge',
      ]);
      t.is((await rig.rpc.getCharge(CALL, unpaid)).status, 'WAITING_PAYMENT');
    },
  );

  test.serial(
    'money for a charge of an earlier profile of the same account is accepted, and never an unmatched payment',
    async (t) => {
      const charge = await created(rig);
      await setProfile(rig.rpc, { ...rig.profile, id: 'renamed' });
      t.teardown(() => setProfile(rig.rpc, rig.profile));
      const endToEndId = await pay(rig, charge);
      const accepted = await event(rig, charge.id, 'charge.payment_accepted');
      t.is(accepted.paymentAccepted?.endToEndId, endToEndId);
      t.is(await rig.database.connection.collection('unmatched_payments').countDocuments({ endToEndId }), 0);
    },
  );

  test.serial('the same credit twice is one charge.paid', async (t) => {
    const charge = await created(rig);
    await pay(rig, charge);
    const accepted = await event(rig, charge.id, 'charge.payment_accepted');
    await rig.ledger.credit(accepted, { times: 5 });
    await event(rig, charge.id, 'charge.paid');
    const last = await created(rig);
    await pay(rig, last);
    await rig.ledger.credit(await event(rig, last.id, 'charge.payment_accepted'));
    await event(rig, last.id, 'charge.paid');
    t.is((await stored(rig, charge.id))?.['sequence'], 3);
    t.is(new Set(rig.ledger.events(charge.id).map(({ eventId }) => eventId)).size, 3);
  });

  test.serial(
    'events that a dead relay left in their document are published by another replica, in order',
    async (t) => {
      const charge = await created(rig);
      await event(rig, charge.id, 'charge.created');
      const [first] = rig.ledger.events(charge.id);
      const document = await until('it was pulled', async () => {
        const now = await stored(rig, charge.id);
        return now?.['outbox'].length === 0 && now;
      });
      const record = {
        eventId: first?.eventId,
        type: 'charge.created',
        sequence: 1,
        key: charge.tenant.accountId,
        headers: rig.ledger.headers(charge.id, 'charge.created'),
        value: Buffer.from('left'),
        at: new Date(Date.now() - 60_000),
      };
      await rig.database.connection
        .collection('charges')
        .updateOne({ _id: document._id }, { $push: { outbox: record as never } });
      await until('it was published again', async () => (await stored(rig, charge.id))?.['outbox'].length === 0);
      t.pass();
    },
  );
}
