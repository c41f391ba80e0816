import { canonicalEvent } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';

type Sample = {
  readonly eventId: string;
  readonly chargeId: string;
  readonly at: Date;
  readonly apiVersion: string;
};

const CREATED_BEFORE_MS = 60_000;
const EXPIRES_AFTER_MS = 3_600_000;

/** The body of a test delivery: a paid charge of nobody, and `"test": true` beside it. */
export function sampleEvent({ eventId, chargeId: id, at, apiVersion }: Sample): string {
  const createdAtMs = at.getTime() - CREATED_BEFORE_MS;
  const charge: Charge = {
    id,
    tenant: null,
    surface: 'CHARGES',
    amount: 1_990,
    currency: 'BRL',
    status: 'PAID',
    paymentMethod: 'PIX',
    paymentMethods: ['PIX'],
    otherOrders: [],
    customer: { name: 'Maria da Silva' },
    pix: {
      brCode: '00020101021226360014br.gov.bcb.pix0114+55000000000005204000053039865802BR5905TESTE6009SAO PAULO6304ABCD',
      qrCodeUrl: `https://example.com/qr/${id}.png`,
      expiresAtMs: createdAtMs + EXPIRES_AFTER_MS,
    },
    checkoutUrl: `https://example.com/checkout/${id}`,
    endToEndId: `E00000000${'0'.repeat(23)}`,
    metadataJson: '{"test":true}',
    createdAtMs,
    paidAtMs: at.getTime(),
    providerFee: 10,
    platformFee: 20,
  };
  const event = canonicalEvent('charge.paid', charge, {
    eventId,
    occurredAtMs: at.getTime(),
    sequence: 1,
  });
  return JSON.stringify({ ...event, api_version: apiVersion, test: true });
}
