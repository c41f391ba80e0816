// Original file: gx/charge/v1/charge.proto

import type { BankDevolutionInput as _gx_charge_v1_BankDevolutionInput, BankDevolution as _gx_charge_v1_BankDevolution } from '../../../gx/charge/v1/BankDevolution.ts';
import type { Long } from '@grpc/proto-loader';

export interface BankPixInput {
  'endToEndId'?: (string);
  'amount'?: (number | string | Long);
  'receivedAtMs'?: (number | string | Long);
  'devolutions'?: (_gx_charge_v1_BankDevolutionInput)[];
}

export interface BankPix {
  'endToEndId': (string);
  'amount': (number);
  'receivedAtMs': (number);
  'devolutions': (_gx_charge_v1_BankDevolution)[];
}
