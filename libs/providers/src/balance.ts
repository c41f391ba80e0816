import { z } from 'zod';
import { readAmount } from './amount.ts';
import type { BankAsk } from './bank-caller.ts';
import { replied } from './classify.ts';
import { misread } from './fields.ts';
import type { Outcome } from './outcome.ts';
import type { BankProfile } from './profile.ts';
import { notSupported, type PixProvider } from './provider.ts';

/** `100.00` in centavos, `-0.50` where the account is overdrawn. */
const SALDO = z.union([z.string(), z.number()]).transform((written, context) => {
  const isOverdrawn = String(written).startsWith('-');
  const amount = readAmount(typeof written === 'number' ? Math.abs(written) : written.replace(/^-/, ''));
  if (amount !== undefined) return isOverdrawn ? -amount : amount;
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});
const ANSWER = z.object({ saldo: SALDO });

/**
 * What the account holds, as Efí says it: no part of the standard, so a bank has it only if its profile says
 * where. In a pool of its own: who looks at balances must not keep money waiting.
 */
export const balance = (ask: BankAsk, { balancePath: path }: BankProfile): Pick<PixProvider, 'getBalance'> => ({
  async getBalance(call): Promise<Outcome<number>> {
    if (path === null) return notSupported('this bank shows no balance');
    const outcome = await ask({ name: 'getBalance', method: 'GET', path, pool: 'balance' }, call);
    return replied(outcome, (json) => {
      const { success, data, error } = ANSWER.safeParse(json);
      return success ? { kind: 'done', value: data.saldo } : misread(error);
    });
  },
});
