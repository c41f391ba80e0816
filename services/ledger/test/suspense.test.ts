import { topicName } from '@gx/contracts';
import type { AddressBalance } from '@gx/contracts/ledger';
import { newId, PLATFORM_ACCOUNT, type Tenant } from '@gx/core';
import { readDeadLetter, until } from '@gx/testkit';
import test from 'ava';
import { chargeEvent, ledgerService, newTenant, payment, paymentEvent, refundEvent } from './rig.ts';

const call = { requestId: 'test' };
type Ledger = Awaited<ReturnType<typeof ledgerService>>;

let pix = 0;
const newPix = (): string => {
  pix += 1;
  return `E00000000202611211200${String(pix).padStart(11, '0')}`;
};

const money = (endToEndId: string, amount = 1_000) => ({ endToEndId, amount, currency: 'BRL' });
const heldOf = (tenant: Tenant, chargeId: string, endToEndId: string) =>
  chargeEvent('charge.payment_held', tenant, { chargeId, paymentHeld: money(endToEndId) });
const orderedOf = (tenant: Tenant, chargeId: string, endToEndId: string, amount?: number) =>
  chargeEvent('charge.return_ordered', tenant, {
    chargeId,
    returnOrdered: { ...money(endToEndId, amount), returnId: newId('refund'), reason: 'PAYER_MISMATCH' },
  });
const returnedOf = (
  tenant: Tenant,
  chargeId: string,
  endToEndId: string,
  status: 'IN_PROGRESS' | 'REFUNDED' = 'REFUNDED',
) => refundEvent('return.progressed', tenant, { chargeId, returnProgressed: { ...money(endToEndId), status } });

const sums = (addresses: readonly AddressBalance[]): string[] =>
  addresses.map(({ livemode, address, balance }) => `${livemode ? 'live' : 'test'} ${address} ${balance}`);

const verified = async ({ rpc }: Ledger, suspenseGraceSeconds = 0) => rpc.verifyLedger(call, { suspenseGraceSeconds });
const posted = ({ database }: Ledger, reference: string) =>
  until(`${reference} stands`, () =>
    database.connection
      .collection<{ _id: string; chargeId: string | null }>('journal_entries')
      .findOne({ _id: reference }, { readConcern: { level: 'majority' } })
      .then((found) => found ?? undefined),
  );
const references = async ({ database }: Ledger) =>
  (await database.connection.collection('journal_entries').find().sort({ accountId: 1, seq: 1 }).toArray()).map(
    ({ _id }) => String(_id),
  );

test('a Pix that is held and returned is set aside once, in the platform’s chain, and in no wallet', async (t) => {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  const chargeId = newId('charge');
  const id = newPix();
  await ledger.send([heldOf(tenant, chargeId, id), heldOf(tenant, chargeId, id), orderedOf(tenant, chargeId, id)]);
  t.like(await posted(ledger, `suspense:${id}`), {
    accountId: PLATFORM_ACCOUNT,
    livemode: false,
    seq: 1,
    chargeId,
    endToEndId: id,
  });
  t.deepEqual(sums((await verified(ledger)).addresses), [
    'test platform:suspense -1000',
    'test provider:clearing 1000',
  ]);
  await ledger.send(
    [
      returnedOf(tenant, chargeId, id, 'IN_PROGRESS'),
      returnedOf(tenant, chargeId, id),
      returnedOf(tenant, chargeId, id),
    ],
    'refund',
  );
  await posted(ledger, `returned:${id}`);
  t.deepEqual(await references(ledger), [`suspense:${id}`, `returned:${id}`]);
  const { problems, addresses, wallets } = await verified(ledger);
  t.deepEqual(problems, []);
  t.is(Number(wallets), 1, 'the chain of the platform');
  t.deepEqual(sums(addresses), ['test platform:suspense 0', 'test provider:clearing 0']);
  for (const whose of [tenant, { accountId: PLATFORM_ACCOUNT, livemode: false }])
    t.deepEqual((await ledger.rpc.listWallets(call, { tenant: whose })).wallets, []);
  t.is(ledger.published.messages.length, 0, 'nobody waits for these entries');
});

