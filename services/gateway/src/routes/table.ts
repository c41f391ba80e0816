import type { PublicRoute } from '../edge/route.ts';
import { API_KEYS } from './api-keys.ts';
import { AUTH } from './auth.ts';
import { CHARGES } from './charges.ts';
import { CREATE_PAYMENT } from './create-payment.ts';
import { EVENTS } from './events.ts';
import { LOGS } from './logs.ts';
import { PAYMENT_STATISTICS } from './payment-statistics.ts';
import { PAYMENTS } from './payments.ts';
import { REFERENCE } from './reference.ts';
import { REFUNDS } from './refunds.ts';
import { TEST_PAYMENTS } from './test-payments.ts';
import { WALLETS } from './wallets.ts';
import { DELIVERIES, ENDPOINTS } from './webhooks.ts';

/** A chapter of the reference page. */
export type Chapter = { readonly name: string; readonly about: string; readonly routes: readonly PublicRoute[] };

/** Every route of the public port, the most used first. */
export const CHAPTERS: readonly Chapter[] = [
  {
    name: 'Charges',
    about: 'Pix charges in the public format: `ch_` ids, lower-case statuses, snake_case fields.',
    routes: CHARGES,
  },
  {
    name: 'Payments',
    about: 'The same charges in the transaction format: `tx_` ids, upper-case statuses, camelCase fields.',
    // Those without an id come before any that takes one in their place.
    routes: [CREATE_PAYMENT, ...PAYMENT_STATISTICS, ...PAYMENTS, ...REFUNDS],
  },
  { name: 'Wallets', about: 'What the account has, by currency.', routes: WALLETS },
  {
    name: 'Webhooks',
    about: 'Endpoints that receive events, and what was delivered to them.',
    routes: [...ENDPOINTS, ...DELIVERIES, ...EVENTS],
  },
  {
    name: 'Account',
    about: 'Login and API keys, with a login token.',
    routes: [...AUTH, ...API_KEYS, ...LOGS],
  },
  {
    name: 'Test helpers',
    about: 'The payer’s side of a test charge; a live key finds nothing here.',
    routes: TEST_PAYMENTS,
  },
  {
    name: 'Reference',
    about: 'What describes the interface itself; no credentials.',
    routes: REFERENCE,
  },
];

export const ROUTES: readonly PublicRoute[] = CHAPTERS.flatMap(({ routes }) => routes);

/**
 * Without the list of charges where it is off: 404, as the specification says of today's service (decisions
 * A11).
 */
export const servedChapters = (chargesList: boolean): readonly Chapter[] =>
  CHAPTERS.map(({ routes, ...chapter }) => ({
    ...chapter,
    routes: routes.filter(({ operation }) => chargesList || operation !== 'listCharges'),
  }));
