import { SERVICES } from '@gx/contracts';
import type { CreateRefundRequest } from '@gx/contracts/refund';
import { type Id, notFound, parseId, Refusal, type Tenant } from '@gx/core';
import type { CallContext } from '@gx/runtime';
import { type GrpcService, grpcService, keyActor } from '@gx/runtime/grpc';
import type { EncryptedWalk } from '@gx/runtime/mongo';
import type { createRefund } from './commands/create-refund.ts';
import { type RetryReturnDeps, retryReturn } from './commands/retry-return.ts';
import { type SettleReturnDeps, settleReturn } from './commands/settle-return.ts';
import type { RefundRequest } from './domain/refund-request.ts';
import { firstView, refundView } from './domain/refund-view.ts';
import { type ListDevolutionsDeps, listDevolutions } from './queries/list-devolutions.ts';
import { listFailedReturns } from './queries/list-failed-returns.ts';
import { type ListPixOutsDeps, listPixOuts } from './queries/list-pix-outs.ts';
import { type ListRefundsDeps, listRefunds } from './queries/list-refunds.ts';
import { listStatuses } from './queries/list-statuses.ts';
import { personalDataHandlers, type RefundPersonalDataDeps } from './rpc-personal-data.ts';

export type RefundRpcDeps = ListRefundsDeps &
  ListPixOutsDeps &
  ListDevolutionsDeps &
  RetryReturnDeps &
  RefundPersonalDataDeps &
  SettleReturnDeps & {
    readonly createRefund: ReturnType<typeof createRefund>;
    readonly reencryptSecrets: EncryptedWalk;
  };

/** gx.refund.v1: messages in, messages out. */
export const refundRpc = (deps: RefundRpcDeps): GrpcService =>
  grpcService(SERVICES.refund, {
    CreateRefund: async (ctx, request) => {
      const { refund, replayed } = await deps.createRefund(ctx, refundRequest(ctx, request));
      return { refund: firstView(refund), replayed };
    },
    ListRefunds: (ctx, { tenant, chargeId }) => listRefunds(deps, ctx, tenantOf(tenant), chargeIdOf(chargeId)),
    ListFailedReturns: (_ctx, { limit }) => listFailedReturns(deps, limit),
    ListDevolutions: (_ctx, request) => listDevolutions(deps, request),
    ListPixOuts: (_ctx, request) => listPixOuts(deps, request),
    ListStatuses: (_ctx, { refundIds }) => listStatuses(deps, refundIds),
    ...personalDataHandlers(deps),
    ReencryptSecrets: (_ctx, request) => deps.reencryptSecrets(request),
    RetryReturn: async (_ctx, { returnId }) => refundView(await retryReturn(deps, parseId('refund', returnId))),
    SettleReturn: async (_ctx, { returnId, operator, note }) => {
      const settled = await settleReturn(deps, { returnId: parseId('refund', returnId), operator, note });
      const { awaited } = settled;
      return { ...refundView(settled.refund), ...(awaited === undefined ? {} : { awaited }) };
    },
  });

type TenantMessage = { readonly accountId: string; readonly livemode: boolean } | null;

function tenantOf(tenant: TenantMessage): Tenant {
  const accountId = parseId('account', tenant?.accountId ?? '');
  if (tenant === null || accountId === undefined) throw new Refusal('invalid_request', 'A tenant is needed.');
  return { accountId, livemode: tenant.livemode };
}

function chargeIdOf(raw: string): Id<'charge'> {
  const id = parseId('charge', raw);
  if (id === undefined) throw notFound('charge');
  return id;
}

function refundRequest(ctx: CallContext, request: CreateRefundRequest): RefundRequest {
  const { amount, reason, strategy, passFeeToTenant, destinationKey } = request;
  return {
    tenant: tenantOf(request.tenant),
    actor: keyActor(ctx, request.clientAddress),
    chargeId: chargeIdOf(request.chargeId),
    idempotencyKey: request.idempotencyKey,
    requestHash: request.requestHash,
    ...(amount === undefined ? {} : { amount }),
    ...(reason === undefined ? {} : { reason }),
    ...(strategy === 'DEVOLUTION' || strategy === 'CASHOUT' ? { strategy } : {}),
    ...(passFeeToTenant === undefined ? {} : { passFeeToTenant }),
    ...(destinationKey === undefined ? {} : { destinationKey }),
  };
}
