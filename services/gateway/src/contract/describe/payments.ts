import {
  createdPayment,
  payment,
  paymentList,
  providerStatus,
  receiptFile,
  refund,
  refundList,
  resent,
} from '../answers/payment.ts';
import { paymentMetrics, paymentStats } from '../answers/payment-statistics.ts';
import type { Descriptions } from '../description.ts';

export const PAYMENTS: Descriptions = {
  'POST /v1/payments': {
    id: 'createPayment',
    tag: 'Payments',
    summary:
      'Ask a payer for money by one or several methods, of which the first that is paid wins. One `idempotencyKey` is one transaction, for ever.',
    answers: { 201: createdPayment },
    errors: [
      'invalid_url',
      'fraud.customer_velocity_exceeded',
      'fraud.account_velocity_exceeded',
      'idempotency_key_reused',
      'unprocessable_entity',
    ],
    body: { amount: 1990, paymentMethods: ['PIX'], customerName: 'Ana Souza', idempotencyKey: 'order-1003' },
  },
  'GET /v1/payments': {
    id: 'listPayments',
    tag: 'Payments',
    summary: 'Transactions by page, sorted as requested.',
    answers: { 200: paymentList },
    query: 'status=PAID&limit=10',
  },
  'GET /v1/payments/stats': {
    id: 'getPaymentStats',
    tag: 'Payments',
    summary: 'How many transactions and how much money, by day, currency and method.',
    answers: { 200: paymentStats },
    query: 'days=30',
  },
  'GET /v1/payments/metrics': {
    id: 'getPaymentMetrics',
    tag: 'Payments',
    summary: 'From created to paid: the funnel, the volume, and how long payers take.',
    answers: { 200: paymentMetrics },
    query: 'days=30&currency=BRL',
  },
  'POST /v1/payments/:id/resend-webhook': {
    id: 'resendWebhook',
    tag: 'Payments',
    summary:
      'Send the status of the transaction once more, as a new delivery of its last event. An account may ask for so many such deliveries and samples a day; beyond that it is 429.',
    answers: { 200: resent },
  },
  'GET /v1/payments/:id': {
    id: 'getPayment',
    tag: 'Payments',
    summary: 'One transaction, by `tx_`, `ch_` or raw id, with what its payer needs.',
    answers: { 200: payment },
  },
  'GET /v1/payments/:id/provider-status': {
    id: 'getProviderStatus',
    tag: 'Payments',
    summary: 'What the bank says now, past every copy of ours.',
    answers: { 200: providerStatus },
    errors: ['unprocessable_entity'],
  },
  'GET /v1/payments/:id/receipt': {
    id: 'getReceipt',
    tag: 'Payments',
    summary: 'The bank’s own receipt of a paid transaction, a PDF; 422 `receipt_unavailable` where it makes none.',
    answers: { 200: receiptFile },
    errors: ['unprocessable_entity'],
  },
  'POST /v1/payments/:id/cancel': {
    id: 'cancelPayment',
    tag: 'Payments',
    summary: 'Cancel what is not paid yet. It is removed at the bank before the answer comes.',
    answers: { 200: payment },
    errors: ['unprocessable_entity'],
  },
  'POST /v1/payments/:id/refund': {
    id: 'refundPayment',
    tag: 'Payments',
    summary:
      'Give money back, all of it or a part. One `idempotencyKey` is one refund, for ever. A transaction has at most 1,000 refunds, failed ones among them; beyond that it is 422 with the reason `refund_limit_reached`.',
    answers: { 201: refund },
    errors: ['idempotency_key_reused', 'unprocessable_entity', 'REFUND_NOT_SUPPORTED'],
    body: { idempotencyKey: 'refund-1001', amount: 990, reason: 'One item was sold out', strategy: 'devolution' },
  },
  'GET /v1/payments/:id/refunds': {
    id: 'listRefunds',
    tag: 'Payments',
    summary: 'What went back to the payer or is on its way, newest first.',
    answers: { 200: refundList },
  },
};
