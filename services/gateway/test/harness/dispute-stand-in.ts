import type { SERVICES } from '@gx/contracts';
import type { Dispute, ListDisputesRequest, SimulateDisputeRequest, SubmitEvidenceRequest } from '@gx/contracts/charge';
import { newId, notFound, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';

type DisputeSide = Pick<
  Handlers<typeof SERVICES.charge>,
  'GetDispute' | 'ListDisputes' | 'SubmitEvidence' | 'AcceptDispute' | 'SimulateDispute'
>;

/** The disputes of the charge service as the edge sees them; one that was won or lost takes no answer. */
export function disputesSide() {
  const all = new Map<string, { readonly accountId: string; dispute: Dispute }>();
  const state = {
    lists: [] as ListDisputesRequest[],
    evidence: [] as SubmitEvidenceRequest[],
    plays: [] as SimulateDisputeRequest[],
    /** A dispute of an account; answers its id. */
    open(accountId: string, change: Partial<Dispute> = {}, due: 'dated' | 'undated' = 'dated'): string {
      const id = newId('dispute');
      const dispute: Dispute = {
        ...{ id, chargeId: newId('charge'), amount: 1_990, currency: 'BRL', status: 'NEEDS_RESPONSE' },
        ...{ reason: 'fraud', createdAtMs: 1_790_000_000_000 },
        ...(due === 'dated' ? { evidenceDueByMs: 1_800_000_000_000 } : {}),
        ...change,
      };
      all.set(id, { accountId, dispute });
      return id;
    },
  };
  const of = (accountId: string | undefined, id: string): { dispute: Dispute } => {
    const found = all.get(id);
    if (found === undefined || found.accountId !== accountId) throw notFound('dispute');
    return found;
  };
  const answer = (accountId: string | undefined, id: string, status: Dispute['status']): Dispute => {
    const found = of(accountId, id);
    if (['WON', 'LOST'].includes(found.dispute.status))
      throw new Refusal('unprocessable_entity', 'It is decided.', { reason: 'dispute_closed' });
    found.dispute = { ...found.dispute, status };
    return found.dispute;
  };
  const handlers: DisputeSide = {
    GetDispute: (_ctx, { tenant, id }) => of(tenant?.accountId, id).dispute,
    ListDisputes(_ctx, request) {
      state.lists.push(request);
      const own = [...all.values()].filter(({ accountId }) => accountId === request.tenant?.accountId);
      return {
        disputes: own.slice(0, request.limit).map(({ dispute }) => dispute),
        hasMore: own.length > request.limit,
      };
    },
    SubmitEvidence(_ctx, request) {
      state.evidence.push(request);
      return answer(request.tenant?.accountId, request.id, 'UNDER_REVIEW');
    },
    AcceptDispute: (_ctx, { tenant, id }) => answer(tenant?.accountId, id, 'LOST'),
    SimulateDispute(_ctx, request) {
      state.plays.push(request);
      const { amount = 1_990 } = request;
      return { id: 'INF1', endToEndId: 'E0000000020260101120000000000001', amount, status: 'ABERTA' };
    },
  };
  return { handlers, state };
}
