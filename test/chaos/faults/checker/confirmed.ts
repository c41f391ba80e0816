import { chargeEventCodec } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { confirmMoney } from '../../../../services/charge/src/queries/confirm-money.ts';
import { moneyRecordStore } from '../../../../services/charge/src/store/money-records.ts';
import type { Worker } from '../world/worker.ts';
import type { EntryRecord, RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';

/** Money is moved by these alone that charge's records say too. */

const MOVES_MONEY: ReadonlySet<string> = new Set([
  'charge.payment_accepted',
  'charge.return_ordered',
  'charge.dispute_closed',
]);
const movesMoney = ({ type, returnedByBank }: ChargeEvent): boolean =>
  MOVES_MONEY.has(type) || returnedByBank?.status === 'FAILED';
const ADDRESSES = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };

/** The ids of published events that charge's records, as they are now, do not say. */
export async function readUnconfirmed(
  worker: Pick<Worker, 'database'>,
  events: RunEvidence['chargeEvents'],
): Promise<readonly string[]> {
  const moving = [...events.values()].map(({ event }) => event).filter(movesMoney);
  if (moving.length === 0) return [];
  const model = (name: string) => ({ collection: worker.database('charge').collection(name) }) as never;
  const moneyRecords = moneyRecordStore(model('charges'), model('unmatched_payments'));
  const values = moving.map((event) => chargeEventCodec.encode(event));
  const answers = await confirmMoney({ moneyRecords, addresses: ADDRESSES }, values);
  return moving.flatMap(({ eventId, type }, at) =>
    answers[at]?.confirmed === true ? [] : [`${type} ${eventId} is not what charge has of ${answers[at]?.difference}`],
  );
}

const isCredit = ({ _id }: EntryRecord): boolean => _id.startsWith('paid:');
const at = ({ postings }: EntryRecord, ...addresses: readonly string[]): number =>
  sum(postings.filter(({ address }) => addresses.includes(address)).map(({ amount }) => amount));

function unwrittenCredits({ charges, entries }: RunEvidence): string[] {
  return entries.filter(isCredit).flatMap((entry) => {
    const charge = charges.find(({ _id }) => `paid:${_id}` === entry._id);
    const credited = [
      ...[entry.accountId, entry.currency, entry.endToEndId],
      at(entry, 'provider:clearing', 'platform:suspense'),
      ...[-at(entry, 'provider:fees_payable'), -at(entry, 'platform:fees')],
    ].join(' ');
    const { accountId, currency, settlement, amount, fees } = charge ?? {};
    const written = [accountId, currency, settlement?.endToEndId, amount, fees?.provider, fees?.platform].join(' ');
    return credited === written ? [] : [`${entry._id} credits ${credited}, and charge has ${written}`];
  });
}

function unwrittenReturns({ charges, unmatchedPayments, refunds }: RunEvidence): string[] {
  const written = new Set([
    ...charges.flatMap(({ payments }) =>
      payments.flatMap((one) => (one.decision === 'returned' ? [`${one.endToEndId} ${one.amount}`] : [])),
    ),
    ...unmatchedPayments.map(({ endToEndId, amount }) => `${endToEndId} ${amount}`),
  ]);
  return refunds
    .filter(
      ({ kind, endToEndId, amount, payment = amount }) => kind === 'RETURN' && !written.has(`${endToEndId} ${payment}`),
    )
    .map(
      ({ _id, endToEndId, amount }) =>
        `return ${_id} sends ${amount} of ${endToEndId} back, and charge has ordered none`,
    );
}

export const CONFIRMED: readonly Invariant[] = [
  {
    id: 'I22',
    says: 'every credit and every return is what charge has written down, and what it published of them it confirms whenever it is queried',
    counts: 'credits and returns',
    looked: ({ entries, refunds }) =>
      entries.filter(isCredit).length + refunds.filter(({ kind }) => kind === 'RETURN').length,
    broken: (evidence) => [...evidence.unconfirmed, ...unwrittenCredits(evidence), ...unwrittenReturns(evidence)],
  },
];
