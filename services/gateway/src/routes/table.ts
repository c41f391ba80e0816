import type { PublicRoute } from '../edge/route.ts';
import { API_KEYS } from './api-keys.ts';
import { AUTH } from './auth.ts';
import { CHARGES } from './charges.ts';
import { CREATE_PAYMENT } from './create-payment.ts';
import { DISPUTES, TEST_DISPUTES } from './disputes.ts';
import { DOCS } from './docs.ts';
import { EVENTS } from './events.ts';
import { LOGS } from './logs.ts';
import { PAYMENT_STATISTICS } from './payment-statistics.ts';
import { PAYMENTS } from './payments.ts';
import { PAYOUTS, TEST_PAYOUTS } from './payouts.ts';
import { REFERENCE } from './reference.ts';
import { REFUNDS } from './refunds.ts';
import { TEST_PAYMENTS } from './test-payments.ts';
import { SECOND_FACTOR } from './totp.ts';
import { TRANSACTIONS } from './transactions.ts';
import { USERS } from './users.ts';
import { WALLETS } from './wallets.ts';
import { DELIVERIES, ENDPOINTS } from './webhooks.ts';

/** A chapter of the reference: what somebody comes to do, at `/docs/api/<slug>`. */
export type Chapter = {
  readonly slug: string;
  readonly name: string;
  readonly about: string;
  readonly routes: readonly PublicRoute[];
};

/** Where the events stand that merchants receive. */
export const WEBHOOKS_CHAPTER = 'Receive webhooks';

/** Every route of the public port by task, the most used first. */
export const CHAPTERS: readonly Chapter[] = [
  {
    slug: 'charges',
    name: 'Take Pix payments',
    about:
      'Create a charge, show its code or its QR image, and see what became of it. The public format: `ch_` ids, lower-case statuses, snake_case fields.',
    routes: CHARGES,
  },
  {
    slug: 'payments',
    name: 'Take payments by any method',
    about:
      'The same charges in the transaction format: `tx_` ids, upper-case statuses, camelCase fields, and one or several methods for each.',
    routes: [CREATE_PAYMENT, ...PAYMENTS],
  },
  {
    slug: 'refunds',
    name: 'Refund',
    about: 'Give a payer money back, all of it or a part, and see when it is there.',
    routes: REFUNDS,
  },
  {
    slug: 'disputes',
    name: 'Answer disputes',
    about: 'See what payers contest at their banks, send evidence, or accept it.',
    routes: DISPUTES,
  },
  {
    slug: 'payouts',
    name: 'Pay out',
    about:
      'Send money of your wallet by Pix: to a key, a bank account or a code. Now or later, with a second person’s approval.',
    routes: PAYOUTS,
  },
  {
    slug: 'webhooks',
    name: WEBHOOKS_CHAPTER,
    about: 'Register endpoints, see what was delivered to them and send it again, and read events.',
    routes: [...ENDPOINTS, ...DELIVERIES, ...EVENTS],
  },
  {
    slug: 'money',
    name: 'See your money',
    about: 'What the account has, by currency, and what its payments come to.',
    routes: [...WALLETS, ...TRANSACTIONS, ...PAYMENT_STATISTICS],
  },
  {
    slug: 'access',
    name: 'Manage access',
    about: 'Log in, say who else may, issue, rotate and revoke API keys, and read who did what.',
    routes: [...AUTH, ...SECOND_FACTOR, ...USERS, ...API_KEYS, ...LOGS],
  },
  {
    slug: 'test-helpers',
    name: 'Play the payer in tests',
    about: 'The bank’s side of a test charge or payout; a live key finds nothing here.',
    routes: [...TEST_PAYMENTS, ...TEST_DISPUTES, ...TEST_PAYOUTS],
  },
  {
    slug: 'reference',
    name: 'Read the contract',
    about: 'What describes the interface itself, for people and for programs; no credentials.',
    routes: [...REFERENCE, ...DOCS],
  },
];

/** In the order in which they are tried: a path without an id comes before any that takes one there. */
export const routesOf = (chapters: readonly Chapter[]): readonly PublicRoute[] =>
  chapters.flatMap(({ routes }) => routes).toSorted((one, other) => parametersOf(one) - parametersOf(other));
const parametersOf = ({ path }: PublicRoute): number => path.split(':').length;

export const ROUTES: readonly PublicRoute[] = routesOf(CHAPTERS);

/**
 * Without the list of charges where it is off: 404, as the specification says of today's service (decisions
 * A11).
 */
export const servedChapters = (chargesList: boolean): readonly Chapter[] =>
  CHAPTERS.map(({ routes, ...chapter }) => ({
    ...chapter,
    routes: routes.filter(({ operation }) => chargesList || operation !== 'listCharges'),
  }));
