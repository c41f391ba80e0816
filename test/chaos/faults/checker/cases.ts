import { isByBank } from './bank-returns.ts';
import type { ChargeRecord, EntryRecord, RunEvidence } from './evidence.ts';
import { sum } from './invariant.ts';
import type { InfractionRecord } from './records.ts';

/** Cases about a Pix: what the bank says of them, what the charge does, and where the money is. */

type CaseRecord = NonNullable<ChargeRecord['disputes']>[number];
type Case = {
  readonly infraction: InfractionRecord;
  readonly charge: ChargeRecord;
  readonly own: readonly CaseRecord[];
};

const STATUS: Readonly<Record<string, string>> = {
  ABERTA: 'open',
  EM_DEFESA: 'open',
  ACEITA: 'lost',
  REJEITADA: 'won',
};

/** Of credited money alone: nothing else can be set aside. */
const casesOf = ({ infractions, charges }: RunEvidence): Case[] =>
  infractions.flatMap((infraction) => {
    const charge = charges.find(
      ({ settlement }) => settlement?.endToEndId === infraction.endToEndId && settlement.postedAt !== null,
    );
    if (charge === undefined) return [];
    const own = (charge.disputes ?? []).filter(({ providerId }) => providerId === infraction._id);
    return [{ infraction, charge, own }];
  });

const movedBy = ({ postings }: EntryRecord): number => sum(postings.map(({ amount }) => Math.abs(amount))) / 2;
const entriesOf = ({ entries }: RunEvidence, { id }: CaseRecord, kind: string): EntryRecord[] =>
  entries.filter(({ _id }) => _id.startsWith(`dispute:${id}:${kind}`));
const paidOf = (evidence: RunEvidence, one: CaseRecord): number => sum(entriesOf(evidence, one, 'paid:').map(movedBy));

/** A case that is elsewhere than at the bank. What was taken whole is lost, whatever the bank decides. */
export const unappliedCases = (evidence: RunEvidence): string[] =>
  casesOf(evidence).flatMap(({ infraction, charge, own }) => {
    const [one] = own;
    if (one === undefined || own.length > 1)
      return [`${charge._id}: case ${infraction._id} was written down ${own.length} times`];
    const wanted = STATUS[infraction.status];
    const isTaken = wanted === 'open' && one.status === 'lost' && paidOf(evidence, one) >= one.amount;
    return one.status === wanted || isTaken
      ? []
      : [`${charge._id}: its case is ${one.status}, at the bank ${infraction.status}`];
  });

/** Each case stands as its bank has it, and what was set aside for it is there, paid or given back. */
export function misheldCases(evidence: RunEvidence): string[] {
  const { infractions, charges } = evidence;
  const known = new Set(infractions.map(({ _id }) => _id));
  const strange = charges.flatMap(({ _id, disputes = [] }) =>
    disputes
      .filter(({ endToEndId, providerId }) => endToEndId !== undefined && !known.has(providerId))
      .map(({ id }) => `${_id}: case ${id} is nobody’s`),
  );
  return [
    ...strange,
    ...unappliedCases(evidence),
    ...casesOf(evidence).flatMap(({ charge, own }) => own.flatMap((one) => misbooked(evidence, charge, one))),
  ];
}

function misbooked(evidence: RunEvidence, { _id, settlement, status }: ChargeRecord, one: CaseRecord): string[] {
  const [set, paid, back] = [
    sum(entriesOf(evidence, one, 'hold').map(movedBy)),
    paidOf(evidence, one),
    sum(entriesOf(evidence, one, 'void').map(movedBy)),
  ];
  const taken = (evidence.pix.find((pix) => pix._id === settlement?.endToEndId)?.devolutions ?? []).filter(
    (devolution) => isByBank(devolution) && devolution.status === 'DEVOLVIDO',
  );
  // An open case of which a part was taken keeps the rest aside: the bank may still decide about it.
  const isOver = one.status === 'won' || (one.status === 'lost' && paid > 0) || status === 'REFUNDED';
  const left = set - paid - back;
  return [
    ...(set === one.amount ? [] : [`${_id}: ${set} was set aside for a case of ${one.amount}`]),
    ...(entriesOf(evidence, one, 'confirm').length === 0 ? [] : [`${_id}: a case about a Pix was booked as a card’s`]),
    ...(paid <= sum(taken.map(({ amount }) => amount))
      ? []
      : [`${_id}: ${paid} was paid of a case, the bank took less`]),
    ...(left === 0 || (left > 0 && !isOver) ? [] : [`${_id}: ${left} of a case that is ${one.status} is left aside`]),
  ];
}
