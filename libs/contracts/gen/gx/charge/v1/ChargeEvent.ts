// Original file: gx/charge/v1/charge_events.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { ChargeChangedInput as _gx_charge_v1_ChargeChangedInput, ChargeChanged as _gx_charge_v1_ChargeChanged } from '../../../gx/charge/v1/ChargeChanged.ts';
import type { PaymentAcceptedInput as _gx_charge_v1_PaymentAcceptedInput, PaymentAccepted as _gx_charge_v1_PaymentAccepted } from '../../../gx/charge/v1/PaymentAccepted.ts';
import type { RefundProgressedInput as _gx_charge_v1_RefundProgressedInput, RefundProgressed as _gx_charge_v1_RefundProgressed } from '../../../gx/charge/v1/RefundProgressed.ts';
import type { PaymentHeldInput as _gx_charge_v1_PaymentHeldInput, PaymentHeld as _gx_charge_v1_PaymentHeld } from '../../../gx/charge/v1/PaymentHeld.ts';
import type { ReturnOrderedInput as _gx_charge_v1_ReturnOrderedInput, ReturnOrdered as _gx_charge_v1_ReturnOrdered } from '../../../gx/charge/v1/ReturnOrdered.ts';
import type { ProviderCallbackReceivedInput as _gx_charge_v1_ProviderCallbackReceivedInput, ProviderCallbackReceived as _gx_charge_v1_ProviderCallbackReceived } from '../../../gx/charge/v1/ProviderCallbackReceived.ts';
import type { DisputeOpenedInput as _gx_charge_v1_DisputeOpenedInput, DisputeOpened as _gx_charge_v1_DisputeOpened } from '../../../gx/charge/v1/DisputeOpened.ts';
import type { DisputeClosedInput as _gx_charge_v1_DisputeClosedInput, DisputeClosed as _gx_charge_v1_DisputeClosed } from '../../../gx/charge/v1/DisputeClosed.ts';
import type { ReturnedByBankInput as _gx_charge_v1_ReturnedByBankInput, ReturnedByBank as _gx_charge_v1_ReturnedByBank } from '../../../gx/charge/v1/ReturnedByBank.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What happened to one charge, key account id; `sequence` orders the events of a charge. What merchants hear
 * of is on gx.charge.events.v1, the last seven types, about money on its way, on gx.charge.money.v1.
 */
export interface ChargeEventInput {
  /**
   * evt_<hex>, derived from charge and sequence: the same on every publication.
   */
  'eventId'?: (string);
  /**
   * charge.created, charge.paid, charge.failed, charge.expired, charge.refund_progressed,
   * charge.payment_accepted, charge.payment_held, charge.return_ordered, charge.provider_callback_received,
   * charge.dispute_opened, charge.dispute_closed, charge.returned_by_bank.
   */
  'type'?: (string);
  'sequence'?: (number | string | Long);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * Empty for money of no charge (charge.return_ordered of the platform's account) and for
   * charge.provider_callback_received.
   */
  'chargeId'?: (string);
  'occurredAtMs'?: (number | string | Long);
  'created'?: (_gx_charge_v1_ChargeChangedInput | null);
  'paid'?: (_gx_charge_v1_ChargeChangedInput | null);
  'paymentAccepted'?: (_gx_charge_v1_PaymentAcceptedInput | null);
  'expired'?: (_gx_charge_v1_ChargeChangedInput | null);
  /**
   * CANCELLED, REFUSED, DISPUTE or CHARGEBACK.
   */
  'failed'?: (_gx_charge_v1_ChargeChangedInput | null);
  'refundProgressed'?: (_gx_charge_v1_RefundProgressedInput | null);
  'paymentHeld'?: (_gx_charge_v1_PaymentHeldInput | null);
  'returnOrdered'?: (_gx_charge_v1_ReturnOrderedInput | null);
  'providerCallbackReceived'?: (_gx_charge_v1_ProviderCallbackReceivedInput | null);
  'disputeOpened'?: (_gx_charge_v1_DisputeOpenedInput | null);
  'disputeClosed'?: (_gx_charge_v1_DisputeClosedInput | null);
  'returnedByBank'?: (_gx_charge_v1_ReturnedByBankInput | null);
  'body'?: "created"|"paid"|"paymentAccepted"|"expired"|"failed"|"refundProgressed"|"paymentHeld"|"returnOrdered"|"providerCallbackReceived"|"disputeOpened"|"disputeClosed"|"returnedByBank";
}

/**
 * What happened to one charge, key account id; `sequence` orders the events of a charge. What merchants hear
 * of is on gx.charge.events.v1, the last seven types, about money on its way, on gx.charge.money.v1.
 */
export interface ChargeEvent {
  /**
   * evt_<hex>, derived from charge and sequence: the same on every publication.
   */
  'eventId': (string);
  /**
   * charge.created, charge.paid, charge.failed, charge.expired, charge.refund_progressed,
   * charge.payment_accepted, charge.payment_held, charge.return_ordered, charge.provider_callback_received,
   * charge.dispute_opened, charge.dispute_closed, charge.returned_by_bank.
   */
  'type': (string);
  'sequence': (number);
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * Empty for money of no charge (charge.return_ordered of the platform's account) and for
   * charge.provider_callback_received.
   */
  'chargeId': (string);
  'occurredAtMs': (number);
  'created'?: (_gx_charge_v1_ChargeChanged | null);
  'paid'?: (_gx_charge_v1_ChargeChanged | null);
  'paymentAccepted'?: (_gx_charge_v1_PaymentAccepted | null);
  'expired'?: (_gx_charge_v1_ChargeChanged | null);
  /**
   * CANCELLED, REFUSED, DISPUTE or CHARGEBACK.
   */
  'failed'?: (_gx_charge_v1_ChargeChanged | null);
  'refundProgressed'?: (_gx_charge_v1_RefundProgressed | null);
  'paymentHeld'?: (_gx_charge_v1_PaymentHeld | null);
  'returnOrdered'?: (_gx_charge_v1_ReturnOrdered | null);
  'providerCallbackReceived'?: (_gx_charge_v1_ProviderCallbackReceived | null);
  'disputeOpened'?: (_gx_charge_v1_DisputeOpened | null);
  'disputeClosed'?: (_gx_charge_v1_DisputeClosed | null);
  'returnedByBank'?: (_gx_charge_v1_ReturnedByBank | null);
  'body'?: "created"|"paid"|"paymentAccepted"|"expired"|"failed"|"refundProgressed"|"paymentHeld"|"returnOrdered"|"providerCallbackReceived"|"disputeOpened"|"disputeClosed"|"returnedByBank";
}
