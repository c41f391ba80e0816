// Original file: gx/charge/v1/charge.proto

import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';
import type { Long } from '@grpc/proto-loader';

export interface CheckoutStandingInput {
  /**
   * Raw UUIDv7.
   */
  'id'?: (string);
  'status'?: (_gx_charge_v1_Charge_StatusInput);
  /**
   * Money was accepted that is not in the wallet yet: the status is still what it was, and nobody should pay
   * again.
   */
  'confirming'?: (boolean);
  /**
   * Absent before the bank has the charge.
   */
  'expiresAtMs'?: (number | string | Long);
  /**
   * Of a charge of several methods: those that can be paid by now, the charge's own first; more come as they
   * are opened, and those that fail go.
   */
  'paymentMethods'?: (string)[];
  '_expiresAtMs'?: "expiresAtMs";
}

export interface CheckoutStanding {
  /**
   * Raw UUIDv7.
   */
  'id': (string);
  'status': (_gx_charge_v1_Charge_Status);
  /**
   * Money was accepted that is not in the wallet yet: the status is still what it was, and nobody should pay
   * again.
   */
  'confirming': (boolean);
  /**
   * Absent before the bank has the charge.
   */
  'expiresAtMs'?: (number);
  /**
   * Of a charge of several methods: those that can be paid by now, the charge's own first; more come as they
   * are opened, and those that fail go.
   */
  'paymentMethods': (string)[];
  '_expiresAtMs'?: "expiresAtMs";
}
