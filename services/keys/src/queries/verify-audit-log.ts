import type { Deps } from '../deps.ts';
import {
  type AuditHead,
  type AuditProblem,
  checkKnown,
  NO_EVENTS,
  problemBehind,
  problemOfKnown,
} from '../domain/audit-chain.ts';

/** Events of one call. */
const PART = 1_000;

type VerifyAuditLog = {
  /** What was read before. */
  readonly after?: AuditHead | undefined;
  /** A head of before that has to be in the chain. */
  readonly known?: AuditHead | undefined;
};
type VerifiedPart = { readonly head: AuditHead; readonly hasMore: boolean; readonly problem?: AuditProblem };

/** Recomputes a part of the chain, up to the first place where something is wrong. */
export async function verifyAuditLog(
  { audit }: Pick<Deps, 'audit'>,
  { after = NO_EVENTS, ...request }: VerifyAuditLog,
): Promise<VerifiedPart> {
  const known = request.known && checkKnown(request.known);
  let head = after;
  const broken = (problem: AuditProblem): VerifiedPart => ({ head, hasMore: false, problem });
  if (after.seq === NO_EVENTS.seq && (await audit.hasOutside()))
    return broken({ seq: 0, kind: 'outside_chain', message: 'an event has no sequence of the chain' });
  const events = await audit.behind(after.seq, PART);
  const isEnd = events.length < PART;
  for (const event of events) {
    const problem = problemBehind(head, event);
    if (problem !== undefined) return broken(problem);
    head = { seq: event.seq, hash: event.hash };
    const other = known && problemOfKnown(known, head, false);
    if (other !== undefined) return broken(other);
  }
  const shorter = known && problemOfKnown(known, head, isEnd);
  return shorter === undefined ? { head, hasMore: !isEnd } : broken(shorter);
}
