import { unavailable } from '@gx/core';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';

/**
 * Merchants' questions to a bank under way at once, of everybody and of one of them: creations, closings and
 * callbacks go over the same connections, and a merchant may ask as often as its keys allow.
 */
const AT_ONCE = { bank: 16, merchant: 4 } as const;

/**
 * Asks a bank about a charge, once for all who ask at the same moment. Beyond what may be under way it is
 * 503, at once.
 */
export function bankQuotes<T>(ask: (bank: Bank, charge: Charge) => Promise<T>) {
  const flights = new Map<string, Promise<T>>();
  const underWay = new Map<string, number>();
  const count = (names: readonly string[], by: 1 | -1): void => {
    for (const name of names) {
      const left = (underWay.get(name) ?? 0) + by;
      if (left === 0) underWay.delete(name);
      else underWay.set(name, left);
    }
  };
  return (bank: Bank, charge: Charge): Promise<T> => {
    const flight = flights.get(charge.id);
    if (flight !== undefined) return flight;
    const { accountId, livemode } = charge.tenant;
    const [ofBank, ofMerchant] = [`bank ${bank.id}`, `merchant ${accountId} ${livemode}`] as const;
    if ((underWay.get(ofBank) ?? 0) >= AT_ONCE.bank || (underWay.get(ofMerchant) ?? 0) >= AT_ONCE.merchant)
      throw unavailable('The bank is being queried about too many charges at once.');
    count([ofBank, ofMerchant], 1);
    const answer = ask(bank, charge).finally(() => {
      flights.delete(charge.id);
      count([ofBank, ofMerchant], -1);
    });
    flights.set(charge.id, answer);
    return answer;
  };
}
