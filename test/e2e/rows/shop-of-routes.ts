import type { MerchantResponse } from '../merchant.ts';
import type { Context } from '../stories/one-product.ts';
import { once, type T } from './table.ts';
import { type Fields, openTill, paidCharge, type Till } from './till.ts';

/** A merchant with one of everything that a path can name. */
export const shops = once(async (context: Context) => {
  const till = await openTill(context);
  const { body: open } = await till.create({ amount: 900 });
  const paid = await paidCharge(till, 5_000);
  const key = await till.send('POST', '/v1/api-keys', { headers: till.bearer, body: { label: 'routes', test: true } });
  const hook = () =>
    till.send('POST', '/v1/webhooks/endpoints', {
      body: { url: context.sink.url('/routes'), events: ['payout.paid'] },
    });
  return { till, open, paid, key, hook };
});
export type RouteShop = Awaited<ReturnType<typeof shops>>;
/** Status and fields of an answer, in their order. */
export function shaped(t: T, { status, body }: MerchantResponse, expected: readonly [number, ...string[]]): Fields {
  t.deepEqual([status, ...Object.keys(body)], [...expected], JSON.stringify(body));
  return body;
}
export const get = (till: Till, path: string): Promise<MerchantResponse> => till.send('GET', path);
