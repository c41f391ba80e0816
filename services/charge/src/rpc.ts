import { SERVICES } from '@gx/contracts';
import type {
  CreateChargeRequest,
  Customer as CustomerMessage,
  DecideReviewRequest,
  ListChargesRequest,
  ListPaymentsRequest,
} from '@gx/contracts/charge';
import { type Id, notFound, parseId, Refusal, type Tenant } from '@gx/core';
import { type GrpcService, grpcService } from '@gx/runtime/grpc';
import type { EncryptedWalk } from '@gx/runtime/mongo';
import { bankProfile } from './bank-profile-request.ts';
import type { cancelCharge } from './commands/cancel-charge.ts';
import type { createCharge } from './commands/create-charge.ts';
import type { decideReview, ReviewDecision } from './commands/decide-review.ts';
import type { findChargeByKey } from './commands/find-charge-by-key.ts';
import type { listProviderOrders } from './commands/list-provider-orders.ts';
import type { listProviderPayments } from './commands/list-provider-payments.ts';
import type { receiveProviderCallback } from './commands/receive-provider-callback.ts';
import type { recheckPayment } from './commands/recheck-payment.ts';
import type { retireBankProfile } from './commands/retire-bank-profile.ts';
import type { setBankProfile } from './commands/set-bank-profile.ts';
import type { simulateBankReturn } from './commands/simulate-bank-return.ts';
import type { getSimulatedProviderState, simulateOutcome, simulatePayment } from './commands/simulate-payment.ts';
import { type Customer, PAYMENT_METHODS, type PaymentMethod } from './domain/charge.ts';
import type { ChargeRequest } from './domain/charge-request.ts';
import { chargeView, firstView, type PublicAddresses } from './domain/charge-view.ts';
import type { VisibleStatus } from './domain/transitions.ts';
import type { checkBankProfile } from './queries/check-bank-profile.ts';
import type { describeBankProfiles } from './queries/describe-bank-profiles.ts';
import type { getCharge } from './queries/get-charge.ts';
import type { getCheckout } from './queries/get-checkout.ts';
import type { getCheckoutStatuses } from './queries/get-checkout-statuses.ts';
import type { getLastEvent } from './queries/get-last-event.ts';
import type { getPaymentCode } from './queries/get-payment-code.ts';
import type { getProviderStatus } from './queries/get-provider-status.ts';
import type { getReceiptFile } from './queries/get-receipt-file.ts';
import type { getSettlement } from './queries/get-settlement.ts';
import type { listBankProfiles } from './queries/list-bank-profiles.ts';
import type { listCharges } from './queries/list-charges.ts';
import type { listIncomingPayments } from './queries/list-incoming-payments.ts';
import type { listPayments, PaymentListing } from './queries/list-payments.ts';
import type { listReviews } from './queries/list-reviews.ts';
import type { getPaymentMetrics } from './queries/payment-metrics.ts';
import type { getPaymentStats } from './queries/payment-stats.ts';
import type { verifyStatistics } from './queries/verify-statistics.ts';
import {
  bankReturnOrder,
  booksMessage,
  outcomeResult,
  paymentOrder,
  paymentResult,
  playedOutcome,
} from './test-mode-messages.ts';

