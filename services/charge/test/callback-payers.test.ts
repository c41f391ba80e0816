import { until } from '@gx/testkit';
import test from 'ava';
import {
  elementOf,
  isQueried,
  locked,
  NAMED,
  notified,
  OTHER,
  paidBy,
  paymentOf,
  paymentsOf,
  withoutPayerFilter,
} from './locked.ts';
import { CALL, created, event, PATIENT, startRig, stored } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

for (const [payer, claimed, decision] of [
  [OTHER, NAMED, 'returned'],
  [NAMED, OTHER, 'accepted'],
] as const)
  test.serial(`a callback names another payer than the bank itself: ${decision}, as the bank says`, async (t) => {
    const charge = await locked(rig);
    const endToEndId = await paidBy(rig, charge, { taxId: payer, report_payer: 'query', notify: 'never' });
    await notified(rig, elementOf(endToEndId, charge.txid, { cpf: claimed, nome: 'Maria' }));
    t.is((await paymentOf(rig, charge.id, decision)).endToEndId, endToEndId);
    t.true(await isQueried(rig, charge));
    t.is((await stored(rig, charge.id))?.['payer'], undefined, 'nor do refunds go to whom a callback names');
  });

test.serial(
  'a callback names the payer and the bank does not answer: held, until the bank names the payer',
  async (t) => {
    const charge = await locked(rig);
    await rig.misbehave({ kind: '503', operation: 'pix_list_by_payer' });
    const endToEndId = await paidBy(rig, charge, { taxId: OTHER, report_payer: 'query', notify: 'never' });
    await notified(rig, elementOf(endToEndId, charge.txid, { cpf: NAMED }));
    await event(rig, charge.id, 'charge.payment_held');
    await notified(rig, { ...elementOf(endToEndId, charge.txid, { cpf: NAMED }), infoPagador: 'once more' });
    const handled = { endToEndId, elementKey: { $not: /^swept:/ }, state: 'handled' };
    const callbacks = rig.database.connection.collection('provider_callbacks');
    await until('both are handled', async () => (await callbacks.countDocuments(handled)) === 2, PATIENT);
    t.like(await paymentsOf(rig, charge.id), { length: 1, 0: { decision: 'held' } });
    await rig.behave();
    t.like(await paymentOf(rig, charge.id, 'returned'), { endToEndId, reason: 'PAYER_MISMATCH' });
  },
);

test.serial(
  'a bank without a payer filter, whose callback names the payer: that counts, and no query is sent',
  async (t) => {
    t.teardown(await withoutPayerFilter(rig));
    for (const [taxId, decision] of [
      [NAMED, 'accepted'],
      [OTHER, 'returned'],
    ] as const) {
      const charge = await locked(rig);
      const endToEndId = await paidBy(rig, charge, { taxId, report_payer: 'never', notify: 'never' });
      await notified(rig, elementOf(endToEndId, charge.txid, { cpf: taxId, nome: 'Maria' }));
      t.is((await paymentOf(rig, charge.id, decision)).endToEndId, endToEndId);
      t.false(await isQueried(rig, charge));
      const settlement = await rig.rpc.getSettlement(CALL, { tenant: charge.tenant, chargeId: charge.id });
      t.is(settlement.payerTaxId, null, 'a refund goes to whom the lock names');
      t.is(settlement.charge?.expectedPayerTaxId, NAMED);
    }
  },
);

test.serial('a callback that names the payer of one Pix says nothing of another', async (t) => {
  t.teardown(await withoutPayerFilter(rig));
  const charge = await locked(rig);
  const first = await paidBy(rig, charge, { taxId: OTHER, report_payer: 'never', notify: 'never' });
  await notified(rig, elementOf('E00000000202611210000stranger001', charge.txid, { cpf: NAMED }));
  t.is((await paymentOf(rig, charge.id, 'held')).endToEndId, first);
});

for (const [bank, prepare] of [
  ['with a payer filter', async () => async () => true],
  ['without a payer filter', withoutPayerFilter],
] as const)
  test.serial(`a charge without a lock at a bank ${bank}: no refund goes to whom a callback names`, async (t) => {
    t.teardown(await prepare(rig));
    const charge = await created(rig);
    const { tenant, id: chargeId, txid } = charge;
    const endToEndId = await paidBy(rig, charge, { taxId: NAMED, report_payer: 'query', notify: 'never' });
    await notified(rig, elementOf(endToEndId, txid, { cpf: OTHER, nome: 'Maria' }));
    await event(rig, chargeId, 'charge.payment_accepted');
    t.is((await rig.rpc.getSettlement(CALL, { tenant, chargeId })).payerTaxId, null);
    t.like(await stored(rig, chargeId), { paidBy: undefined, payer: undefined });
    t.false(await isQueried(rig, charge), 'a sale costs no more calls');
  });

test.serial(
  'the bank itself names the payer of a charge without a lock: that one, whatever a callback says',
  async (t) => {
    const charge = await created(rig);
    const endToEndId = await paidBy(rig, charge, { taxId: NAMED, report_payer: 'notification', notify: 'never' });
    await notified(rig, elementOf(endToEndId, charge.txid, { cpf: OTHER, nome: 'Maria' }));
    await event(rig, charge.id, 'charge.payment_accepted');
    const { accountId } = charge.tenant;
    const { records } = await rig.rpc.exportPersonalData(CALL, { document: NAMED, accountId });
    t.like(records, { length: 1, 0: { chargeId: charge.id, values: { 'payer.document': NAMED } } });
    t.like(await rig.rpc.exportPersonalData(CALL, { document: OTHER, accountId }), { records: [] });
  },
);
