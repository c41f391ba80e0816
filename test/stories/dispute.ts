import { until } from '@gx/testkit';
import { type Merchant, PATIENTLY } from './merchant.ts';

export type ShownDispute = { readonly id: string; readonly status: string };

/** What the payer's bank does about a paid Pix. */
export const playDispute = (shop: Merchant, charge: string, body: object) =>
  shop.send('POST', `/v1/test_helpers/charges/${charge}/simulate_dispute`, { body });

/** The disputes of a charge, newest first. */
export async function disputesOf(shop: Merchant, charge: string): Promise<readonly ShownDispute[]> {
  const { body } = await shop.send('GET', `/v1/disputes?charge=${charge}`);
  return body['data'] as readonly ShownDispute[];
}

export const untilDispute = (shop: Merchant, charge: string, status: string): Promise<ShownDispute> =>
  until(
    `the dispute of ${charge} is ${status}`,
    async () => (await disputesOf(shop, charge)).find((one) => one.status === status),
    PATIENTLY,
  );

/** A dispute of a paid Pix, or of a part of it, that waits for the merchant's answer. */
export async function openDispute(shop: Merchant, charge: string, amount?: number): Promise<ShownDispute> {
  await playDispute(shop, charge, { outcome: 'opened', amount });
  return untilDispute(shop, charge, 'needs_response');
}
