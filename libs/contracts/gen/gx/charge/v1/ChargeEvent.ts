// Original file: gx/charge/v1/charge_events.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { ChargeChangedInput as _gx_charge_v1_ChargeChangedInput, ChargeChanged as _gx_charge_v1_ChargeChanged } from '../../../gx/charge/v1/ChargeChanged.ts';
import type { ReceiptAcceptedInput as _gx_charge_v1_ReceiptAcceptedInput, ReceiptAccepted as _gx_charge_v1_ReceiptAccepted } from '../../../gx/charge/v1/ReceiptAccepted.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What happened to one charge. Topic gx.charge.events.v1, key account id; `sequence` orders the events of a charge.
 */
export interface ChargeEventInput {
  /**
   * evt_<hex>, derived from charge and sequence: the same on every publication.
   */
  'eventId'?: (string);
  /**
   * charge.created, charge.paid, charge.receipt_accepted.
   */
  'type'?: (string);
  'sequence'?: (number | string | Long);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'chargeId'?: (string);
  'occurredAtMs'?: (number | string | Long);
  'created'?: (_gx_charge_v1_ChargeChangedInput | null);
  'paid'?: (_gx_charge_v1_ChargeChangedInput | null);
  'receiptAccepted'?: (_gx_charge_v1_ReceiptAcceptedInput | null);
  'body'?: "created"|"paid"|"receiptAccepted";
}

/**
 * What happened to one charge. Topic gx.charge.events.v1, key account id; `sequence` orders the events of a charge.
 */
export interface ChargeEvent {
  /**
   * evt_<hex>, derived from charge and sequence: the same on every publication.
   */
  'eventId': (string);
  /**
   * charge.created, charge.paid, charge.receipt_accepted.
   */
  'type': (string);
  'sequence': (number);
  'tenant': (_gx_common_v1_Tenant | null);
  'chargeId': (string);
  'occurredAtMs': (number);
  'created'?: (_gx_charge_v1_ChargeChanged | null);
  'paid'?: (_gx_charge_v1_ChargeChanged | null);
  'receiptAccepted'?: (_gx_charge_v1_ReceiptAccepted | null);
  'body'?: "created"|"paid"|"receiptAccepted";
}
