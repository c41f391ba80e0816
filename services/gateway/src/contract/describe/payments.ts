import { payment, refund, refundList } from '../answers/payment.ts';
import type { Descriptions } from '../description.ts';

export const PAYMENTS: Descriptions = {
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
    summary: 'Give money back, all of it or a part. One `idempotencyKey` is one refund, for ever.',
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
