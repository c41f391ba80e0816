import { payment as full, listedPayment } from '@gx/contracts';
import { newId, parseJson } from '@gx/core';
import { payment, paymentList, providerStatus, receiptFile, resent } from '../contract/answers/payment.ts';
import { ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { type PaymentList, paymentList as paymentListQuery } from '../input/payment-list.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { qrPng } from '../qr-png.ts';
import { PATH_IDS } from './path-ids.ts';

const READ_DEADLINE_MS = 5_000;
/** Longer than the one call to the bank that each of them makes. */
const BANK_DEADLINE_MS = 5_000;
/** The named error value of the specification (decisions A14). */
const NEVER_REACHED = 'TRANSACTION_HAS_NO_PROVIDER_REFERENCE';

export const PAYMENTS = [
  route({
    at: 'GET /v1/payments',
    auth: 'key',
    operation: 'listPayments',
    summary: 'Transactions by page, sorted as requested.',
    query: paymentListQuery,
    exampleQuery: 'status=PAID&limit=10',
    answers: { 200: paymentList },
    handle: async ({ charge }, { call, tenant, query }) => {
      const { page, limit } = query;
      const { charges, total } = await charge.listPayments(
        { ...call, deadlineMs: READ_DEADLINE_MS },
        { tenant, ...listRequest(query) },
      );
      return ok({ data: charges.map(listedPayment), total, page, limit });
    },
  }),
  route({
    at: 'GET /v1/payments/:id',
    auth: 'key',
    operation: 'getPayment',
    summary: 'One transaction, by `tx_`, `ch_` or raw id, with what its payer needs.',
    pathId: PATH_IDS.payment,
    answers: { 200: payment },
    handle: async ({ charge }, { call, tenant, id }) =>
      ok(full(await charge.getCharge({ ...call, deadlineMs: READ_DEADLINE_MS }, { tenant, id }), qrPng)),
  }),
  route({
    at: 'GET /v1/payments/:id/provider-status',
    auth: 'key',
    operation: 'getProviderStatus',
    summary: 'What the bank says now, past every copy of ours.',
    pathId: PATH_IDS.payment,
    answers: { 200: providerStatus },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, id }) => {
      const found = await charge.getProviderStatus({ ...call, deadlineMs: BANK_DEADLINE_MS }, { tenant, id });
      const { localStatus, provider, providerTransactionId, providerStatus: status, rawResponseJson } = found;
      return ok({
        localStatus,
        provider: provider ?? null,
        providerTransactionId: providerTransactionId ?? null,
        providerStatus: status ?? null,
        rawResponse: rawResponseJson === undefined ? null : parseJson(rawResponseJson),
        ...(provider === undefined ? { error: NEVER_REACHED } : {}),
      });
    },
  }),
  // Where the bank makes one (decisions A43, ADR 82).
  route({
    at: 'GET /v1/payments/:id/receipt',
    auth: 'key',
    operation: 'getReceipt',
    summary: 'The bank’s own receipt of a paid transaction, a PDF; 422 `receipt_unavailable` where it makes none.',
    pathId: PATH_IDS.payment,
    answers: { 200: receiptFile },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, id }) => {
      const { contentType, content } = await charge.getReceiptFile(
        { ...call, deadlineMs: BANK_DEADLINE_MS },
        { tenant, id },
      );
      return ok({ contentType, base64: content.toString('base64') });
    },
  }),
  route({
    at: 'POST /v1/payments/:id/cancel',
    auth: 'key',
    operation: 'cancelPayment',
    summary: 'Cancel what is not paid yet. It is removed at the bank before the answer comes.',
    pathId: PATH_IDS.payment,
    answers: { 200: payment },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, id }) =>
      ok(full(await charge.cancelCharge(call, { tenant, id }), qrPng)),
  }),
  // The last event of the charge once more, under its own id (decisions A42).
  route({
    at: 'POST /v1/payments/:id/resend-webhook',
    auth: 'key',
    operation: 'resendWebhook',
    summary:
      'Send the status of the transaction once more, as a new delivery of its last event. An account may ask for so many such deliveries and samples a day; beyond that it is 429. An event is kept for 30 days; after them it is 422 with `reason: payload_expired`.',
    pathId: PATH_IDS.payment,
    answers: { 200: resent },
    errors: ['unprocessable_entity'],
    handle: async ({ charge, webhooks }, { call, tenant, id }) => {
      const { event, status } = await charge.getLastEvent({ ...call, deadlineMs: READ_DEADLINE_MS }, { tenant, id });
      if (event.length === 0) return ok({ resent: false, status });
      const { deliveries } = await webhooks.resendEvent(call, { tenant, resendId: newId('resend'), event });
      return ok({ resent: deliveries > 0, status });
    },
  }),
];

const SORTS = {
  createdAt: 'CREATED_AT',
  amount: 'AMOUNT',
  status: 'STATUS',
  id: 'ID',
  currency: 'CURRENCY',
  customerName: 'CUSTOMER_NAME',
  customerDocument: 'CUSTOMER_DOCUMENT',
  customerEmail: 'CUSTOMER_EMAIL',
  paidWith: 'PAID_WITH',
  providerFee: 'PROVIDER_FEE',
  platformFee: 'PLATFORM_FEE',
  netAmount: 'NET_AMOUNT',
  paidAt: 'PAID_AT',
} as const satisfies Record<PaymentList['sortBy'], string>;

const listRequest = ({ page, limit, status, startDate, endDate, sortBy, sortOrder }: PaymentList) =>
  omitUndefined({
    page,
    limit,
    status,
    createdFromMs: startDate,
    createdToMs: endDate,
    sortBy: SORTS[sortBy],
    ascending: sortOrder === 'asc',
  });
