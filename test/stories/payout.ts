import { randomUUID } from 'node:crypto';
import type { PublicPayout } from '@gx/contracts';
import { type UntilOptions, until } from '@gx/testkit';
import { type Body, type Merchant, type MerchantResponse, PATIENTLY } from './merchant.ts';
import { netOf, type Shop } from './shop.ts';

/** What the demo bank takes for a Pix out, and a merchant pays for a payout. */
export const PAYOUT_FEE = 50;

export type PayoutResponse = Omit<MerchantResponse, 'body'> & {
  readonly body: PublicPayout & Pick<Body, 'error' | 'request_id'>;
};

/** Sends money; a new Idempotency-Key unless one is given. */
export const payOut = (shop: Merchant, body: object, idempotencyKey: string = randomUUID()): Promise<PayoutResponse> =>
  shop.send('POST', '/v1/payouts', {
    headers: { 'idempotency-key': idempotencyKey },
    body: { amount: 1_000, ...body },
  }) as Promise<unknown> as Promise<PayoutResponse>;

export const toKey = (pix_key: string): object => ({ destination: { pix_key } });

export const payoutOf = async (shop: Merchant, id: string): Promise<PublicPayout> =>
  (await shop.send('GET', `/v1/payouts/${id}`)).body as unknown as PublicPayout;

/** Waits until the payout has the status and answers it. */
export const untilPayout = (
  shop: Merchant,
  id: string,
  status: PublicPayout['status'],
  patience: UntilOptions = PATIENTLY,
): Promise<PublicPayout> =>
  until(
    `${id} is ${status}`,
    async () => {
      const payout = await payoutOf(shop, id);
      if (payout.status === status) return payout;
      throw new Error(`it is ${payout.status} ${payout.failure_code ?? ''}`);
    },
    patience,
  );

/** The shop sells for this amount and is paid; answers what is available then. */
export async function sell(shop: Shop, amount: number): Promise<number> {
  const { available } = await shop.wallet();
  const { body } = await shop.create({ amount });
  await shop.pay(body.id);
  await shop.untilStatus(body.id, 'paid');
  return available + netOf(amount);
}
