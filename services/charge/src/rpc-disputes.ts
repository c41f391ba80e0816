import type { SERVICES } from '@gx/contracts';
import type { ListDisputesRequest, OpenDisputeRequest, SimulateDisputeRequest } from '@gx/contracts/charge';
import { cents, type Id, isCents, notFound, parseId, Refusal } from '@gx/core';
import { DISPUTE_OUTCOMES, type DisputeOrder } from '@gx/providers/test-payer';
import type { Handlers } from '@gx/runtime';
import { keyActor } from '@gx/runtime/grpc';
import {
  closeDispute,
  confirmDisputeAnswer,
  demand,
  type OperateDisputesDeps,
  openDispute,
} from './commands/operate-disputes.ts';
import { acceptDispute, type RespondDeps, submitEvidence } from './commands/respond-to-dispute.ts';
import { simulateDispute } from './commands/simulate-dispute.ts';
import type { SimulateDeps } from './commands/simulate-payment.ts';
import { disputeView, operatorsView } from './domain/dispute-view.ts';
import { type GetEvidenceDeps, getEvidence } from './queries/get-evidence.ts';
import { type ListDisputesDeps, listDisputes, listOpenDisputes } from './queries/list-disputes.ts';
import { chargeIdOf, tenantOf } from './rpc-fields.ts';
import type { DisputeFilter } from './store/disputes.ts';

export type DisputeRpcDeps = RespondDeps &
  OperateDisputesDeps &
  ListDisputesDeps &
  GetEvidenceDeps &
  SimulateDeps & { readonly disputes: ListDisputesDeps['disputes'] };

type DisputeRpcs =
  | 'GetDispute'
  | 'ListDisputes'
  | 'SubmitEvidence'
  | 'AcceptDispute'
  | 'OpenDispute'
  | 'CloseDispute'
  | 'ConfirmDisputeAnswer'
  | 'DescribeDispute'
  | 'ListOpenDisputes'
  | 'GetEvidence'
  | 'SimulateDispute';

/** The RPCs of disputes: merchants' first, then operators', then the tester's. */
export const disputeHandlers = (deps: DisputeRpcDeps): Pick<Handlers<typeof SERVICES.charge>, DisputeRpcs> => ({
  GetDispute: async (_ctx, { tenant, id }) => {
    const found = await deps.disputes.byId(tenantOf(tenant), disputeId(id));
    if (found === undefined) throw notFound('dispute');
    return disputeView(found);
  },
  ListDisputes: (_ctx, request) => listDisputes(deps, tenantOf(request.tenant), filterOf(request)),
  SubmitEvidence: async (ctx, { tenant, id, text, files, clientAddress }) => {
    const by = { id: disputeId(id), actor: keyActor(ctx, clientAddress) };
    const request = { ...by, ...(text === undefined ? {} : { text }), files };
    return disputeView(await submitEvidence(deps, tenantOf(tenant), request));
  },
  AcceptDispute: async (ctx, { tenant, id, clientAddress }) => {
    const by = { id: disputeId(id), actor: keyActor(ctx, clientAddress) };
    return disputeView(await acceptDispute(deps, tenantOf(tenant), by));
  },
  OpenDispute: async (_ctx, request) => operatorsView(await openDispute(deps, openingOf(request))),
  CloseDispute: async (_ctx, { id, won, operator }) =>
    operatorsView(await closeDispute(deps, { id: parseId('dispute', id), won, operator })),
  ConfirmDisputeAnswer: async (_ctx, { id, operator }) =>
    operatorsView(await confirmDisputeAnswer(deps, { id: parseId('dispute', id), operator })),
  DescribeDispute: async (_ctx, { id }) => operatorsView(await demand(deps, parseId('dispute', id))),
  ListOpenDisputes: (_ctx, { limit }) => listOpenDisputes(deps, limit),
  GetEvidence: (_ctx, { disputeId: id, evidenceId, file }) =>
    getEvidence(deps, { disputeId: disputeId(id), evidenceId, ...(file === undefined ? {} : { file }) }),
  SimulateDispute: async (_ctx, request) => {
    const played = disputeOrder(request);
    const result = await simulateDispute(deps, tenantOf(request.tenant), chargeIdOf(request.chargeId), played);
    return { id: result.id, endToEndId: result.endToEndId, amount: result.amount, status: result.status };
  },
});

function disputeId(raw: string): Id<'dispute'> {
  const id = parseId('dispute', raw);
  if (id === undefined) throw notFound('dispute');
  return id;
}

function filterOf({ limit, startingAfter, status, chargeId }: ListDisputesRequest): DisputeFilter {
  const after = startingAfter === undefined ? undefined : parseId('dispute', startingAfter);
  if (startingAfter !== undefined && after === undefined)
    throw new Refusal('invalid_cursor', 'No such dispute in this list.', { param: 'starting_after' });
  return {
    limit,
    ...(after === undefined ? {} : { after }),
    ...(status === 'STATUS_UNSPECIFIED' ? {} : { status }),
    ...(chargeId === undefined ? {} : { chargeId: chargeIdOf(chargeId) }),
  };
}

const openingOf = ({ chargeId, evidenceDueByMs, amount, providerId, ...request }: OpenDisputeRequest) => ({
  ...request,
  chargeId: parseId('charge', chargeId),
  ...(amount === undefined ? {} : { amount }),
  ...(providerId === undefined ? {} : { providerId }),
  ...(evidenceDueByMs === undefined ? {} : { evidenceDueBy: new Date(evidenceDueByMs) }),
});

function disputeOrder({ outcome: named, amount, reason = 'fraud' }: SimulateDisputeRequest): DisputeOrder {
  const outcome = DISPUTE_OUTCOMES.find((one) => one === named);
  if (outcome === undefined) throw new Refusal('invalid_request', 'No such outcome.', { param: 'outcome' });
  if (reason !== 'fraud' && reason !== 'operational')
    throw new Refusal('invalid_request', 'fraud or operational.', { param: 'reason' });
  if (amount !== undefined && (!isCents(amount) || amount === 0))
    throw new Refusal('invalid_amount', 'Not an amount.', { param: 'amount' });
  return { outcome, reason, ...(amount === undefined ? {} : { amount: cents(amount) }) };
}
