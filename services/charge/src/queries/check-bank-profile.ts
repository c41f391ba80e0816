import type { CheckBankProfileResponse } from '@gx/contracts/charge';
import { notFound } from '@gx/core';
import type { BankDirectory } from '../banks/bank-directory.ts';

/** Asks a bank everything that a profile needs of it; nothing is changed there or here. */
export const checkBankProfile =
  ({ banks }: { readonly banks: Pick<BankDirectory, 'byId'> }) =>
  async (id: string): Promise<CheckBankProfileResponse> => {
    const bank = await banks.byId(id);
    if (bank === undefined) throw notFound('bank profile');
    const checks = await bank.provider.inspect({ callbackUrl: bank.callbackUrl });
    return { livemode: bank.livemode, checks: [...checks] };
  };
