import { CHARGE_TABLES } from './charge.ts';
import { CHARGE_REQUEST_TABLES } from './charge-requests.ts';
import { DEAD_LETTERS } from './dead-letter.ts';
import { ERROR_TABLES } from './error.ts';
import { EVENT_TABLES } from './event.ts';
import { KEY_TABLES } from './key.ts';
import { LIMIT_TABLES } from './limit.ts';
import { PAYMENT_TABLES } from './payment.ts';
import { PAYMENT_REQUEST_TABLES } from './payment-requests.ts';
import { REFUND_TABLES } from './refund.ts';
import { ROUTES } from './route.ts';
import { WEBHOOK_ROUTES } from './route-webhook.ts';
import { STATE_TABLES } from './state.ts';
import type { RowTable } from './table.ts';
import { WALLET_TABLES } from './wallet.ts';
import { WEBHOOK_TABLES } from './webhook.ts';

/** Every table of the interface that is tested row by row against one product, which its stories share. */
export const STORY_TABLES: readonly RowTable[] = [
  ...STATE_TABLES,
  ...CHARGE_TABLES,
  ...CHARGE_REQUEST_TABLES,
  ...WALLET_TABLES,
  ...PAYMENT_TABLES,
  ...PAYMENT_REQUEST_TABLES,
  ...REFUND_TABLES,
  ...WEBHOOK_TABLES,
  ...EVENT_TABLES,
  ...KEY_TABLES,
  ROUTES,
  WEBHOOK_ROUTES,
  ...ERROR_TABLES,
  ...LIMIT_TABLES,
];

/** These, and those that need a product that is set differently. */
export const ROW_TABLES: readonly RowTable[] = [...STORY_TABLES, DEAD_LETTERS];
