import { topicName } from '@gx/contracts';
import { sendForgeries, until } from '@gx/testkit';
import test from 'ava';
import { ledgerService, newTenant, payment, paymentEvent, refundEvent } from './rig.ts';

test('a payment that charge has not signed credits nobody, however it is forged; the same one signed does', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant(true);
  const details = payment(tenant);
  const event = paymentEvent(details);
  const topic = topicName(ledger.topicPrefix, 'chargeMoney');
  const otherValue = paymentEvent({ ...details, amount: 1_000_000 }).value;
  const forged = { topic, event, otherType: 'charge.payment_held', otherValue };
  const count = await sendForgeries(forged, `${ledger.topicPrefix}ledger`, () => ledger.host.lines);
  const entries = ledger.database.connection.collection('journal_entries');
  t.is(await entries.countDocuments(), 0);
  t.deepEqual((await ledger.rpc.listWallets({ requestId: 'test' }, { tenant })).wallets, []);
  await ledger.send([event]);
  await until('what charge has signed is booked', async () => (await entries.countDocuments()) === 1);
  t.log(`${count} forgeries of a payment, 0 credits`);
});

test('a loss that refund has not signed costs the platform nothing', async (t) => {
  const ledger = await ledgerService(t);
  const lost = { amount: 900, currency: 'BRL', fee: 50, bankProfileId: 'sim' };
  const event = refundEvent('refund.lost', newTenant(true), { lost });
  const otherValue = refundEvent('refund.lost', newTenant(true), { lost: { ...lost, amount: 900_000 } }).value;
  const forged = { topic: topicName(ledger.topicPrefix, 'refund'), event, otherType: 'return.progressed', otherValue };
  await sendForgeries(forged, `${ledger.topicPrefix}ledger-refund`, () => ledger.host.lines);
  const entries = ledger.database.connection.collection('journal_entries');
  t.is(await entries.countDocuments(), 0);
  await ledger.send([event], 'refund');
  await until('what refund has signed is booked', async () => (await entries.countDocuments()) === 1);
});
