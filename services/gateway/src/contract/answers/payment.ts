import {
  type ChargeStatus,
  type CreatedPayment,
  type ListedPayment,
  type Payment,
  PUBLIC_STATUS,
  type PublicRefund,
} from '@gx/contracts';
import { z } from 'zod';
import { amount, answer, count, failureReason, free, initiator, returnedAmount, time, wireForm } from './answer.ts';

const STATUSES = Object.keys(PUBLIC_STATUS) as ChargeStatus[];
const word = z.string().nullable();
const when = time.nullable();

export const payment = answer(
  'Payment',
  z.strictObject({
    id: wireForm('tx_'),
    status: z.enum(STATUSES),
    amount,
    currency: z.string(),
    paymentMethods: z.array(z.string()),
    paidWith: word,
    pixQrCode: word.meta({ description: 'Data URI of a PNG.' }),
    pixCopyPaste: word,
    pixExpiresAt: when,
    cardRedirectUrl: word,
    mbEntity: word,
    mbReference: word,
    mbExpiresAt: when,
    boletoBarcode: word,
    boletoLine: word,
    boletoPdfUrl: word,
    boletoExpiresAt: when,
    cryptoAddress: word,
    cryptoAmount: word,
    cryptoNetwork: word,
    cryptoCurrency: word,
    providerFee: amount,
    platformFee: amount,
    netAmount: amount.meta({ description: '`amount - providerFee - platformFee`.' }),
    metadata: free,
    createdAt: time,
    paidAt: when,
  }) satisfies z.ZodType<Payment>,
);

const createdFields = {
  id: wireForm('tx_'),
  status: z.enum(STATUSES),
  amount,
  currency: z.string(),
  paymentMethods: z.array(z.string()),
  customerName: word,
  customerDocument: word,
  customerEmail: word,
  metadata: free,
  createdAt: time,
};

export const createdPayment = answer(
  'CreatedPayment',
  z.strictObject(createdFields) satisfies z.ZodType<CreatedPayment>,
);

const listedPayment = answer(
  'ListedPayment',
  z.strictObject({
    ...createdFields,
    paidWith: word,
    providerFee: amount,
    platformFee: amount,
    netAmount: amount,
    paidAt: when,
  }) satisfies z.ZodType<ListedPayment>,
);

export const paymentList = answer(
  'PaymentList',
  z.strictObject({ data: z.array(listedPayment), total: count, page: count, limit: count }),
);

export const providerStatus = answer(
  'ProviderStatus',
  z.strictObject({
    localStatus: z.enum(STATUSES),
    provider: word,
    providerTransactionId: word,
    providerStatus: word,
    rawResponse: free.nullable(),
    error: z.literal('TRANSACTION_HAS_NO_PROVIDER_REFERENCE').exactOptional(),
  }),
);

export const resent = answer('Resent', z.strictObject({ resent: z.boolean(), status: z.enum(STATUSES) }));

export const receiptFile = answer(
  'ReceiptFile',
  z.strictObject({ contentType: z.literal('application/pdf'), base64: z.string() }),
);

export const refund = answer(
  'Refund',
  z.strictObject({
    id: wireForm('re_'),
    transactionId: wireForm('tx_'),
    amount,
    currency: z.string(),
    status: z.enum(['PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED']),
    reason: word,
    createdAt: time,
    initiator,
    failureReason: failureReason.exactOptional(),
    returnedAmount: returnedAmount.exactOptional(),
  }) satisfies z.ZodType<PublicRefund>,
);

export const refundList = answer('RefundList', z.strictObject({ data: z.array(refund), total: count }));
