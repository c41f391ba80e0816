import { type PublicCharge, type PublicPayout, type PublicRefund, statusesOf } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import type { Payout } from '@gx/contracts/payout';
import type { Refund } from '@gx/contracts/refund';
import type { Story } from '../../faults/play/story.ts';
import type { Merchant } from '../load/scene.ts';
import { EVENTS, type SystemUnderTest } from '../load/system-under-test.ts';

/** The merchants' own memory, in the words of the checker. */
export const storyOf = ({ startedAt, merchants }: SystemUnderTest): Story => ({
  startedAt,
  merchants: merchants.map(({ tenant, sinkPath, webhookSecret, creations, cancels, refunds, payouts }) => ({
    tenant,
    sinkPath,
    webhookSecret,
    subscribed: EVENTS,
    creations: creations.map(({ key, amount, answers }) => ({
      key,
      amount,
      answers: answers.map((answer) => chargeOf(answer, tenant)),
    })),
    cancels: [...cancels],
    // No key is rotated here.
    rotations: [],
    payouts: payouts.map(({ answers, ...ask }) => ({
      ...ask,
      answers: answers.map((answer) => payoutOf(answer, tenant)),
    })),
    refunds: refunds.map(({ key, chargeId, amount, answers }) => ({
      key,
      chargeId: raw(chargeId),
      amount,
      answers: answers.map((answer) => refundOf(answer, tenant)),
    })),
  })),
});

const raw = (wireId: string): string => wireId.replace(/^[a-z]+_/, '');

/** What a public charge says, as the charge that it was rendered from. */
const chargeOf = (answer: PublicCharge, tenant: Merchant['tenant']): Charge => ({
  id: raw(answer.id),
  tenant,
  surface: 'CHARGES',
  amount: answer.amount,
  currency: answer.currency,
  status: statusesOf(answer.status).at(-1) ?? 'STATUS_UNSPECIFIED',
  paymentMethod: 'PIX',
  paymentMethods: ['PIX'],
  otherOrders: [],
  customer: null,
  ...(answer.pix === undefined
    ? {}
    : {
        pix: {
          brCode: answer.pix.br_code,
          qrCodeUrl: answer.pix.qr_code_url,
          expiresAtMs: Date.parse(answer.pix.expires_at),
          txid: answer.pix.txid ?? '',
        },
      }),
  checkoutUrl: answer.checkout_url,
  metadataJson: JSON.stringify(answer.metadata),
  createdAtMs: Date.parse(answer.created_at),
  providerFee: 0,
  platformFee: 0,
});

const refundOf = (answer: PublicRefund, tenant: Merchant['tenant']): Refund => ({
  id: raw(answer.id),
  tenant,
  kind: 'REFUND',
  chargeId: raw(answer.transactionId),
  surface: 'CHARGES',
  amount: answer.amount,
  currency: answer.currency,
  status: answer.status,
  strategy: 'DEVOLUTION',
  createdAtMs: Date.parse(answer.createdAt),
});

const payoutOf = (answer: PublicPayout, tenant: Merchant['tenant']): Payout => ({
  id: raw(answer.id),
  tenant,
  amount: answer.amount,
  currency: answer.currency,
  status: answer.status.toUpperCase() as Payout['status'],
  fee: answer.fee,
  destination: { type: answer.destination.type, keyMasked: answer.destination.key_masked },
  createdAtMs: Date.parse(answer.created_at),
  approval: { required: answer.approval.required },
  returnedAmount: answer.returned_amount,
});
