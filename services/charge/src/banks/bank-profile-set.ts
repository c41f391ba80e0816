import { type ListedBank, type NewCharges, newChargesAt } from '@gx/providers';
import type { BankProfileDocument } from '../store/bank-profiles.ts';

/** What of a profile can be read without its secrets. */
export const listedBank = ({ _id: id, livemode, acquirerPath, retired }: BankProfileDocument): ListedBank => ({
  id,
  livemode,
  hasOrders: acquirerPath !== null,
  retired: retired != null,
});

/** The ids of those who take the new charges of an environment, of profiles in the order of their store. */
export function profileSetOf(profiles: readonly BankProfileDocument[], livemode: boolean): NewCharges<string> {
  const { pix, orders } = newChargesAt(profiles.map(listedBank), livemode);
  return { pix: pix?.id, orders: orders?.id };
}
