import { SERVICES } from '@gx/contracts';
import type {
  ClaimRefundSendRequest,
  CreateChargeRequest,
  DecideReviewRequest,
  ListChargesRequest,
  ListPaymentsRequest,
} from '@gx/contracts/charge';
import { EVIDENCE_LIMITS, isCents, parseId, Refusal } from '@gx/core';
import { type GrpcService, grpcService } from '@gx/runtime/grpc';
import type { EncryptedWalk } from '@gx/runtime/mongo';
import { bankProfile } from './bank-profile-request.ts';
import { type CancelDeps, cancelCharge } from './commands/cancel-charge.ts';
import { claimRefundSend } from './commands/claim-refund-send.ts';
import { type CreateDeps, createCharge, type Flights, findChargeByKey } from './commands/create-charge.ts';
import { decideReview, type ReviewDecision } from './commands/decide-review.ts';
import { listProviderOrders } from './commands/list-provider-orders.ts';
import { listProviderPayments } from './commands/list-provider-payments.ts';
import { type ReceiveProviderCallbackDeps, receiveProviderCallback } from './commands/receive-provider-callback.ts';
import { type RecheckPaymentDeps, recheckPayment } from './commands/recheck-payment.ts';
import { retireBankProfile } from './commands/retire-bank-profile.ts';
import { type SetBankProfileDeps, setBankProfile } from './commands/set-bank-profile.ts';
import { simulateBankReturn } from './commands/simulate-bank-return.ts';
import {
  getSimulatedProviderState,
  type SimulateDeps,
  simulateCheckoutPayment,
  simulateOutcome,
  simulatePayment,
} from './commands/simulate-payment.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './domain/charge.ts';
import type { ChargeRequest } from './domain/charge-request.ts';
import { chargeView, firstView, type PublicAddresses } from './domain/charge-view.ts';
import type { VisibleStatus } from './domain/transitions.ts';
import { checkBankProfile } from './queries/check-bank-profile.ts';
import { type ConfirmMoneyDeps, confirmMoney } from './queries/confirm-money.ts';
import { type DescribeBankProfilesDeps, describeBankProfiles } from './queries/describe-bank-profiles.ts';
import { type GetCheckoutDeps, getCheckout } from './queries/get-checkout.ts';
import { getCheckoutStatuses } from './queries/get-checkout-statuses.ts';
import { getLastEvent } from './queries/get-last-event.ts';
import { getPaymentCode } from './queries/get-payment-code.ts';
import { type GetProviderStatusDeps, getProviderStatus } from './queries/get-provider-status.ts';
import { type GetReceiptFileDeps, getReceiptFile } from './queries/get-receipt-file.ts';
import { getSettlement } from './queries/get-settlement.ts';
import { listBankProfiles } from './queries/list-bank-profiles.ts';
import { type ListChargesDeps, listCharges } from './queries/list-charges.ts';
import { type ListIncomingPaymentsDeps, listIncomingPayments } from './queries/list-incoming-payments.ts';
import { type ListPaymentsDeps, listPayments, type PaymentListing } from './queries/list-payments.ts';
import { type ListReviewsDeps, listReviews } from './queries/list-reviews.ts';
import { getPaymentMetrics, getPaymentStats, type PaymentStatisticsDeps } from './queries/payment-statistics.ts';
import { type VerifyStatisticsDeps, verifyStatistics } from './queries/verify-statistics.ts';
import { type DisputeRpcDeps, disputeHandlers } from './rpc-disputes.ts';
import { chargeIdOf, tenantOf } from './rpc-fields.ts';
import { type PersonalDataRpcDeps, personalDataHandlers } from './rpc-personal-data.ts';
import {
  bankReturnOrder,
  booksMessage,
  outcomeResult,
  paymentOrder,
  paymentResult,
  playedOutcome,
} from './test-mode-messages.ts';

/** What the acts behind the RPCs work with; most of it is common to many of them. */
export type ChargeRpcDeps = CreateDeps &
  CancelDeps &
  ReceiveProviderCallbackDeps &
  RecheckPaymentDeps &
  SetBankProfileDeps &
  DescribeBankProfilesDeps &
  SimulateDeps &
  GetCheckoutDeps &
  GetProviderStatusDeps &
  GetReceiptFileDeps &
  ListPaymentsDeps &
  ListIncomingPaymentsDeps &
  ListReviewsDeps &
  ConfirmMoneyDeps &
  PaymentStatisticsDeps &
  DisputeRpcDeps &
  PersonalDataRpcDeps &
  ListChargesDeps &
  VerifyStatisticsDeps & {
    readonly flights: Flights;
    readonly addresses: PublicAddresses;
    readonly reencryptSecrets: EncryptedWalk;
  };

