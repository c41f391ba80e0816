import { PUBLIC_STATUSES, type PublicCharge } from '@gx/contracts';
import { z } from 'zod';
import { amount, answer, free, listOf, time, wireForm } from './answer.ts';

const customer = z
  .strictObject({
    name: z.string().nullable(),
    document: z.string().nullable(),
    email: z.string().nullable().exactOptional(),
    phone: z.string().nullable().exactOptional(),
  })
  .meta({
    description:
      'Each of them is null once the data of the customer was erased, and in a list while we cannot read it.',
  });

const pix = z.strictObject({
  br_code: z.string().meta({ description: 'EMV copy-and-paste payload.' }),
  qr_code_url: z.string().meta({ format: 'uri' }),
  qr_code_base64: z
    .string()
    .exactOptional()
    .meta({ description: 'PNG. Answers about one charge carry it, lists and events do not.' }),
  expires_at: time.meta({ description: 'The expiry that counts.' }),
  txid: z.string().exactOptional(),
});

export const charge = answer(
  'Charge',
  z.strictObject({
    id: wireForm('ch_'),
    object: z.literal('charge'),
    amount,
    currency: z.string(),
    status: z.enum(PUBLIC_STATUSES),
    payment_method: z.string(),
    customer,
    expected_payer_tax_id: z
      .string()
      .nullable()
      .exactOptional()
      .meta({ description: 'Null once the data of the customer was erased.' }),
    pix: pix
      .exactOptional()
      .meta({ description: 'In test mode it is left out 30 days after the creation, once the charge has ended.' }),
    checkout_url: z.string().meta({ format: 'uri' }),
    settlement: z.strictObject({ end_to_end_id: z.string().exactOptional() }),
    metadata: free,
    created_at: time,
  }) satisfies z.ZodType<PublicCharge>,
);

export const chargeList = answer('ChargeList', listOf(charge, wireForm('ch_')));

export const simulatedPayment = answer(
  'SimulatedPayment',
  z.strictObject({
    charge_id: wireForm('ch_'),
    accepted: z.boolean(),
    end_to_end_id: z.string().nullable(),
    rejection: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  }),
);

export const simulatedOutcome = answer(
  'SimulatedOutcome',
  z.strictObject({
    charge_id: wireForm('ch_'),
    accepted: z.boolean(),
    order_status: z.string().meta({ description: 'Of the order at the acquirer, in its own word.' }),
    rejection: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  }),
);

export const simulatedBankReturn = answer(
  'SimulatedBankReturn',
  z.strictObject({
    id: z.string().meta({ description: 'The bank’s id of the devolution: named again, it moves.' }),
    end_to_end_id: z.string(),
    amount,
    status: z.enum(['DEVOLVIDO', 'EM_PROCESSAMENTO', 'NAO_REALIZADO']),
  }),
);

const devolution = z.strictObject({ id: z.string(), amount, status: z.string(), reason: z.string().nullable() });

export const bankBooks = answer(
  'BankBooks',
  z.strictObject({
    txid: z.string(),
    status: z.string(),
    pix: z.array(
      z.strictObject({ end_to_end_id: z.string(), amount, received_at: time, devolutions: z.array(devolution) }),
    ),
    refunds: z.array(devolution).exactOptional().meta({ description: 'Of a charge that is not Pix: what went back.' }),
  }),
);
