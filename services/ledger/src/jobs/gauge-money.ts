import { gauge } from '@gx/runtime';
import type { AddressSum } from '../domain/address-sums.ts';
import type { AddressCheckpoints } from '../store/address-checkpoints.ts';

type Deps = { readonly checkpoints: AddressCheckpoints };

/** What we owe is a credit, below zero in the sums, and shown above it; what is owed to us is a debit. */
// biome-ignore format: one row per address, read as a table
const SHOWN: Readonly<Partial<Record<string, { readonly as: string; readonly sign: 1 | -1 }>>> = {
  'merchant:available':    { as: 'available',  sign: -1 },
  'merchant:pending':      { as: 'pending',    sign: -1 },
  'merchant:retained':     { as: 'retained',   sign: -1 },
  'merchant:receivable':   { as: 'receivable', sign: 1 },
  'platform:suspense':     { as: 'suspense',   sign: -1 },
};

/**
 * Says where the money is: what is owed to merchants and by them, what is set aside, and what each bank
 * should hold by our books. In the smallest unit of each currency, by mode.
 */
export const gaugeMoney =
  ({ checkpoints }: Deps) =>
  async (): Promise<void> => {
    for (const sum of await checkpoints.current()) gaugeSum(sum);
  };

function gaugeSum({ livemode, currency, address, balance, bankProfileId }: AddressSum): void {
  const of = { 'gx.livemode': livemode, 'gx.currency': currency } as const;
  const shown = SHOWN[address];
  if (shown !== undefined) gauge('gx.ledger.balance', shown.sign * balance || 0, { ...of, 'gx.address': shown.as });
  if (address === 'provider:clearing')
    gauge('gx.ledger.clearing', balance, { ...of, 'gx.bank.profile': bankProfileId });
}
