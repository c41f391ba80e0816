import { PLATFORM_ACCOUNT } from '@gx/core';
import { bankReturnsOf, isByBank, moreOutThanIn, unlikeAtBank } from './bank-returns.ts';
import { unlikeAtAdapter } from './by-option.ts';
import { misheldCases } from './cases.ts';
import { arrivals, type ChargeRecord, type EntryRecord, type RefundRecord, type RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';
import {
  goneFrom,
  latePayments,
  misheldDisputes,
  misplacedPayments,
  overRefundedOrders,
  refundsAtAcquirer,
  waitsForPerson,
} from './orders.ts';
import { codeOf, keptTwice, lostMoney } from './payment-options.ts';
import type { PixRecord } from './records.ts';

/** Money: the journal, the wallets, the bank's books, and that they all say the same. */

const walletOf = ({ accountId, currency }: { accountId: string; currency: string }): string =>
  `${accountId}/${currency}`;
const isBack = ({ status }: { readonly status: string }): boolean => status === 'DEVOLVIDO';
const mayBeBack = ({ status }: { readonly status: string }): boolean => status !== 'NAO_REALIZADO';
const amountOf = ({ amount }: { readonly amount: number | null }): number => amount ?? 0;

function unbalanced({ entries }: RunEvidence): string[] {
  return entries.flatMap(({ _id, postings }) => {
    const total = sum(postings.map(amountOf));
    return total === 0 && postings.every(({ amount }) => Number.isSafeInteger(amount))
      ? []
      : [`${_id} sums to ${total}`];
  });
}

/** What a wallet's entries say about one of its balances: what is credited is added. */
const credited = (entries: readonly EntryRecord[], address: string): number =>
  0 - sum(entries.flatMap(({ postings }) => postings.filter((one) => one.address === address)).map(amountOf));

function drifted({ entries, wallets }: RunEvidence): string[] {
  const journal = Map.groupBy(entries, walletOf);
  const missing = [...journal.keys()].filter((key) => !wallets.some((wallet) => walletOf(wallet) === key));
  return [
    ...missing.map((key) => `${key} has entries and no wallet`),
    ...wallets.flatMap((wallet) => {
      const own = (journal.get(walletOf(wallet)) ?? []).toSorted((a, b) => a.seq - b.seq);
      const wrong = (['available', 'pending', 'retained'] as const).flatMap((balance) => {
        const replayed = credited(own, `merchant:${balance}`);
        if (replayed !== wallet[balance]) return [`${balance} is ${wallet[balance]}, its journal says ${replayed}`];
        return replayed < 0 ? [`${balance} is ${replayed}`] : [];
      });
      const owed = 0 - credited(own, 'merchant:receivable');
      if (owed !== (wallet.receivable ?? 0) || owed < 0)
        wrong.push(`receivable is ${wallet.receivable ?? 0}, its journal says ${owed}`);
      if (wallet.available > 0 && owed > 0) wrong.push(`${wallet.available} is available while ${owed} is owed`);
      const gap = own.some(({ seq }, index) => seq !== index + 1) || own.length !== wallet.seq;
      return [
        ...wrong,
        ...(gap ? [`its chain has a gap or a fork: ${own.map(({ seq }) => seq)} of ${wallet.seq}`] : []),
      ].map((fault) => `${walletOf(wallet)}: ${fault}`);
    }),
  ];
}

const disagreements = (evidence: RunEvidence): string[] =>
  [...new Set(['BRL', ...[...evidence.entries, ...evidence.orders].map(({ currency }) => currency)])].flatMap(
    (currency) => disagreementsIn(evidence, currency),
  );

function disagreementsIn(evidence: RunEvidence, currency: string): string[] {
  const { charges, refunds, payouts } = evidence;
  const came = arrivals(evidence);
  const arrived = new Set(came.map(({ id }) => id));
  const known = new Set([...charges, ...payouts].map(({ _id }) => _id));
  // Of the platform's chain only what is about this money: a Pix, or a loss, which is of a charge or a
  // payout.
  const ours = evidence.entries.filter(
    ({ _id, accountId, endToEndId, chargeId, currency: own }) =>
      own === currency &&
      (accountId !== PLATFORM_ACCOUNT ||
        (endToEndId === null ? known.has(chargeId ?? _id.replace(/^loss:/, '')) : arrived.has(endToEndId))),
  );
  const at = (address: string): number =>
    sum(ours.flatMap(({ postings }) => postings.filter((one) => one.address === address)).map(amountOf));
  const isOf = (one: { readonly currency: string }): boolean => one.currency === currency;
  const lost = sum([...refunds, ...payouts].filter((one) => isOf(one) && isLost(evidence, one)).map(amountOf));
  // What somebody has sent back by hand left no bank that is known here.
  const byHand = sum(refunds.filter((one) => isOf(one) && one.byHand != null).map(amountOf));
  const atBank =
    sum(came.filter(isOf).map(amountOf)) - (currency === 'BRL' ? gonePix(evidence) : 0) - goneFrom(evidence, currency);
  const held =
    sum(charges.filter(isOf).flatMap(({ payments }) => payments.filter(isHeld).map(amountOf))) +
    sum(refunds.filter((one) => isOf(one) && waitsForPerson(one)).map(amountOf));
  return [
    ...(at('provider:clearing') === atBank - byHand
      ? []
      : [`the banks hold ${atBank - byHand} ${currency}, the ledger says ${at('provider:clearing')}`]),
    ...(at('platform:suspense') === 0 - held
      ? []
      : [`${held} ${currency} is held, suspense says ${0 - at('platform:suspense')}`]),
    ...(at('platform:losses') === lost
      ? []
      : [`the platform lost ${lost} ${currency}, the ledger says ${at('platform:losses')}`]),
  ];
}

/** Paid by the bank after it had failed it: nobody but the bank can make one. */
const isLost = ({ story }: RunEvidence, { _id }: { readonly _id: string }): boolean =>
  story.merchants.some(({ losses = [] }) => losses.includes(_id));

const gonePix = ({ pix, pixOuts }: RunEvidence): number =>
  sum(pix.flatMap(({ devolutions }) => devolutions.filter(isBack)).map(amountOf)) +
  sum(pixOuts.filter(({ status }) => status === 'REALIZADO').map(amountOf)) -
  sum(pixOuts.flatMap(({ returns = [] }) => returns).map(amountOf));

const isHeld = ({ decision }: ChargeRecord['payments'][number]): boolean => decision === 'held';

/**
 * Each Pix that the bank has ended in exactly one of three options, and each payment of an order in one of
 * its own.
 */
function misplaced(evidence: RunEvidence): string[] {
  const { entries, pix, charges, refunds } = evidence;
  const credits = Map.groupBy(
    entries.filter(({ _id }) => _id.startsWith('paid:')),
    ({ endToEndId }) => endToEndId ?? '',
  );
  const held = new Set(charges.flatMap(({ payments }) => payments.filter(isHeld)).map(({ endToEndId }) => endToEndId));
  const orders = new Map(refunds.map((refund) => [refund.bankId, refund]));
  const known = new Set(arrivals(evidence).map(({ id }) => id));
  const unknownCredits = [...credits.keys()].filter((id) => !known.has(id));
  return [
    ...unknownCredits.map((id) => `${id} was credited, and no bank knows it`),
    ...pix.flatMap((one) => {
      const times = credits.get(one._id)?.length ?? 0;
      return endsOf(one, { times, held: held.has(one._id), orders }).map((fault) => `${one._id}: ${fault}`);
    }),
    ...misplacedPayments(evidence),
  ];
}

type Around = { readonly times: number; readonly held: boolean; readonly orders: ReadonlyMap<string, RefundRecord> };

function endsOf({ amount, devolutions }: PixRecord, { times, held, orders }: Around): string[] {
  const kindOf = (id: string): RefundRecord['kind'] | undefined => orders.get(id)?.kind;
  const returned = devolutions.filter((one) => isBack(one) && kindOf(one.id) === 'RETURN');
  const refunded = devolutions.filter((one) => isBack(one) && kindOf(one.id) === 'REFUND');
  const strange = devolutions.filter((one) => kindOf(one.id) === undefined && !isByBank(one));
  const taken = sum(devolutions.filter((one) => isBack(one) && isByBank(one)).map(amountOf));
  const paymentOptions = [
    ...(times > 0 ? [`credited ${times} times`] : []),
    ...(held ? ['held'] : []),
    ...(returned.length > 0 ? [`returned ${returned.length} times`] : []),
    ...(times === 0 && taken === amount ? ['taken back whole by the bank'] : []),
  ];
  const once = paymentOptions.length === 1 && times <= 1 && returned.length <= 1;
  return [
    ...(once
      ? []
      : [paymentOptions.length === 0 ? 'lost: neither credited nor held nor returned' : paymentOptions.join(' and ')]),
    ...(returned.length === 1 && returned[0]?.amount !== amount - taken ? ['returned in part'] : []),
    ...(refunded.length > 0 && times === 0 ? ['refunded without ever being credited'] : []),
    ...strange.map(({ id }) => `a devolution ${id} that nobody ordered`),
  ];
}

/**
 * Money that was credited although it came too late, or from somebody whose money the merchant did not want.
 */
function unwanted({ entries, pix, charges, story }: RunEvidence): string[] {
  const wanted = new Map(story.merchants.flatMap(({ creations }) => creations.map((one) => [one.key, one] as const)));
  const approved = new Set(story.merchants.flatMap(({ approvals = [] }) => approvals));
  return pix.flatMap(({ _id, paidAt, payer }) => {
    const credit = entries.find((entry) => entry._id.startsWith('paid:') && entry.endToEndId === _id);
    const charge = charges.find((one) => one._id === credit?.chargeId);
    if (charge === undefined) return [];
    const payerWanted = wanted.get(charge.idempotencyKey)?.expectedPayer;
    const code = codeOf(charge);
    const late = code !== undefined && paidAt > code.expiresAt;
    const strange = payerWanted !== undefined && payer.taxId !== payerWanted && !approved.has(charge._id);
    return [
      ...(late ? [`${_id} was credited although it came after the end of ${charge._id}`] : []),
      ...(strange ? [`${_id} was credited although ${charge._id} waited for somebody else`] : []),
    ];
  });
}

function overRefunded(evidence: RunEvidence): string[] {
  const { charges, refunds, pix } = evidence;
  const merchants = refunds.filter(({ kind }) => kind === 'REFUND');
  const byCharge = charges.flatMap(({ _id, amount }) => {
    const own = merchants.filter(({ chargeId, status }) => chargeId === _id && status !== 'FAILED');
    const total = sum(own.map((refund) => refund.amount ?? 0));
    return total > amount ? [`${_id}: ${total} of ${amount} is refunded`] : [];
  });
  const byPix = pix.flatMap(({ _id, amount, devolutions }) => {
    const total = sum(devolutions.filter(mayBeBack).map(amountOf));
    return total > amount ? [`${_id}: ${total} of ${amount} went back`] : [];
  });
  return [
    ...byCharge,
    ...byPix,
    ...overRefundedOrders(evidence),
    ...merchants.flatMap((refund) => atBank(refund, evidence)),
  ];
}

/** What a refund says of itself against what the bank did about it. */
function atBank(refund: RefundRecord, evidence: RunEvidence): string[] {
  const { pix, pixOuts } = evidence;
  const devolutions = pix.flatMap((one) => one.devolutions.filter(({ id }) => id === refund.bankId).filter(isBack));
  const sent = pixOuts.filter(({ _id, status }) => _id.endsWith(`/${refund.bankId}`) && status === 'REALIZADO');
  const done = [...devolutions, ...sent, ...refundsAtAcquirer(evidence, refund)];
  const wanted = refund.status === 'REFUNDED' || isLost(evidence, refund) ? 1 : 0;
  if (done.length !== wanted) return [`refund ${refund._id} is ${refund.status}, the bank paid ${done.length} times`];
  return done.some(({ amount }) => amount !== refund.amount)
    ? [`refund ${refund._id}: another amount at the bank`]
    : [];
}

const ofMerchants = ({ wallets }: RunEvidence) => wallets.filter(({ accountId }) => accountId !== PLATFORM_ACCOUNT);

export const BOOKS: readonly Invariant[] = [
  {
    id: 'I1',
    says: 'the postings of every entry sum to zero',
    counts: 'entries',
    looked: ({ entries }) => entries.length,
    broken: unbalanced,
  },
  {
    id: 'I1b',
    says: 'the banks and the ledger agree to the centavo, in sum and by each way of a charge',
    counts: 'payments and what went back',
    looked: (evidence) =>
      arrivals(evidence).length +
      evidence.pixOuts.length +
      sum(evidence.pix.map(({ devolutions }) => devolutions.length)) +
      sum(evidence.orders.map(({ refunds }) => refunds.length)),
    broken: (evidence) => [...disagreements(evidence), ...unlikeAtAdapter(evidence)],
  },
  {
    id: 'I2',
    says: 'every wallet is the replay of its journal, without gaps and never below zero',
    counts: 'wallets',
    looked: (evidence) => ofMerchants(evidence).length,
    broken: drifted,
  },
  {
    id: 'I3',
    says: 'each payment is credited once, held, or returned once in full',
    counts: 'payments',
    looked: (evidence) => arrivals(evidence).length,
    broken: (evidence) => [...misplaced(evidence), ...keptTwice(evidence), ...lostMoney(evidence)],
  },
  {
    id: 'I3b',
    says: 'no money is credited that came too late or from the wrong payer',
    counts: 'payments',
    looked: (evidence) => arrivals(evidence).length,
    broken: (evidence) => [...unwanted(evidence), ...latePayments(evidence)],
  },
  {
    id: 'I7',
    says: 'refunds never exceed their charge or their payment, and the bank did what refunds say',
    counts: 'refunds',
    looked: ({ refunds }) => refunds.length,
    broken: overRefunded,
  },
  {
    id: 'I7c',
    says: 'no more goes out of a payment than came in, by the books of its bank',
    counts: 'payments',
    looked: (evidence) => arrivals(evidence).length,
    broken: moreOutThanIn,
  },
  {
    id: 'I7d',
    says: 'what a bank takes back of a credit is a refund of its charge and out of its wallet, as the bank says',
    counts: 'bank returns',
    looked: (evidence) => bankReturnsOf(evidence).length,
    broken: unlikeAtBank,
  },
  {
    id: 'I7b',
    says: 'a dispute is set aside once, and given back or gone as the bank or the acquirer ended it',
    counts: 'disputes',
    looked: ({ orders, infractions }) => sum(orders.map(({ disputes }) => disputes.length)) + infractions.length,
    broken: (evidence) => [...misheldDisputes(evidence), ...misheldCases(evidence)],
  },
];
