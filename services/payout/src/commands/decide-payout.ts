import { type Id, newAct, notFound, Refusal } from '@gx/core';
import type { Call } from '@gx/runtime';
import { decideByUser } from '../domain/decide.ts';
import { isAsCreated } from '../domain/digest.ts';
import { type ApprovalDecision, isOpened, KEEP, type Payout, type PlainPayout } from '../domain/payout.ts';
import { handOver } from '../domain/release.ts';
import type { AccountsPeer, Approver, ApproverProof } from '../peers/keys.ts';
import { endOwned, leavingOnFailure, type OwnedWork } from './own-payout.ts';
import { releasePayout } from './release-payout.ts';

export type DecideDeps = OwnedWork & {
  readonly accounts: Pick<AccountsPeer, 'approverOf' | 'termsOf'>;
  readonly trigger: (bankProfileId: string) => void;
};
export type DecideRequest = {
  readonly verdict: ApprovalDecision['verdict'];
  readonly proof: ApproverProof;
  readonly payoutId: Id<'payout'> | undefined;
  /** Where the user called from; empty where nobody knew. */
  readonly clientAddress: string;
};

/**
 * A user of the account approves or rejects a payout, another one than the issuer of the key that created it
 * (decisions, section 7, Approval). Of two decisions at once exactly one counts. Throws 401, 403
 * `role_not_allowed` and `totp_required`, 404 and 422 `payout_not_awaiting_approval`.
 */
export async function decidePayout(deps: DecideDeps, call: Call, request: DecideRequest): Promise<PlainPayout> {
  const { verdict, proof, payoutId, clientAddress } = request;
  const approver = await deps.accounts.approverOf(call, proof);
  const payout = payoutId === undefined ? undefined : await deps.payouts.forUser(approver.accountId, payoutId);
  if (payout === undefined) throw notFound('payout');
  refuseIssuer(payout, approver);
  if (!isOpened(payout)) throw notAwaiting();
  const owner = deps.newOwner();
  const { userId } = approver;
  const from = clientAddress === '' ? {} : { clientAddress };
  const origin = newAct({ kind: 'user', userId, ...from }, deps.now());
  let counts = false;
  const decided = await deps.payouts.update(payout, (current) => {
    const decision = isUnchanged(deps, current)
      ? decideByUser(current, { verdict, userId, owner, leaseMs: deps.due.workLeaseMs, origin })
      : KEEP;
    counts = decision.kind === 'change';
    return decision;
  });
  if (decided === undefined) throw notFound('payout');
  if (!counts) throw notAwaiting();
  // An approved one that is scheduled waits on, and nobody has its lease.
  if (decided.work.owner !== owner) return decided;
  return verdict === 'rejected' ? endOwned(deps, decided) : letGo(deps, decided);
}

const notAwaiting = (): Refusal =>
  new Refusal('unprocessable_entity', 'This payout waits for no approval.', {
    reason: 'payout_not_awaiting_approval',
  });

function refuseIssuer({ keyIssuerUserId }: PlainPayout, { userId }: Approver): void {
  if (keyIssuerUserId !== userId) return;
  throw new Refusal('forbidden', 'Another user than the one who issued the API key of this payout has to decide.', {
    reason: 'role_not_allowed',
  });
}

/** Nobody approves, or rejects, what is not what was created. */
function isUnchanged({ log }: DecideDeps, payout: Payout): boolean {
  if (isAsCreated(payout)) return true;
  log.error(
    { alarm: 'payout_digest_mismatch', payout_id: payout.id, bank_profile: payout.bank.profileId },
    'a payout does not say what it said when it was created, nobody decides about it',
  );
  return false;
}

/**
 * Lets an approved payout go that need not wait any longer; what stops that is a job's, the approval stands.
 */
async function letGo(deps: DecideDeps, payout: Payout): Promise<PlainPayout> {
  const approved = { ...payout, claimedAt: deps.now() };
  const released = await leavingOnFailure(deps, approved, () => releasePayout(deps, approved)).catch(() => undefined);
  if (released === undefined) return payout;
  if (released.status !== 'PROCESSING') return released;
  // The bank is the job's: a caller does not wait for it.
  await deps.payouts.update(released, (current) => handOver(current, released.work.owner ?? ''));
  deps.trigger(released.bank.profileId);
  return released;
}
