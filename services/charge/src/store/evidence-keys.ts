import type { Id } from '@gx/core';
import type { CustomerKey, CustomerKeys } from '@gx/runtime/mongo';
import { documentOfCustomer } from '../domain/personal-data.ts';
import type { ChargesOfKeys } from './charges-of-keys.ts';

type Deps = {
  readonly keys: Pick<CustomerKeys, 'keyFor' | 'open'>;
  readonly chargesOfKeys: Pick<ChargesOfKeys, 'readableById'>;
  readonly isEncrypted: boolean;
};

/**
 * The key that evidence about a charge goes under: of its customer, else of who paid it. By document, it is
 * the one that new data of the person goes under, which no erasure that has begun destroys. Undefined where
 * nobody is named, or nobody can be read: a key that is lost keeps no merchant from an answer in time.
 */
export const evidenceKeys =
  ({ keys, chargesOfKeys, isEncrypted }: Deps) =>
  async (chargeId: Id<'charge'>): Promise<CustomerKey | undefined> => {
    const charge = isEncrypted ? await chargesOfKeys.readableById(chargeId) : undefined;
    if (charge === undefined || charge.isUnreadable) return undefined;
    const { tenant, personalData, paidBy } = charge;
    const customer = charge.isErased ? undefined : documentOfCustomer(charge);
    if (customer !== undefined) return keys.keyFor(tenant, customer);
    const found = await keys.open([personalData, paidBy].flatMap((named) => named?.keyId ?? []));
    // A customer without a document has a key of this charge alone.
    const single = personalData && found.get(personalData.keyId);
    if (single != null || paidBy === undefined) return single ?? undefined;
    const payer = found.get(paidBy.keyId);
    return payer == null ? undefined : keys.keyFor(tenant, payer.decrypt(paidBy));
  };
