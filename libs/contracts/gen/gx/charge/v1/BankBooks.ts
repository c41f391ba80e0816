// Original file: gx/charge/v1/charge.proto

import type { BankPixInput as _gx_charge_v1_BankPixInput, BankPix as _gx_charge_v1_BankPix } from '../../../gx/charge/v1/BankPix.ts';

export interface BankBooksInput {
  'txid'?: (string);
  'status'?: (string);
  'pix'?: (_gx_charge_v1_BankPixInput)[];
}

export interface BankBooks {
  'txid': (string);
  'status': (string);
  'pix': (_gx_charge_v1_BankPix)[];
}
