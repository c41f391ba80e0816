import type { BankAsk } from './bank-caller.ts';
import { isAbsent } from './classify.ts';
import type { FileWish } from './http-exchange.ts';
import type { Outcome } from './outcome.ts';
import type { BankProfile } from './profile.ts';
import { type BankCall, notSupported, type PixProvider, type ProviderReceipt } from './provider.ts';
import { readReceipt } from './read-receipt.ts';

/** A page with a letterhead has some 100 kB; it is held in memory, and goes on as one message. */
const PDF: FileWish = { type: 'application/pdf', bytesMax: 1024 * 1024 };

/**
 * Receipts of Pix that arrived: no part of the standard, so a bank has them only if its profile says where.
 */
export const receipts = (ask: BankAsk, { receiptPath: root }: BankProfile): Pick<PixProvider, 'getReceipt'> => ({
  getReceipt: async (endToEndId, call) =>
    root === null
      ? notSupported('this bank makes no receipts')
      : receiptAt(ask, `${root}/${encodeURIComponent(endToEndId)}`, call),
});

/**
 * Asks for the receipt at a path. In a pool of its own: the bank's receipts may be in trouble, and merchants
 * may ask for them as often as they like, while charges go on.
 */
export async function receiptAt(
  ask: BankAsk,
  path: string,
  call: BankCall | undefined,
): Promise<Outcome<ProviderReceipt | null>> {
  const outcome = await ask({ name: 'getReceipt', method: 'GET', path, file: PDF, pool: 'receipts' }, call);
  if (outcome.kind !== 'done') return isAbsent(outcome) ? { kind: 'done', value: null } : outcome;
  return readReceipt(outcome.file);
}
