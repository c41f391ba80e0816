import { CHARGE_TABLES } from './charge.ts';
import { CHARGE_REQUEST_TABLES } from './charge-requests.ts';
import { PAYMENT_TABLES } from './payment.ts';
import { PAYMENT_REQUEST_TABLES } from './payment-requests.ts';
import { REFUND_TABLES } from './refund.ts';
import type { RowTable } from './table.ts';
import { WALLET_TABLES } from './wallet.ts';

/** Every table of the interface that is tested row by row against the whole product. */
export const ROW_TABLES: readonly RowTable[] = [
  ...CHARGE_TABLES,
  ...CHARGE_REQUEST_TABLES,
  ...WALLET_TABLES,
  ...PAYMENT_TABLES,
  ...PAYMENT_REQUEST_TABLES,
  ...REFUND_TABLES,
];
