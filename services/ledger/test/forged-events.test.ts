import { topicName } from '@gx/contracts';
import { sendForgeries, until } from '@gx/testkit';
import test from 'ava';
import { ledgerService, newTenant, payment, paymentEvent, payoutEvent, refundEvent } from './rig.ts';

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

const LOST = { amount: 900, currency: 'BRL', fee: 50, bankProfileId: 'sim' };
const MORE = { ...LOST, amount: 900_000 };
for (const [owner, otherType, lost] of [
  ['refund', 'return.progressed', (terms: typeof LOST) => refundEvent('refund.lost', newTenant(true), { lost: terms })],
  ['payout', 'payout.paid', (terms: typeof LOST) => payoutEvent('payout.lost', newTenant(true), { lost: terms })],
] as const)
  test(`a loss that ${owner} has not signed costs the platform nothing, however it is forged; the same one signed does`, async (t) => {
    const ledger = await ledgerService(t);
    const event = lost(LOST);
    const topic = topicName(ledger.topicPrefix, owner);
    const forged = { topic, event, otherType, otherValue: lost(MORE).value };
    const count = await sendForgeries(forged, `${ledger.topicPrefix}ledger-${owner}`, () => ledger.host.lines);
    const entries = ledger.database.connection.collection('journal_entries');
    t.is(await entries.countDocuments(), 0);
    await ledger.send([event], owner);
    await until('what is signed is booked', async () => (await entries.countDocuments()) === 1);
    t.log(`${count} forgeries of a loss of ${owner}, 0 entries`);
  });
