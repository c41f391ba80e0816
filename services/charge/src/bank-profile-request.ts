import type { SetBankProfileRequest } from '@gx/contracts/charge';
import { isCents, Refusal } from '@gx/core';
import type { SetBankProfile } from './commands/set-bank-profile.ts';

/** What an operator sets, as the message of gx.charge.v1 has it. Refused where a fee is no amount. */
export function bankProfile(message: SetBankProfileRequest): SetBankProfile {
  // The loader leaves a mark beside every optional field that is there; a document has no room for it.
  const {
    providerFeeFixed,
    pixOutPath,
    pixOutFee,
    acquirerPath,
    receiptPath,
    balancePath,
    certificate,
    certificateKey,
    bankAuthority,
    _pixOutPath: _,
    _acquirerPath: __,
    _certificate: ___,
    _certificateKey: ____,
    _bankAuthority: _____,
    _receiptPath: ______,
    _balancePath: _______,
    ...request
  } = message;
  const notAnAmount = (param: string): Refusal => new Refusal('invalid_request', 'Not an amount.', { param });
  if (!isCents(providerFeeFixed)) throw notAnAmount('provider_fee_fixed');
  if (!isCents(pixOutFee)) throw notAnAmount('pix_out_fee');
  return {
    ...request,
    providerFeeFixed,
    pixOutFee,
    pixOutPath: pixOutPath ?? null,
    acquirerPath: acquirerPath ?? null,
    receiptPath: receiptPath ?? null,
    balancePath: balancePath ?? null,
    certificate: certificate ?? null,
    certificateKey: certificateKey ?? null,
    bankAuthority: bankAuthority ?? null,
  };
}
