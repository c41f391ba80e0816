import { until } from '@gx/testkit';
import { PATIENTLY } from './merchant.ts';
import type { Shop } from './shop.ts';

export type Payment = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };
/** What both families tell of a payment that is made. */
export const PAID = ['charge.created', 'payment.created', 'charge.paid', 'payment.completed'];

export const read = async (shop: Shop, id: string): Promise<Payment> =>
  (await shop.send('GET', `/v1/payments/${id}`)).body as unknown as Payment;
export const becomes = (shop: Shop, id: string, status: string): Promise<Payment> =>
  until(
    `${id} is ${status}`,
    async () => {
      const now = await read(shop, id);
      return now.status === status && now;
    },
    PATIENTLY,
  );
export const chargeOf = (id: string): string => id.replace('tx_', 'ch_');
