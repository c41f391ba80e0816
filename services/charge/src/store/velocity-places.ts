import { randomUUID } from 'node:crypto';
import type { Id, Tenant } from '@gx/core';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import type { AccountStore, Leaving } from './velocity-accounts.ts';
import type { CustomerStore } from './velocity-customers.ts';

type Deps = { readonly model: ChargeModel; readonly customers: CustomerStore; readonly accounts: AccountStore };
type Over = Pick<ChargeDocument, '_id' | 'idempotencyKey' | 'places'>;
export type PlaceStore = ReturnType<typeof placeStore>;

/** Charges of one lot: named in the account's document while they leave, so it stays small. */
const LOT = 200;
const TENANTS = 100;

/**
 * Gives the places of charges that are over back. The write that ended a charge marked it; a customer's place
 * is known by its key, so giving it back twice is once. An account only counts: the write that counts a lot
 * out also names its charges, the next lot has to wait until they have left, and whoever finds a lot that a
 * dead process left unmarks it first.
 */
export function placeStore({ model, customers, accounts }: Deps) {
  const unmark = async (tenant: Tenant, leaving: Leaving): Promise<void> => {
    const { accountId, livemode } = tenant;
    await model.updateMany(
      { _id: { $in: leaving.charges }, accountId, livemode },
      { $set: { placesDue: false, places: null } },
    );
    await accounts.endLot(tenant, leaving);
  };

  return {
    /** Accounts that have something to give back. */
    async due(): Promise<Tenant[]> {
      return model.aggregate<Tenant>([
        { $match: { placesDue: true } },
        { $limit: TENANTS * LOT },
        { $group: { _id: { accountId: '$accountId', livemode: '$livemode' } } },
        { $limit: TENANTS },
        { $replaceWith: '$_id' },
      ]);
    },

    /**
     * Gives back what one account has to: all that was marked before this began is given back when it ends.
     */
    async giveBack(tenant: Tenant): Promise<void> {
      const { accountId, livemode } = tenant;
      for (;;) {
        // Read before the charges: a lot that was begun since then shows in the number.
        const account = await accounts.lots(tenant);
        if (account?.leaving) {
          await unmark(tenant, account.leaving);
          continue;
        }
        const over = await model
          .find({ accountId, livemode, placesDue: true }, { idempotencyKey: 1, places: 1 })
          .limit(LOT)
          .lean<Over[]>();
        if (over.length === 0) return;
        await customers.giveBack(over.flatMap((one) => customersOf(tenant, one)));
        const leaving: Leaving = { id: randomUUID(), charges: over.map(({ _id }) => _id as Id<'charge'>) };
        const spans = over.flatMap(({ places }) => (places?.span ? [places.span] : []));
        // An account that never took a place has nothing to be counted out of.
        if (account !== undefined && !(await accounts.beginLot(tenant, account.lots, { leaving, spans }))) continue;
        await unmark(tenant, leaving);
      }
    },
  };
}

const customersOf = (tenant: Tenant, { idempotencyKey, places }: Over) =>
  (places?.customers ?? []).map((customer) => ({ tenant, customer, key: idempotencyKey }));
