import { addMillis } from '@gx/core';
import { type DuePath, duePath } from '@gx/runtime/mongo';
import { type Dispute, isMismatch, isUnanswered } from '../domain/dispute.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * A bank has 72 hours to ask for the money of a case that is lost, and a day to move it (docs/pix.md, MED).
 */
const UNPAID_AFTER_MS = 4 * DAY_MS;

/** What may be due of a dispute. A warning comes twelve hours after the last one. */
export const DISPUTE_DUE = {
  /** What the bank is to be told, claimed for longer than all that this asks of it; under `<kind>:<bank>`. */
  answer: { kind: 'answer', leaseMs: 30_000 },
  /** A day before evidence is due nobody has brought any to the bank. */
  deadline: { kind: 'deadline', leaseMs: 12 * HOUR_MS },
  /** Something waits for an operator to bring it to the bank. */
  operator: { kind: 'operator', leaseMs: 12 * HOUR_MS },
  /** A case about a Pix was lost, and no devolution has come. */
  unpaid: { kind: 'unpaid', leaseMs: DAY_MS },
} as const;

/** When each is due of a dispute as it stands; absent: not. */
function dueTimes(dispute: Dispute, bankProfileId: string): ReadonlyMap<DuePath, Date | undefined> {
  const { answer, evidenceDueBy, decidedAt, status, endToEndId, settledAt } = dispute;
  const isOwed = status === 'lost' && endToEndId !== undefined && settledAt === undefined && !isMismatch(dispute);
  return new Map([
    [duePath(DISPUTE_DUE.answer.kind, bankProfileId), answer?.state === 'due' ? answer.at : undefined],
    [
      duePath(DISPUTE_DUE.deadline.kind),
      isUnanswered(dispute) && evidenceDueBy !== undefined ? addMillis(evidenceDueBy, -DAY_MS) : undefined,
    ],
    [duePath(DISPUTE_DUE.operator.kind), answer?.state === 'with_operator' ? answer.at : undefined],
    [
      duePath(DISPUTE_DUE.unpaid.kind),
      isOwed && decidedAt !== undefined ? addMillis(decidedAt, UNPAID_AFTER_MS) : undefined,
    ],
  ]);
}

/**
 * What becomes of the entries of a dispute that changed: what is due as before is left to who works on it.
 */
export function disputeDueChanges(before: Dispute | undefined, after: Dispute, bankProfileId: string) {
  const was = before === undefined ? new Map<DuePath, Date>() : dueTimes(before, bankProfileId);
  const set: Record<DuePath, Date> = {};
  const unset: Record<DuePath, ''> = {};
  for (const [path, at] of dueTimes(after, bankProfileId)) {
    if (at === undefined) unset[path] = '';
    else if (was.get(path)?.getTime() !== at.getTime()) set[path] = at;
  }
  return { set, unset };
}