/** gx.charge.v1: messages in, messages out. */
export const chargeRpc = (deps: ChargeRpcDeps): GrpcService => ({
  ...handlersOf(deps),
  maxMessageBytes: EVIDENCE_LIMITS.messageBytesMax,
});

const handlersOf = (deps: ChargeRpcDeps): GrpcService =>
  grpcService(SERVICES.charge, {
    ...disputeHandlers(deps),
    ...personalDataHandlers(deps),
    CreateCharge: async (ctx, request) => {
      const { charge, replayed } = await createCharge(deps, ctx, chargeRequest(request));
      return { charge: firstView(charge, deps.addresses), replayed };
    },
    FindChargeByKey: async (ctx, request) => {
      const found = await findChargeByKey(deps, ctx, chargeRequest(request));
      return found === undefined ? {} : { ...found, charge: firstView(found.charge, deps.addresses) };
    },
    GetCharge: async (_ctx, { tenant, id }) =>
      chargeView(await deps.charges.byId(tenantOf(tenant), chargeIdOf(id)), deps.addresses),
    ListCharges: (_ctx, request) => listCharges(deps, tenantOf(request.tenant), filterOf(request)),
    ListPayments: (_ctx, request) => listPayments(deps, tenantOf(request.tenant), listingOf(request)),
    GetProviderStatus: (_ctx, { tenant, id }) => getProviderStatus(deps, tenantOf(tenant), chargeIdOf(id)),
    GetReceiptFile: (_ctx, { tenant, id }) => getReceiptFile(deps, tenantOf(tenant), chargeIdOf(id)),
    GetPaymentCode: (_ctx, { id }) => getPaymentCode(deps, chargeIdOf(id)),
    GetCheckout: (ctx, { id }) => getCheckout(deps, ctx, chargeIdOf(id)),
    GetCheckoutStatuses: (_ctx, { ids }) =>
      getCheckoutStatuses(
        deps,
        ids.map((id) => parseId('charge', id)).filter((id) => id !== undefined),
      ),
    CancelCharge: async (ctx, { tenant, id }) =>
      chargeView(await cancelCharge(deps, ctx, tenantOf(tenant), chargeIdOf(id)), deps.addresses),
    GetSettlement: (_ctx, { tenant, chargeId: id }) => getSettlement(deps, tenantOf(tenant), chargeIdOf(id)),
    GetPaymentStats: (_ctx, { tenant, ...wanted }) => getPaymentStats(deps, tenantOf(tenant), wanted),
    GetPaymentMetrics: (_ctx, { tenant, ...wanted }) => getPaymentMetrics(deps, tenantOf(tenant), wanted),
    VerifyStatistics: (ctx, wanted) => verifyStatistics(deps, wanted, ctx.signal),
    GetLastEvent: (_ctx, { tenant, id }) => getLastEvent(deps, tenantOf(tenant), chargeIdOf(id)),
    ListReviews: (_ctx, { limit }) => listReviews(deps, limit),
    DecideReview: (_ctx, request) => decideReview(deps, decisionOf(request)),
    ListBankProfiles: () => listBankProfiles(deps),
    DescribeBankProfiles: () => describeBankProfiles(deps),
    RetireBankProfile: (ctx, request) => retireBankProfile(deps, ctx, request),
    CheckBankProfile: (_ctx, { id }) => checkBankProfile(deps, id),
    ListProviderPayments: (_ctx, request) => listProviderPayments(deps, request),
    ListProviderOrders: (_ctx, request) => listProviderOrders(deps, request),
    ListIncomingPayments: (_ctx, request) => listIncomingPayments(deps, request),
    ReencryptSecrets: (_ctx, request) => deps.reencryptSecrets(request),
    ReceiveProviderCallback: (ctx, { bankProfileId, token, body }) =>
      receiveProviderCallback(deps, ctx, { bankProfileId, token, body: body.toString('utf8') }),
    RecheckPayment: async (_ctx, request) => {
      await recheckPayment(deps, request);
      return {};
    },
    ClaimRefundSend: (_ctx, { tenant, ...refund }) => claimRefundSend(deps, tenantOf(tenant), leavingRefund(refund)),
    ConfirmMoney: async (_ctx, { events }) => ({ confirmations: await confirmMoney(deps, events) }),
    SetBankProfile: (ctx, request) => setBankProfile(deps, ctx, bankProfile(request)),
    SimulatePayment: async (_ctx, request) =>
      paymentResult(
        await simulatePayment(deps, tenantOf(request.tenant), chargeIdOf(request.chargeId), paymentOrder(request)),
      ),
    SimulateCheckoutPayment: async (_ctx, { id }) => paymentResult(await simulateCheckoutPayment(deps, chargeIdOf(id))),
    SimulateOutcome: async (_ctx, request) =>
      outcomeResult(
        await simulateOutcome(deps, tenantOf(request.tenant), chargeIdOf(request.chargeId), playedOutcome(request)),
      ),
    SimulateBankReturn: async (_ctx, request) => {
      const played = bankReturnOrder(request);
      return simulateBankReturn(deps, tenantOf(request.tenant), chargeIdOf(request.chargeId), played);
    },
    GetSimulatedProviderState: async (_ctx, { tenant, chargeId: id }) =>
      booksMessage(await getSimulatedProviderState(deps, tenantOf(tenant), chargeIdOf(id))),
  });