test('a Pix that is held and accepted is credited out of suspense, and the bank’s account is debited once', async (t) => {
  const ledger = await ledgerService(t);
  const details = payment(newTenant(), { endToEndId: newPix(), wasHeld: true });
  await ledger.send([heldOf(details as never, details.chargeId, details.endToEndId), paymentEvent(details)]);
  await until('it is announced', () => ledger.announced().length === 1);
  await posted(ledger, `suspense:${details.endToEndId}`);
  const { addresses, problems } = await verified(ledger);
  t.deepEqual(problems, []);
  t.deepEqual(sums(addresses), [
    'test merchant:available -980',
    'test platform:fees -10',
    'test platform:suspense 0',
    'test provider:clearing 1000',
    'test provider:fees_payable -10',
  ]);
});

test('money of no charge is set aside and returned under the platform’s account, live and test apart', async (t) => {
  const ledger = await ledgerService(t);
  const [test_, live] = [newPix(), newPix()];
  const nobody = (livemode: boolean): Tenant => ({ accountId: PLATFORM_ACCOUNT, livemode });
  await ledger.send([orderedOf(nobody(false), '', test_, 70), orderedOf(nobody(true), '', live, 500)]);
  t.is((await posted(ledger, `suspense:${test_}`)).chargeId, null);
  await posted(ledger, `suspense:${live}`);
  t.deepEqual(sums((await verified(ledger)).addresses), [
    'test platform:suspense -70',
    'test provider:clearing 70',
    'live platform:suspense -500',
    'live provider:clearing 500',
  ]);
  t.like(await verified(ledger), { wallets: 2, problemCount: 0 });
});

test('a return that arrives before its order: suspense is negative for a moment, found only if it stays so', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant();
  const chargeId = newId('charge');
  const id = newPix();
  await ledger.send([returnedOf(tenant, chargeId, id)], 'refund');
  await posted(ledger, `returned:${id}`);
  t.deepEqual(sums((await verified(ledger)).addresses)[0], 'test platform:suspense 1000');
  t.like(await verified(ledger, 300), { problemCount: 0 });
  t.like(await ledger.rpc.verifyLedger(call, {}), { problemCount: 0 }, 'the grace that nobody requested');
  t.deepEqual(
    (await verified(ledger, 0)).problems.map(({ kind, seq, message }) => `${kind} ${seq} ${message}`),
    ['suspense_mismatch 1 1000 left suspense that never came there'],
  );
  await ledger.send([orderedOf(tenant, chargeId, id)]);
  await posted(ledger, `suspense:${id}`);
  t.like(await verified(ledger, 0), { problemCount: 0 });
});

test('a Pix-out that succeeds after it failed is a loss of the platform, once; no wallet is touched', async (t) => {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant(true);
  const refundId = newId('refund');
  const lost = refundEvent('refund.lost', tenant, {
    refundId,
    chargeId: newId('charge'),
    lost: { amount: 300, currency: 'BRL', fee: 7 },
  });
  await Promise.all([lost, lost, lost].map((event) => ledger.send([event], 'refund')));
  await posted(ledger, `loss:${refundId}`);
  const { addresses, problemCount } = await verified(ledger);
  t.is(problemCount, 0);
  t.deepEqual(sums(addresses), [
    'live platform:costs 7',
    'live platform:losses 300',
    'live provider:clearing -300',
    'live provider:fees_payable -7',
  ]);
});

test('what can never be booked is dead-lettered; events of refunds that move nothing here are left out', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant();
  const deadLetters = await readDeadLetter(topicName(ledger.topicPrefix, 'refund'));
  t.teardown(deadLetters.stop);
  const id = newPix();
  const refundId = newId('refund');
  await ledger.send(
    [
      refundEvent('refund.created', tenant, { created: {} }),
      refundEvent('refund.progressed', tenant, { progressed: {} }),
      refundEvent('return.progressed', tenant, {}),
      refundEvent('return.progressed', tenant, { returnProgressed: { ...money(id, 0), status: 'REFUNDED' } }),
      refundEvent('refund.lost', tenant, { refundId, lost: { amount: 1, currency: 'brl' } }),
      returnedOf(tenant, '', id),
      refundEvent('return.progressed', tenant, { returnProgressed: { ...money(id, 5), status: 'REFUNDED' } }),
    ],
    'refund',
  );
  await until('four are dead-lettered', () => deadLetters.messages.length === 4);
  t.deepEqual(deadLetters.messages.map(({ headers }) => headers['dlq-reason']).sort(), [
    'reference_says_otherwise',
    'the amount is not whole, not above zero or too large',
    'the currency is malformed',
    'the event does not carry a return',
  ]);
  t.deepEqual(await references(ledger), [`returned:${id}`]);
});
