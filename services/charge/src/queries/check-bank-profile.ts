import type { CheckBankProfileResponse } from '@gx/contracts/charge';
import { notFound } from '@gx/core';
import type { BankDirectory } from '../banks/bank-directory.ts';

export type CheckBankProfileDeps = { readonly banks: Pick<BankDirectory, 'byId'> };

/** Asks a bank everything that a profile needs of it; nothing is changed there or here. */
export async function checkBankProfile({ banks }: CheckBankProfileDeps, id: string): Promise<CheckBankProfileResponse> {
  const bank = await banks.byId(id);
  if (bank === undefined) throw notFound('bank profile');
  const checks = await bank.provider.inspect({ callbackUrl: bank.callbackUrl });
  return { livemode: bank.livemode, checks: [...checks] };
}
