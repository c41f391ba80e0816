import { newId, Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { chargeEvent, ledgerService, newHold, newTenant, payment, paymentEvent, refundEvent } from './rig.ts';

const call = { requestId: 'test' };

/** Two replicas, and what one merchant's money has been told of. */
test('what stands is shown to its own tenant, what is of no merchant to every one of its environment', async (t) => {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  const [held, back] = [payment(tenant).endToEndId, 'E0000000020261121120000000000002'];
  const [chargeId, refundId, disputeId] = [newId('charge'), newId('refund'), newId('dispute')];
  const paid = payment(tenant, { endToEndId: 'E0000000020261121120000000000003' });
  const money = { amount: 300, currency: 'BRL' };
  await ledger.send([
    paymentEvent(paid),
    chargeEvent('charge.payment_held', tenant, { chargeId, paymentHeld: { endToEndId: held, ...money } }),
    chargeEvent('charge.dispute_opened', tenant, { chargeId, disputeOpened: { disputeId, ...money } }),
  ]);
  const returned = { endToEndId: back, ...money, status: 'REFUNDED' } as const;
  await ledger.send(
    [
      refundEvent('refund.lost', tenant, { refundId, chargeId, lost: money }),
      refundEvent('return.progressed', tenant, { refundId, chargeId: '', returnProgressed: returned }),
    ],
    'refund',
  );
  const platforms = [`suspense:${held}`, `loss:${refundId}`, `returned:${back}`];
  const own = [`paid:${paid.chargeId}`, `dispute:${disputeId}:hold`];
  const others = [`dispute:${disputeId}:void`, `dispute:${disputeId}:confirm`, `loss:${newId('refund')}`, 'nonsense'];
  const queried = [...platforms, ...own, ...others];
  const booked = async (of: Tenant): Promise<readonly string[]> => {
    const { references } = await ledger.rpc.listPostedEntries(call, { tenant: of, references: queried });
    return references;
  };
  await until('all of it stands', async () => (await booked(tenant)).length === 5, { timeoutMs: 60_000 });
  t.deepEqual(await booked(tenant), [...platforms, ...own]);
  t.deepEqual(await booked(newTenant()), platforms);
  t.deepEqual(await booked({ ...tenant, livemode: true }), []);
  await ledger.send([
    chargeEvent('charge.dispute_closed', tenant, { chargeId, disputeClosed: { disputeId, ...money, won: true } }),
  ]);
  await until('and its end', async () => (await booked(tenant)).includes(`dispute:${disputeId}:void`), {
    timeoutMs: 60_000,
  });
});

test('nothing comes any more of a hold that was given back before it was placed', async (t) => {
  const { rpc } = await ledgerService(t);
  const tenant = newTenant();
  const reference = newHold();
  await rpc.voidHold(call, { tenant, reference, currency: 'BRL' });
  const ask = (of: Tenant) =>
    rpc.listPostedEntries(call, {
      tenant: of,
      references: ['hold', 'void', 'confirm'].map((end) => `${reference}:${end}`),
    });
  t.deepEqual((await ask(tenant)).references, [`${reference}:hold`, `${reference}:void`]);
  t.deepEqual((await ask(newTenant())).references, []);
});

test('a hundred references at most, and one that is named twice is answered once', async (t) => {
  const { rpc } = await ledgerService(t);
  const tenant = newTenant();
  const references = Array.from({ length: 101 }, () => `loss:${newId('refund')}`);
  const error = await t.throwsAsync(rpc.listPostedEntries(call, { tenant, references }), { instanceOf: Refusal });
  t.like(error, { code: 'invalid_request', more: { param: 'references' } });
  const reference = newHold();
  await rpc.voidHold(call, { tenant, reference, currency: 'BRL' });
  const twice = [`${reference}:void`, `${reference}:void`];
  t.deepEqual((await rpc.listPostedEntries(call, { tenant, references: twice })).references, [`${reference}:void`]);
  t.deepEqual((await rpc.listPostedEntries(call, { tenant, references: references.slice(1) })).references, []);
});
