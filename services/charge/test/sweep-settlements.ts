import { until } from '@gx/testkit';
import test from 'ava';
import { elementOf, locked, NAMED, notified, paidBy } from './locked.ts';
import { CALL, created, event, newTenant, PATIENT, pay, type Rig, stored } from './rig.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000);

/** Lost notices; the rig sweeps every second, five settlements to a page. */
export function sweepsSettlements(rig: Rig): void {
  const watermark = async () =>
    (await rig.database.connection.collection('sweeps').findOne({ _id: rig.profileId as never })) ?? undefined;

  test.serial('lost notices are found by the sweep, over all pages, each once', async (t) => {
    const tenant = newTenant();
    const charges = await Promise.all(Array.from({ length: 12 }, () => created(rig, {}, tenant)));
    await rig.misbehave({ kind: '503', operation: 'pix_list' });
    await Promise.all(charges.map((charge) => pay(rig, charge, { notifyNever: true })));
    const before = await watermark();
    await rig.behave();
    for (const { id } of charges) await event(rig, id, 'charge.receipt_accepted');
    t.deepEqual(rig.toUs.traffic, []);
    await until(
      'the watermark moved after the last page',
      async () => (await watermark())?.['readUntil'] > (before?.['readUntil'] ?? 0),
    );
    for (const { id } of charges) t.is((await stored(rig, id))?.['receipts'].length, 1);
    rig.toBank.assertClean();
  });

  test.serial('two replicas sweep at once: one receipt, one event id', async (t) => {
    const second = await rig.replica();
    const charge = await created(rig);
    await pay(rig, charge, { notifyNever: true });
    await event(rig, charge.id, 'charge.receipt_accepted');
    const swept = (await watermark())?.['readUntil'];
    await until('it was swept again', async () => (await watermark())?.['readUntil'] > swept);
    t.is((await stored(rig, charge.id))?.['receipts'].length, 1);
    t.is(new Set(rig.ledger.events(charge.id).map(({ eventId }) => eventId)).size, 2);
    await second.stop();
  });

  test.serial('a page that cannot be read leaves the watermark where it is', async (t) => {
    await rig.misbehave({ kind: '500', operation: 'pix_list' });
    const charge = await created(rig);
    await pay(rig, charge, { notifyNever: true });
    const before = await until('the sweep failed', async () => {
      const mark = await watermark();
      return rig.toBank.traffic.some(({ operation, status }) => operation === 'listPix' && status === 500) && mark;
    });
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'WAITING_PAYMENT');
    t.is((await stored(rig, charge.id))?.['receipts'].length, 0);
    await rig.behave();
    await event(rig, charge.id, 'charge.receipt_accepted');
    t.true((await watermark())?.['readUntil'] >= before['readUntil']);
  });

  test.serial(
    'what a sweep found while the bank could not say more is asked about by the next one, not in half an hour',
    async (t) => {
      await rig.misbehave({ kind: '503', operation: 'get' });
      const charge = await created(rig);
      const endToEndId = await pay(rig, charge, { notifyNever: true });
      const finds = rig.database.connection.collection<{ tries: number }>('bank_notices');
      const find = { endToEndId, elementKey: /^swept:/, state: 'waiting' };
      await until('it waits', async () => {
        const put = await finds.updateOne({ ...find, claim: null }, { $set: { tries: 4, dueAt: inAnHour() } });
        return put.modifiedCount === 1;
      });
      const asked = async () => (await rig.seen(charge.txid))['get'] ?? 0;
      const before = await asked();
      await until('three more sweeps have brought it forward', async () => (await asked()) >= before + 3, PATIENT);
      t.is(await finds.findOne({ ...find, tries: { $gt: 4 } }), null, 'a try that a sweep brings is none of its own');
      await rig.behave();
      await event(rig, charge.id, 'charge.receipt_accepted');
      t.is((await stored(rig, charge.id))?.['receipts'].length, 1);
    },
  );

  test.serial(
    'a notice that waits is asked about with what a sweep finds of its Pix: it may know who paid',
    async (t) => {
      const charge = await locked(rig);
      await rig.misbehave({ kind: '503', operation: '*' });
      const endToEndId = await paidBy(rig, charge, { taxId: NAMED, report_payer: 'never', notify: 'never' });
      await notified(rig, elementOf(endToEndId, charge.txid, { cpf: NAMED, nome: 'Maria' }));
      const notices = rig.database.connection.collection('bank_notices');
      const notice = { endToEndId, elementKey: { $not: /^swept:/ }, state: 'waiting', claim: null, tries: { $gt: 0 } };
      await until('it waits', async () => {
        const put = await notices.updateOne(notice, { $set: { tries: 4, dueAt: inAnHour() } });
        return put.modifiedCount === 1;
      });
      await rig.behave();
      const { receiptAccepted } = await event(rig, charge.id, 'charge.receipt_accepted');
      t.is(receiptAccepted?.endToEndId, endToEndId);
    },
  );
}
