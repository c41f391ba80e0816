import type { JournalEntry } from './entry.ts';

/** What one ledger address stands at in one world and currency: debits less credits. */
export type AddressSum = {
  readonly livemode: boolean;
  readonly currency: string;
  readonly address: string;
  readonly balance: number;
  /** Of provider:clearing: at which bank. Empty for all other addresses, and for entries that name none. */
  readonly bankProfileId: string;
};

/**
 * Adds up every address of the entries it is given; as large as there are addresses, however many entries
 * come.
 */
export function addressSums() {
  const sums = new Map<string, AddressSum>();
  return {
    add({ livemode, currency, postings, bankProfileId: bank = '' }: JournalEntry): void {
      for (const { address, amount } of postings) {
        if (!Number.isSafeInteger(amount)) continue;
        const bankProfileId = address === 'provider:clearing' ? bank : '';
        const name = [Number(livemode), currency, address, bankProfileId].join(':');
        const balance = (sums.get(name)?.balance ?? 0) + amount;
        sums.set(name, { livemode, currency, address, balance, bankProfileId });
      }
    },
    /** Test before live, then by currency and address. */
    list: (): readonly AddressSum[] => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum),
  };
}
