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

/** Adds up addresses; as large as there are addresses, however much comes. */
export function addressSums() {
  const sums = new Map<string, AddressSum>();
  const add = (one: AddressSum): void => {
    const name = [Number(one.livemode), one.currency, one.address, one.bankProfileId].join(':');
    sums.set(name, { ...one, balance: one.balance + (sums.get(name)?.balance ?? 0) });
  };
  return {
    add,
    addEntry({ livemode, currency, postings, bankProfileId: bank = '' }: JournalEntry): void {
      for (const { address, amount: balance } of postings) {
        if (!Number.isSafeInteger(balance)) continue;
        const bankProfileId = address === 'provider:clearing' ? bank : '';
        add({ livemode, currency, address, balance, bankProfileId });
      }
    },
    /** Test before live, then by currency and address. */
    list: (): readonly AddressSum[] => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum),
  };
}