function chargeRequest({ tenant, surface, paymentMethods, customer, ...given }: CreateChargeRequest): ChargeRequest {
  return {
    ...given,
    tenant: tenantOf(tenant),
    surface: surface === 'PAYMENTS' ? 'PAYMENTS' : 'CHARGES',
    paymentMethods: methodsOf(paymentMethods),
    customer: customer ?? {},
  };
}

/** None named: Pix. */
function methodsOf(names: readonly string[]): readonly PaymentMethod[] {
  if (names.length === 0) return ['PIX'];
  return [...new Set(names)].map((name) => {
    const method = PAYMENT_METHODS.find((one) => one === name);
    if (method !== undefined) return method;
    throw new Refusal('invalid_request', 'No such payment method.', { param: 'paymentMethods' });
  });
}

function filterOf(request: ListChargesRequest): Parameters<typeof listCharges>[2] {
  const { limit, startingAfter, createdAfterMs, createdBeforeMs, customerDocument } = request;
  const after = startingAfter === undefined ? undefined : parseId('charge', startingAfter);
  if (startingAfter !== undefined && after === undefined) {
    throw new Refusal('invalid_cursor', 'No such charge in this list.', { param: 'starting_after' });
  }
  return {
    limit,
    statuses: request.statuses.filter((status): status is VisibleStatus => status !== 'STATUS_UNSPECIFIED'),
    ...(after === undefined ? {} : { after }),
    ...(createdAfterMs === undefined ? {} : { createdFrom: new Date(createdAfterMs) }),
    ...(createdBeforeMs === undefined ? {} : { createdTo: new Date(createdBeforeMs) }),
    ...(customerDocument === undefined ? {} : { customerDocument }),
  };
}

const ORDERS = {
  SORT_BY_UNSPECIFIED: 'createdAt',
  CREATED_AT: 'createdAt',
  AMOUNT: 'amount',
  STATUS: 'status',
  ID: 'id',
  CURRENCY: 'currency',
  CUSTOMER_NAME: 'customerName',
  CUSTOMER_DOCUMENT: 'customerDocument',
  CUSTOMER_EMAIL: 'customerEmail',
  PAID_WITH: 'paidWith',
  PROVIDER_FEE: 'providerFee',
  PLATFORM_FEE: 'platformFee',
  NET_AMOUNT: 'netAmount',
  PAID_AT: 'paidAt',
} as const satisfies Record<ListPaymentsRequest['sortBy'], PaymentListing['order']['by']>;

function listingOf(request: ListPaymentsRequest): PaymentListing {
  const { page, limit, status, createdFromMs, createdToMs, sortBy, ascending } = request;
  return {
    page,
    limit,
    order: { by: ORDERS[sortBy], ascending } as PaymentListing['order'],
    filter: {
      ...(status === undefined || status === 'STATUS_UNSPECIFIED' ? {} : { status }),
      ...(createdFromMs === undefined ? {} : { createdFrom: new Date(createdFromMs) }),
      ...(createdToMs === undefined ? {} : { createdTo: new Date(createdToMs) }),
    },
  };
}

function leavingRefund({ chargeId, refundId, amount }: Omit<ClaimRefundSendRequest, 'tenant'>) {
  const id = parseId('refund', refundId);
  if (id === undefined || !isCents(amount) || amount === 0)
    throw new Refusal('invalid_request', 'A refund of some amount is needed.');
  return { chargeId: chargeIdOf(chargeId), id, amount };
}

function decisionOf({ chargeId: id, verdict, operator }: DecideReviewRequest): ReviewDecision {
  if (verdict !== 'APPROVE' && verdict !== 'REJECT')
    throw new Refusal('invalid_request', 'APPROVE or REJECT.', { param: 'verdict' });
  return { chargeId: parseId('charge', id), verdict, operator };
}
