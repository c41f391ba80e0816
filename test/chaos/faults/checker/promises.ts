import type { Charge } from '@gx/contracts/charge';
import { sha256Hex } from '@gx/core';
import type { RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';
import { unmatchedPaymentOrders } from './orders.ts';
import { canBePaid, isWanted, paymentOptionsByName, paymentOptionsOf } from './payment-options.ts';

/** What clients were told, against what there is. */

const creationsOf = ({ story }: RunEvidence) =>
  story.merchants.flatMap(({ tenant, creations }) => creations.map((creation) => ({ tenant, ...creation })));
const refundsOf = ({ story }: RunEvidence) => story.merchants.flatMap(({ refunds }) => refunds);

/**
 * What a replay must repeat, as one text. Other options show as their providers have them, each with one code
 * for ever.
 */
const responseOf = ({ id, createdAtMs, amount, status, pix, order, paymentMethods }: Charge): string =>
  JSON.stringify([
    ...[id, createdAtMs, amount, status, pix?.txid, pix?.brCode, pix?.expiresAtMs, paymentMethods],
    ...(paymentMethods.length > 1 ? [] : [order]),
  ]);

/** The codes that were shown for one method of a charge. */
const codesOf = (answers: readonly Charge[]): Map<string, Set<string>> => {
  const codes = new Map<string, Set<string>>();
  for (const { paymentMethod, order, otherOrders } of answers)
    for (const { paymentMethod: by, order: code } of [{ paymentMethod, order }, ...otherOrders])
      if (code != null) codes.set(by, (codes.get(by) ?? new Set()).add(JSON.stringify(code)));
  return codes;
};

function forked(evidence: RunEvidence): string[] {
  const stored = Map.groupBy(evidence.charges, ({ accountId, idempotencyKey }) => `${accountId}/${idempotencyKey}`);
  const twice = [...stored].filter(([, charges]) => charges.length > 1);
  const forkedCreations = creationsOf(evidence).flatMap(({ tenant, key, answers, misuse }) => {
    const [charge] = stored.get(`${tenant.accountId}/${key}`) ?? [];
    const responses = new Set(answers.map(responseOf));
    const codes = [...codesOf(answers)].filter(([, shown]) => shown.size > 1);
    return [
      ...codes.map(([method]) => `${key} was shown different codes of ${method}`),
      ...(responses.size > 1
        ? [`${key} was answered in ${responses.size} options: ${[...responses].join(' | ')}`]
        : []),
      ...(answers.some(({ id }) => id !== charge?._id) ? [`${key} was answered with a charge that is not there`] : []),
      ...(misuse === 'answered' ? [`${key} was answered to another body`] : []),
    ];
  });
  return [
    ...twice.map(([key, charges]) => `${key} made ${charges.length} charges`),
    ...forkedCreations,
    ...forkedRefunds(evidence),
  ];
}

function forkedRefunds(evidence: RunEvidence): string[] {
  return refundsOf(evidence).flatMap(({ key, answers }) => {
    const ids = new Set(answers.map(({ id, amount }) => `${id} ${amount}`));
    const stored = evidence.refunds.filter(({ idempotencyKey }) => idempotencyKey === key);
    return [
      ...(ids.size > 1 ? [`refund ${key} was answered in ${ids.size} options`] : []),
      ...(stored.length > 1 ? [`refund ${key} stands ${stored.length} times`] : []),
      ...(answers.some(({ id }) => id !== stored[0]?._id) ? [`refund ${key} was answered and is not there`] : []),
    ];
  });
}

/** A charge and its cob: neither without the other, and nothing can be paid that is over. */
function orphans({ charges, cobs }: RunEvidence): string[] {
  const byTxid = paymentOptionsByName(charges);
  const atBank = new Map(cobs.map((cob) => [cob.txid, cob]));
  const strange = cobs.flatMap(({ txid, status }) => {
    const option = byTxid.get(txid);
    if (option === undefined) return [`the bank has a ${status} charge ${txid} that we never made`];
    const { charge } = option;
    return status === 'ATIVA' && !isWanted(option) ? [`${charge._id} is ${charge.status} and can be paid by Pix`] : [];
  });
  const missing = charges
    .flatMap(paymentOptionsOf)
    .filter((option) => option.method === 'PIX' && isWanted(option) && atBank.get(option.txid)?.status === undefined);
  return [...strange, ...missing.map(({ charge }) => `${charge._id} waits for money that the bank would not take`)];
}

/** A client told that it is cancelled finds it cancelled; a refused client finds that it is over. */
function disappointed({ charges, story }: RunEvidence): string[] {
  return story.merchants.flatMap(({ cancels }) =>
    cancels.flatMap(({ chargeId, outcome }) => {
      const charge = charges.find(({ _id }) => _id === chargeId);
      const status = charge?.status ?? 'gone';
      if (outcome === 'cancelled' && status !== 'CANCELLED') return [`${chargeId} was cancelled and is ${status}`];
      return outcome === 'refused' && charge !== undefined && canBePaid(charge)
        ? [`${chargeId} could not be cancelled and is ${status}`]
        : [];
    }),
  );
}

/**
 * From the answer on nothing opens with the old key, everything with the new one, and there is one of them.
 */
function reopened({ story, keySlots }: RunEvidence): string[] {
  return story.merchants.flatMap(({ rotations }) =>
    rotations.flatMap(({ label, fresh, acceptedLate, freshWorks }) => {
      const live = keySlots.filter((slot) => slot.live?.label === label).map((slot) => slot.live?.fingerprint);
      return [
        ...(acceptedLate > 0 ? [`${label} was accepted ${acceptedLate} times after its rotation was answered`] : []),
        ...(freshWorks ? [] : [`${label}: its successor opens nothing`]),
        ...(live.length === 1 && live[0] === sha256Hex(fresh) ? [] : [`${label}: ${live.length} keys live`]),
      ];
    }),
  );
}

export const PROMISES: readonly Invariant[] = [
  {
    id: 'I4',
    says: 'one idempotency key, one charge or refund, and every answer to it the same',
    counts: 'answers',
    looked: (evidence) => sum([...creationsOf(evidence), ...refundsOf(evidence)].map(({ answers }) => answers.length)),
    broken: forked,
  },
  {
    id: 'I6',
    says: 'one charge, one charge at each provider of its options: none without the other, none payable that is over',
    counts: 'charges at the bank',
    looked: ({ cobs, orders }) => cobs.length + orders.length,
    broken: (evidence) => [...orphans(evidence), ...unmatchedPaymentOrders(evidence)],
  },
  {
    id: 'I9',
    says: 'of two ends of a charge one wins, and everybody received the same',
    counts: 'cancellations',
    looked: ({ story }) => sum(story.merchants.map(({ cancels }) => cancels.length)),
    broken: disappointed,
  },
  {
    id: 'I12',
    says: 'a rotated key opens nothing from the answer on, at any gateway',
    counts: 'late attempts',
    looked: ({ story }) => sum(story.merchants.flatMap(({ rotations }) => rotations.map(({ triedLate }) => triedLate))),
    broken: reopened,
  },
];
