import { charge, chargeList } from '../answers/charge.ts';
import type { Descriptions } from '../description.ts';

const CREATE_ERRORS = [
  'fraud.customer_velocity_exceeded',
  'fraud.account_velocity_exceeded',
  'idempotency_key_reused',
  'unprocessable_entity',
] as const;

export const CHARGES: Descriptions = {
  'POST /v1/charges': {
    id: 'createCharge',
    tag: 'Charges',
    summary: 'Ask a payer for money. One `Idempotency-Key` is one charge, for ever.',
    answers: { 201: charge },
    errors: CREATE_ERRORS,
    body: {
      amount: 1990,
      payment_method: 'pix',
      description: 'Order 1001',
      expires_in: 3600,
      customer: { name: 'Ana Souza', document: '529.982.247-25' },
      metadata: { order: '1001' },
    },
  },
  'POST /v1/pix/charges': {
    id: 'createPixCharge',
    tag: 'Charges',
    summary: 'The same, with `payment_method` filled in.',
    answers: { 201: charge },
    errors: CREATE_ERRORS,
    body: { amount: 1990, description: 'Order 1002' },
  },
  'GET /v1/charges/:id': {
    id: 'getCharge',
    tag: 'Charges',
    summary: 'One charge, by `ch_`, `tx_` or raw id. For spot checks: the webhook is what to wait for.',
    answers: { 200: charge },
  },
  'GET /v1/charges': {
    id: 'listCharges',
    tag: 'Charges',
    summary: 'Charges, newest first, by cursor. Pages stay as they are while new charges come in.',
    answers: { 200: chargeList },
    query: 'status=pending&limit=10',
  },
  'GET /qr/:file': {
    id: 'getQrImage',
    tag: 'Charges',
    summary: 'The QR code of a charge that can be paid, for whoever has its id: `<raw id>.png`.',
    answers: { 200: { media: 'image/png' } },
  },
};
