import type { Connection } from 'mongoose';
import type { VelocityLimits } from '../domain/velocity.ts';
import type { ChargeModel } from './charge-model.ts';
import { accountStore } from './velocity-accounts.ts';
import { customerStore } from './velocity-customers.ts';
import { placeStore } from './velocity-places.ts';

/** The collections of the velocity guard, and what gives places back. */
export async function velocityStores(connection: Connection, model: ChargeModel, limits: VelocityLimits) {
  const customers = await customerStore(connection, limits.customer);
  const accounts = accountStore(connection, limits.account);
  return { customers, accounts, places: placeStore({ model, customers, accounts }) };
}
