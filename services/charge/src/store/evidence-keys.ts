import type { Id } from '@gx/core';
import type { CustomerKey, CustomerKeys } from '@gx/runtime/mongo';
import { documentOfCustomer } from '../domain/personal-data.ts';
import type { ChargesOfKeys } from './charges-of-keys.ts';
import type { Payers } from './payers.ts';

type Deps = {
  readonly keys: Pick<CustomerKeys, 'keyFor' | 'open'>;
  readonly chargesOfKeys: Pick<ChargesOfKeys, 'byId'>;
  readonly payers: Pick<Payers, 'documentOf'>;
  readonly isEncrypted: boolean;
};

/**
 * The key that evidence about a charge goes under: of its customer, else of who paid it. By document, it is the
 * one that new data of the person goes under, which no erasure that has begun destroys. Undefined where nobody
 * is named, or nobody can be read any more.
 */
export const evidenceKeys =
  ({ keys, chargesOfKeys, payers, isEncrypted }: Deps) =>
  async (chargeId: Id<'charge'>): Promise<CustomerKey | undefined> => {
    const charge = isEncrypted ? await chargesOfKeys.byId(chargeId) : undefined;
    if (charge === undefined) return undefined;
    const customer = charge.isErased ? undefined : documentOfCustomer(charge);
    const document = customer ?? (await payers.documentOf(charge));
    if (document !== undefined) return keys.keyFor(charge.tenant, document);
    const { personalData } = charge;
    // A customer without a document has a key of this charge alone.
    if (personalData === undefined) return undefined;
    return (await keys.open([personalData.keyId])).get(personalData.keyId) ?? undefined;
  };