export type Acts = {
  readonly createCharge: ReturnType<typeof createCharge>;
  readonly findChargeByKey: ReturnType<typeof findChargeByKey>;
  readonly cancelCharge: ReturnType<typeof cancelCharge>;
  readonly getCharge: ReturnType<typeof getCharge>;
  readonly listCharges: ReturnType<typeof listCharges>;
  readonly listPayments: ReturnType<typeof listPayments>;
  readonly getProviderStatus: ReturnType<typeof getProviderStatus>;
  readonly getReceiptFile: ReturnType<typeof getReceiptFile>;
  readonly getPaymentCode: ReturnType<typeof getPaymentCode>;
  readonly getCheckout: ReturnType<typeof getCheckout>;
  readonly getCheckoutStatuses: ReturnType<typeof getCheckoutStatuses>;
  readonly getLastEvent: ReturnType<typeof getLastEvent>;
  readonly getSettlement: ReturnType<typeof getSettlement>;
  readonly getPaymentStats: ReturnType<typeof getPaymentStats>;
  readonly getPaymentMetrics: ReturnType<typeof getPaymentMetrics>;
  readonly verifyStatistics: ReturnType<typeof verifyStatistics>;
  readonly listReviews: ReturnType<typeof listReviews>;
  readonly decideReview: ReturnType<typeof decideReview>;
  readonly checkBankProfile: ReturnType<typeof checkBankProfile>;
  readonly listProviderPayments: ReturnType<typeof listProviderPayments>;
  readonly listProviderOrders: ReturnType<typeof listProviderOrders>;
  readonly listIncomingPayments: ReturnType<typeof listIncomingPayments>;
  readonly listBankProfiles: ReturnType<typeof listBankProfiles>;
  readonly describeBankProfiles: ReturnType<typeof describeBankProfiles>;
  readonly retireBankProfile: ReturnType<typeof retireBankProfile>;
  readonly receiveProviderCallback: ReturnType<typeof receiveProviderCallback>;
  readonly recheckPayment: ReturnType<typeof recheckPayment>;
  readonly setBankProfile: ReturnType<typeof setBankProfile>;
  readonly simulatePayment: ReturnType<typeof simulatePayment>;
  readonly simulateOutcome: ReturnType<typeof simulateOutcome>;
  readonly simulateBankReturn: ReturnType<typeof simulateBankReturn>;
  readonly getSimulatedProviderState: ReturnType<typeof getSimulatedProviderState>;
  readonly reencryptSecrets: EncryptedWalk;
  readonly addresses: PublicAddresses;
};

/** gx.charge.v1: messages in, messages out. */
export const chargeRpc = (acts: Acts): GrpcService =>
  grpcService(SERVICES.charge, {
    CreateCharge: async (ctx, request) => {
      const { charge, replayed } = await acts.createCharge(ctx, chargeRequest(request));
      return { charge: firstView(charge, acts.addresses), replayed };
    },
    FindChargeByKey: async (ctx, request) => {
      const found = await acts.findChargeByKey(ctx, chargeRequest(request));
      return found === undefined ? {} : { charge: firstView(found.charge, acts.addresses), replayed: found.replayed };
    },
    GetCharge: (_ctx, { tenant, id }) => acts.getCharge(tenantOf(tenant), parseId('charge', id)),
    ListCharges: (_ctx, request) => acts.listCharges(tenantOf(request.tenant), filterOf(request)),
    ListPayments: (_ctx, request) => acts.listPayments(tenantOf(request.tenant), listingOf(request)),
    GetProviderStatus: (_ctx, { tenant, id }) => acts.getProviderStatus(tenantOf(tenant), parseId('charge', id)),
    GetReceiptFile: (_ctx, { tenant, id }) => acts.getReceiptFile(tenantOf(tenant), parseId('charge', id)),
    GetPaymentCode: (_ctx, { id }) => acts.getPaymentCode(parseId('charge', id)),
    GetCheckout: (ctx, { id }) => acts.getCheckout(ctx, parseId('charge', id)),
    GetCheckoutStatuses: (_ctx, { ids }) =>
      acts.getCheckoutStatuses(ids.map((id) => parseId('charge', id)).filter((id) => id !== undefined)),
    CancelCharge: async (ctx, { tenant, id }) =>
      chargeView(await acts.cancelCharge(ctx, tenantOf(tenant), parseId('charge', id)), acts.addresses),
    GetSettlement: (_ctx, { tenant, chargeId: id }) => acts.getSettlement(tenantOf(tenant), parseId('charge', id)),
    GetPaymentStats: (_ctx, { tenant, ...wanted }) => acts.getPaymentStats(tenantOf(tenant), wanted),
    GetPaymentMetrics: (_ctx, { tenant, ...wanted }) => acts.getPaymentMetrics(tenantOf(tenant), wanted),
    VerifyStatistics: (ctx, wanted) => acts.verifyStatistics(wanted, ctx.signal),
    GetLastEvent: (_ctx, { tenant, id }) => acts.getLastEvent(tenantOf(tenant), parseId('charge', id)),
    ListReviews: (_ctx, { limit }) => acts.listReviews(limit),
    DecideReview: (_ctx, request) => acts.decideReview(decisionOf(request)),
    ListBankProfiles: () => acts.listBankProfiles(),
    DescribeBankProfiles: () => acts.describeBankProfiles(),
    RetireBankProfile: async (ctx, request) => {
      const { livemode, pix, orders } = await acts.retireBankProfile(ctx, request);
      return { livemode, ...(pix === undefined ? {} : { pix }), ...(orders === undefined ? {} : { orders }) };
    },
    CheckBankProfile: (_ctx, { id }) => acts.checkBankProfile(id),
    ListProviderPayments: (_ctx, request) => acts.listProviderPayments(request),
    ListProviderOrders: (_ctx, request) => acts.listProviderOrders(request),
    ListIncomingPayments: (_ctx, request) => acts.listIncomingPayments(request),
    ReencryptSecrets: (_ctx, request) => acts.reencryptSecrets(request),
    ReceiveProviderCallback: (ctx, { bankProfileId, token, body }) =>
      acts.receiveProviderCallback(ctx, { bankProfileId, token, body: body.toString('utf8') }),
    RecheckPayment: async (_ctx, request) => {
      await acts.recheckPayment(request);
      return {};
    },
    SetBankProfile: (ctx, request) => acts.setBankProfile(ctx, bankProfile(request)),
    SimulatePayment: async (_ctx, request) =>
      paymentResult(
        await acts.simulatePayment(tenantOf(request.tenant), chargeId(request.chargeId), paymentOrder(request)),
      ),
    SimulateOutcome: async (_ctx, request) =>
      outcomeResult(
        await acts.simulateOutcome(tenantOf(request.tenant), chargeId(request.chargeId), playedOutcome(request)),
      ),
    SimulateBankReturn: async (_ctx, request) => {
      const played = bankReturnOrder(request);
      return acts.simulateBankReturn(tenantOf(request.tenant), chargeId(request.chargeId), played);
    },
    GetSimulatedProviderState: async (_ctx, { tenant, chargeId: id }) =>
      booksMessage(await acts.getSimulatedProviderState(tenantOf(tenant), chargeId(id))),
  });

