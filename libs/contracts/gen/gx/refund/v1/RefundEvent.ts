// Original file: gx/refund/v1/refund_events.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { RefundInput as _gx_refund_v1_RefundInput, Refund as _gx_refund_v1_Refund } from '../../../gx/refund/v1/Refund.ts';
import type { ReturnProgressedInput as _gx_refund_v1_ReturnProgressedInput, ReturnProgressed as _gx_refund_v1_ReturnProgressed } from '../../../gx/refund/v1/ReturnProgressed.ts';
import type { RefundLostInput as _gx_refund_v1_RefundLostInput, RefundLost as _gx_refund_v1_RefundLost } from '../../../gx/refund/v1/RefundLost.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What happened to one refund or return. Topic gx.refund.events.v1, key account id; `sequence` orders the
 * events of a refund.
 */
export interface RefundEventInput {
  /**
   * evt_<hex>, derived from refund and sequence: the same on every publication.
   */
  'eventId'?: (string);
  /**
   * refund.created, refund.progressed, refund.lost, return.progressed.
   */
  'type'?: (string);
  'sequence'?: (number | string | Long);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'refundId'?: (string);
  /**
   * Empty for a return of money of no charge.
   */
  'chargeId'?: (string);
  'occurredAtMs'?: (number | string | Long);
  /**
   * PENDING: the money is reserved, the bank comes next.
   */
  'created'?: (_gx_refund_v1_RefundInput | null);
  /**
   * IN_PROGRESS, REFUNDED or FAILED.
   */
  'progressed'?: (_gx_refund_v1_RefundInput | null);
  'returnProgressed'?: (_gx_refund_v1_ReturnProgressedInput | null);
  /**
   * A Pix-out that had failed in so many words succeeded after all: the platform bears it.
   */
  'lost'?: (_gx_refund_v1_RefundLostInput | null);
  'body'?: "created"|"progressed"|"returnProgressed"|"lost";
}

/**
 * What happened to one refund or return. Topic gx.refund.events.v1, key account id; `sequence` orders the
 * events of a refund.
 */
export interface RefundEvent {
  /**
   * evt_<hex>, derived from refund and sequence: the same on every publication.
   */
  'eventId': (string);
  /**
   * refund.created, refund.progressed, refund.lost, return.progressed.
   */
  'type': (string);
  'sequence': (number);
  'tenant': (_gx_common_v1_Tenant | null);
  'refundId': (string);
  /**
   * Empty for a return of money of no charge.
   */
  'chargeId': (string);
  'occurredAtMs': (number);
  /**
   * PENDING: the money is reserved, the bank comes next.
   */
  'created'?: (_gx_refund_v1_Refund | null);
  /**
   * IN_PROGRESS, REFUNDED or FAILED.
   */
  'progressed'?: (_gx_refund_v1_Refund | null);
  'returnProgressed'?: (_gx_refund_v1_ReturnProgressed | null);
  /**
   * A Pix-out that had failed in so many words succeeded after all: the platform bears it.
   */
  'lost'?: (_gx_refund_v1_RefundLost | null);
  'body'?: "created"|"progressed"|"returnProgressed"|"lost";
}
