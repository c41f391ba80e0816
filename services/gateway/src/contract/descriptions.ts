// Events are answers of no route of the table: webhooks carry them.
import './answers/event.ts';
import type { Route } from '../edge/route.ts';
import { ACCOUNT } from './describe/account.ts';
import { CHARGES } from './describe/charges.ts';
import { PAYMENTS } from './describe/payments.ts';
import { REFERENCE } from './describe/reference.ts';
import { TEST_MODE } from './describe/test-mode.ts';
import { WALLETS } from './describe/wallets.ts';
import { WEBHOOKS } from './describe/webhooks.ts';
import type { Description, Descriptions } from './description.ts';

/** One row for each row of the route table, in the files of `describe/`. */
export const DESCRIPTIONS: Descriptions = {
  ...CHARGES,
  ...PAYMENTS,
  ...WALLETS,
  ...WEBHOOKS,
  ...ACCOUNT,
  ...TEST_MODE,
  ...REFERENCE,
};

/**
 * What is said about a route. A route without a word of description is ours to fix: `test/contract.test.ts`
 * names it.
 */
export const descriptionOf = ({ method, path }: Pick<Route, 'method' | 'path'>): Description | undefined =>
  DESCRIPTIONS[`${method} ${path}` as keyof Descriptions];