type TenantMessage = { readonly accountId: string; readonly livemode: boolean } | null;

function tenantOf(tenant: TenantMessage): Tenant {
  const accountId = parseId('account', tenant?.accountId ?? '');
  if (tenant === null || accountId === undefined) throw new Refusal('invalid_request', 'A tenant is needed.');
  return { accountId, livemode: tenant.livemode };
}

function chargeId(raw: string): Id<'charge'> {
  const id = parseId('charge', raw);
  if (id === undefined) throw notFound('charge');
  return id;
}

function chargeRequest(request: CreateChargeRequest): ChargeRequest {
  const { description, expiresInSeconds, expectedPayerTaxId, metadataJson, customerId, webhookUrl, returnUrl } =
    request;
  return {
    tenant: tenantOf(request.tenant),
    idempotencyKey: request.idempotencyKey,
    requestHash: request.requestHash,
    surface: request.surface === 'PAYMENTS' ? 'PAYMENTS' : 'CHARGES',
    amount: request.amount,
    currency: request.currency,
    paymentMethods: methodsOf(request.paymentMethods),
    customer: customerOf(request.customer),
    ...(description === undefined ? {} : { description }),
    ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }),
    ...(expectedPayerTaxId === undefined ? {} : { expectedPayerTaxId }),
    ...(metadataJson === undefined ? {} : { metadataJson }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
    ...(customerId === undefined ? {} : { customerId }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
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

function customerOf(customer: CustomerMessage | null | undefined): Customer {
  const { name, document, email, phone } = customer ?? {};
  return {
    ...(name === undefined ? {} : { name }),
    ...(document === undefined ? {} : { document }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  };
}

function filterOf(request: ListChargesRequest): Parameters<Acts['listCharges']>[1] {
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

function decisionOf({ chargeId: id, verdict, operator }: DecideReviewRequest): ReviewDecision {
  if (verdict !== 'APPROVE' && verdict !== 'REJECT')
    throw new Refusal('invalid_request', 'APPROVE or REJECT.', { param: 'verdict' });
  return { chargeId: parseId('charge', id), verdict, operator };
}
