import { type MessageInit, topicName } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { newId } from '@gx/core';
import { readDeadLetter, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { chargeEvent, ledgerService, newTenant, payment, paymentEvent } from './rig.ts';

// Cases about a Pix in the wallet (decisions, section 9): losing posts nothing, devolutions do.
const CALL = { requestId: 'test' };
const PIX = 'E00000000202611211200000000000009';

/** Two replicas, and a merchant with 9.80 of whose payment of 10.00 a payer contests `amount`. */
async function contested(t: ExecutionContext, amount: number) {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  const credit = payment(tenant, { endToEndId: PIX, bankProfileId: 'efi' });
  await ledger.send([paymentEvent(credit)]);
  const named = { disputeId: newId('dispute'), amount, currency: 'BRL', bankProfileId: 'efi' };
  const { disputeId } = named;
  const about = (type: string, body: MessageInit<ChargeEvent>) =>
    chargeEvent(type, tenant, { chargeId: credit.chargeId, ...body });
  const opened = (change: Partial<typeof named> = {}) =>
    about('charge.dispute_opened', { disputeOpened: { ...named, ...change } });
  const closed = (won: boolean, paid: number) =>
    about('charge.dispute_closed', { disputeClosed: { ...named, won, paid } });
  const paid = (devolutionId: string, paidAmount: number) =>
    about('charge.dispute_paid', { disputePaid: { ...named, endToEndId: PIX, devolutionId, paidAmount } });
  const returned = (devolutionId: string, whole: number, fromDispute: number, status = 'REFUNDED') =>
    about('charge.returned_by_bank', {
      returnedByBank: {
        ...{ refundId: newId('refund'), bankProfileId: 'efi', endToEndId: PIX, devolutionId, currency: 'BRL' },
        ...{ amount: whole, status, reason: 'MED_FRAUD', disputeId, fromDispute },
      },
    });
  const figures = async () => {
    const { problems, addresses } = await ledger.rpc.verifyLedger(CALL, {});
    const of = (address: string): number => 0 - (addresses.find((one) => one.address === address)?.balance ?? 0);
    const merchant = ['available', 'retained', 'receivable'].map((name) => of(`merchant:${name}`));
    return { problems, merchant, clearing: 0 - of('provider:clearing') };
  };
  const becomes = async (merchant: readonly number[]): Promise<void> => {
    const wanted = JSON.stringify(merchant);
    await until(`the wallet is ${wanted}`, async () => JSON.stringify((await figures()).merchant) === wanted, {
      timeoutMs: 60_000,
    });
    t.deepEqual((await figures()).problems, []);
  };
  const posted = async (references: readonly string[]) =>
    (await ledger.rpc.listPostedEntries(CALL, { tenant, references: [...references] })).references;
  return { ledger, disputeId, opened, closed, paid, returned, figures, becomes, posted };
}

test('lost posts nothing; the devolution is paid from the hold, once, and is no bank return', async (t) => {
  const it = await contested(t, 800);
  await it.ledger.send([it.opened(), it.opened()]);
  await it.becomes([180, 800, 0]);
  await it.ledger.send([it.closed(false, 800), it.closed(false, 800)]);
  const all = [it.returned('D1', 800, 800), it.paid('D1', 800)];
  await it.ledger.send([...all, ...all]);
  await it.becomes([180, 0, 0]);
  t.is((await it.figures()).clearing, 200);
  const name = `dispute:${it.disputeId}`;
  const references = [`${name}:hold`, `${name}:paid:D1`, `${name}:confirm`, `bank_return:${PIX}:D1:confirm`];
  t.deepEqual(await it.posted(references), references.slice(0, 2));
});

test('what a devolution takes beyond the contested amount is a bank return', async (t) => {
  const it = await contested(t, 500);
  await it.ledger.send([it.opened(), it.returned('D1', 700, 500, 'IN_PROGRESS')]);
  await it.becomes([280, 700, 0]);
  await it.ledger.send([it.returned('D1', 700, 500), it.paid('D1', 500)]);
  await it.becomes([280, 0, 0]);
  t.is((await it.figures()).clearing, 300);
  const references = [`dispute:${it.disputeId}:paid:D1`, `bank_return:${PIX}:D1:confirm`];
  t.deepEqual(await it.posted(references), references);
});

test('a part is paid and the rest is released when the case is over, whichever comes first', async (t) => {
  const it = await contested(t, 900);
  await it.ledger.send([it.closed(false, 400)]);
  await it.becomes([580, 400, 0]);
  await it.ledger.send([it.paid('D1', 400), it.opened(), it.closed(false, 400)]);
  await it.becomes([580, 0, 0]);
});

test('a case that is won releases its hold, and forgives what was owed', async (t) => {
  const it = await contested(t, 1_000);
  await it.ledger.send([it.opened()]);
  await it.becomes([0, 1_000, -20]);
  await it.ledger.send([it.closed(true, 0), it.closed(true, 0), it.opened()]);
  await it.becomes([980, 0, 0]);
});

test('what contradicts a case is dead-lettered with its reason and moves nothing', async (t) => {
  const it = await contested(t, 600);
  const deadLetters = await readDeadLetter(topicName(it.ledger.topicPrefix, 'chargeMoney'));
  t.teardown(deadLetters.stop);
  await it.ledger.send([
    it.opened(),
    it.paid('D1', 300),
    it.paid('D1', 301),
    it.paid('', 300),
    it.closed(false, 601),
    it.returned('D2', 100, 101),
  ]);
  const reasons = await until(
    'all of it is dead-lettered',
    () => {
      const seen = deadLetters.messages.map(({ headers }) => String(headers?.['dlq-reason']));
      return seen.length === 4 && seen;
    },
    { timeoutMs: 60_000 },
  );
  t.deepEqual(reasons.toSorted(), [
    'hold_says_otherwise',
    'more is paid of the dispute than is disputed',
    'more of it is from a dispute than there is',
    'there is no devolution id',
  ]);
  await it.becomes([380, 300, 0]);
});
