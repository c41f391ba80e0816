import type { Charge, ChargeEvent } from '@gx/contracts/charge';
import { eventIdOf, newId, type Tenant } from '@gx/core';

/** When all of it happened: lately, since events end in time. */
export const HAPPENED_AT = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000);

type EventFields = { readonly chargeId?: string; readonly sequence?: number; readonly name?: string };

/** `charge.created` of a charge of 1,000 centavos. */
export function created(
  tenant: Tenant,
  { chargeId = newId('charge'), sequence = 1, name = 'Maria' }: EventFields = {},
): ChargeEvent {
  return {
    ...details(tenant, 'charge.created', chargeId, sequence),
    created: { charge: chargeOf(tenant, chargeId, name), previousStatus: 'PENDING' },
  };
}

/** `charge.paid` of the same. */
export function paid(
  tenant: Tenant,
  { chargeId = newId('charge'), sequence = 3, name = 'Maria' }: EventFields = {},
): ChargeEvent {
  return {
    ...details(tenant, 'charge.paid', chargeId, sequence),
    paid: { charge: settled(chargeOf(tenant, chargeId, name)), previousStatus: 'WAITING_PAYMENT' },
  };
}

/** `charge.expired` of the same. */
export function expired(tenant: Tenant, { chargeId = newId('charge'), sequence = 2 }: EventFields = {}): ChargeEvent {
  return {
    ...details(tenant, 'charge.expired', chargeId, sequence),
    expired: { charge: { ...chargeOf(tenant, chargeId), status: 'EXPIRED' }, previousStatus: 'WAITING_PAYMENT' },
  };
}

type Failure = { readonly status: 'CANCELLED' | 'REFUSED'; readonly previousStatus: Charge['status'] };

/** `charge.failed` of the same: cancelled by the merchant, or refused by the bank. */
export function failed(
  tenant: Tenant,
  { status, previousStatus }: Failure,
  { chargeId = newId('charge'), sequence = 2 }: EventFields = {},
): ChargeEvent {
  return {
    ...details(tenant, 'charge.failed', chargeId, sequence),
    failed: { charge: { ...chargeOf(tenant, chargeId), status }, previousStatus },
  };
}

type Progress = Pick<
  NonNullable<ChargeEvent['refundProgressed']>,
  'refundId' | 'amount' | 'refundStatus' | 'failureCode'
> &
  Partial<Pick<NonNullable<ChargeEvent['refundProgressed']>, 'initiator' | 'reason' | 'returnedAmount'>> & {
    readonly status?: Charge['status'];
    readonly previousStatus?: Charge['status'];
  };

/** `charge.refund_progressed` of the same, paid before unless its statuses say otherwise. */
export function refundProgressed(
  tenant: Tenant,
  { status = 'PAID', previousStatus = 'PAID', initiator = 'merchant', ...progress }: Progress,
  { chargeId = newId('charge'), sequence = 4 }: EventFields = {},
): ChargeEvent {
  return {
    ...details(tenant, 'charge.refund_progressed', chargeId, sequence),
    refundProgressed: {
      charge: { ...settled(chargeOf(tenant, chargeId)), status },
      previousStatus,
      initiator,
      ...progress,
    },
  };
}

const details = (tenant: Tenant, type: string, chargeId: string, sequence: number) => ({
  eventId: eventIdOf(chargeId as Parameters<typeof eventIdOf>[0], sequence),
  type,
  sequence,
  tenant,
  chargeId,
  occurredAtMs: HAPPENED_AT.getTime(),
});

const settled = (charge: Charge): Charge => ({
  ...charge,
  status: 'PAID',
  endToEndId: 'E00000000202611211200abcdefghijk',
  paidAtMs: 1_795_262_460_000,
});

const chargeOf = (tenant: Tenant, id: string, name = 'Maria'): Charge => ({
  id,
  tenant,
  surface: 'CHARGES',
  amount: 1_000,
  currency: 'BRL',
  status: 'WAITING_PAYMENT',
  paymentMethod: 'PIX',
  paymentMethods: ['PIX'],
  otherOrders: [],
  customer: { name },
  pix: {
    brCode: '00020101',
    qrCodeUrl: 'https://gx.example/qr.png',
    expiresAtMs: 1_795_266_000_000,
    txid: 'a'.repeat(32),
  },
  checkoutUrl: `https://checkout.example/${id}`,
  metadataJson: '{"order":"42"}',
  createdAtMs: 1_795_262_400_000,
  providerFee: 10,
  platformFee: 10,
});
