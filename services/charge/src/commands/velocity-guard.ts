import { Refusal } from '@gx/core';
import type { Lifecycle, Logger } from '@gx/runtime';
import type { ChargeRequest } from '../domain/charge-request.ts';
import type { TxidSecrets } from '../domain/txid.ts';
import { customerKeys, type Named, type Places, type VelocityLimits } from '../domain/velocity.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { AccountStore } from '../store/velocity-accounts.ts';
import type { CustomerStore } from '../store/velocity-customers.ts';
import type { PlaceStore } from '../store/velocity-places.ts';
import { accountPlaces } from './claim-account-place.ts';
import { claimCustomerPlace } from './claim-customer-place.ts';

export type GuardDeps = {
  readonly charges: ChargeStore;
  readonly customers: CustomerStore;
  readonly accounts: AccountStore;
  readonly places: PlaceStore;
  readonly life: Pick<Lifecycle, 'onStop'>;
  readonly log: Logger;
  /** Name customers, so that no name, document or address is stored for this. */
  readonly secrets: TxidSecrets;
  readonly limits: VelocityLimits;
};
type Claimant = Named & Pick<ChargeRequest, 'tenant' | 'idempotencyKey'>;
/** Places that were taken for a charge, and how to take them back when there will be none. */
export type Claim = { readonly places: Places; readonly takeBack: () => Promise<void> };
export type VelocityGuard = ReturnType<typeof velocityGuard>;

const NOTHING = async (): Promise<void> => undefined;

/**
 * Refuses a charge that would be one too many in a short time, for its customer or its account (decisions
 * N17, N18, A49).
 */
export function velocityGuard({ charges, customers, limits, secrets, ...deps }: GuardDeps) {
  const accounts = accountPlaces(deps);

  /** `full` when there is no place; a key that has one keeps it, whoever claims it again. */
  async function ofName({ tenant, idempotencyKey }: Claimant, customer: string) {
    const claim = await claimCustomerPlace({ customers, charges }, { tenant, customer }, idempotencyKey);
    if (claim === undefined) return 'full';
    return claim.kind === 'made' ? () => customers.takeBack({ tenant, customer }, claim.by) : NOTHING;
  }

  /** A place under each of the customer's names, by each secret: peers may count by the other alone. */
  async function ofCustomer(claimant: Claimant) {
    // What the charge remembers are those of the secret that derives.
    const [customers = [], ...others] =
      limits.customer.max === 0 ? [] : secrets.map((secret) => customerKeys(secret, claimant.tenant, claimant));
    const taken: (() => Promise<void>)[] = [];
    const takeBack = async (): Promise<void> => void (await Promise.all(taken.map((one) => one())));
    // In one order everywhere: of two who want the last place, one gets it under every name.
    for (const name of [customers, ...others].flat().toSorted()) {
      const place = await ofName(claimant, name);
      if (place === 'full') {
        await takeBack();
        return 'full';
      }
      taken.push(place);
    }
    return { customers, takeBack };
  }

  async function ofAccount({ tenant }: Claimant) {
    if (limits.account.max === 0) return { span: null, takeBack: NOTHING };
    const span = await accounts.claim(tenant);
    return span === null ? 'full' : { span, takeBack: () => accounts.takeBack(tenant, span) };
  }

  return {
    /** Whether so little room is left that a key is looked up first: a replay must not take a place. */
    isTight: ({ tenant }: Claimant): boolean => limits.account.max > 0 && accounts.isTight(tenant),

    /** Takes a place of each, or says why there is none and takes neither. */
    async claim(claimant: Claimant): Promise<Claim | Refusal> {
      // One after the other: who is refused for its customer never holds the account's last place.
      const byCustomer = await ofCustomer(claimant);
      if (byCustomer === 'full')
        return new Refusal('fraud.customer_velocity_exceeded', 'Too many charges of this customer in a short time.');
      const byAccount = await ofAccount(claimant);
      if (byAccount === 'full') {
        await byCustomer.takeBack();
        return new Refusal('fraud.account_velocity_exceeded', 'Too many charges of this account in a short time.');
      }
      return {
        places: { customers: byCustomer.customers, span: byAccount.span },
        takeBack: async () => void (await Promise.all([byCustomer.takeBack(), byAccount.takeBack()])),
      };
    },
  };
}
