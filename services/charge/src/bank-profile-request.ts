import type { SetBankProfileRequest } from '@gx/contracts/charge';
import { isCents, Refusal } from '@gx/core';
import type { SetBankProfile } from './commands/set-bank-profile.ts';

/** What an operator sets, as the message of gx.charge.v1 has it. Refused where a fee is no amount. */
export function bankProfile(message: SetBankProfileRequest): SetBankProfile {
  const {
    providerFeeFixed,
    pixOutPath,
    pixOutFee,
    pixOutDestinations,
    keyOwnerPath,
    acquirerPath,
    receiptPath,
    balancePath,
    infractionsPath,
    certificate,
    certificateKey,
    bankAuthority,
    dialect,
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
    pixOutDestinations: pixOutDestinations ?? [],
    keyOwnerPath: keyOwnerPath ?? null,
    acquirerPath: acquirerPath ?? null,
    receiptPath: receiptPath ?? null,
    balancePath: balancePath ?? null,
    infractionsPath: infractionsPath ?? null,
    certificate: certificate ?? null,
    certificateKey: certificateKey ?? null,
    bankAuthority: bankAuthority ?? null,
    dialect: dialect ?? null,
  };
}
