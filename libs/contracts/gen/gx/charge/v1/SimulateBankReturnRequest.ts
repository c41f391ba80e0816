// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { Long } from '@grpc/proto-loader';

export interface SimulateBankReturnRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'chargeId'?: (string);
  /**
   * Absent: all that is left of the payment.
   */
  'amount'?: (number | string | Long);
  /**
   * MED_FRAUDE (default), MED_OPERACIONAL, MED_PIX_AUTOMATICO, RETIRADA.
   */
  'nature'?: (string);
  /**
   * DEVOLVIDO (default), EM_PROCESSAMENTO, NAO_REALIZADO.
   */
  'status'?: (string);
  /**
   * The bank's id of the devolution; one that there is moves to the status. Absent: a new one.
   */
  'id'?: (string);
  /**
   * The callback is lost.
   */
  'notifyNever'?: (boolean);
  '_amount'?: "amount";
  '_nature'?: "nature";
  '_status'?: "status";
  '_id'?: "id";
}

export interface SimulateBankReturnRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'chargeId': (string);
  /**
   * Absent: all that is left of the payment.
   */
  'amount'?: (number);
  /**
   * MED_FRAUDE (default), MED_OPERACIONAL, MED_PIX_AUTOMATICO, RETIRADA.
   */
  'nature'?: (string);
  /**
   * DEVOLVIDO (default), EM_PROCESSAMENTO, NAO_REALIZADO.
   */
  'status'?: (string);
  /**
   * The bank's id of the devolution; one that there is moves to the status. Absent: a new one.
   */
  'id'?: (string);
  /**
   * The callback is lost.
   */
  'notifyNever': (boolean);
  '_amount'?: "amount";
  '_nature'?: "nature";
  '_status'?: "status";
  '_id'?: "id";
}
