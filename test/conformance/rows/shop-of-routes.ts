import type { Context } from '../../stories/cases/one-product.ts';
import type { MerchantResponse } from '../../stories/merchant.ts';
import { type ApiUser, type Fields, openApiUser, paidCharge } from './api-user.ts';
import { once, type T } from './table.ts';

/** A merchant with one of everything that a path can name. */
export const shops = once(async (context: Context) => {
  const api = await openApiUser(context);
  const { body: open } = await api.create({ amount: 900 });
  const paid = await paidCharge(api, 5_000);
  const key = await api.send('POST', '/v1/api-keys', { headers: api.bearer, body: { label: 'routes', test: true } });
  const hook = () =>
    api.send('POST', '/v1/webhooks/endpoints', {
      body: { url: context.sink.url('/routes'), events: ['payout.paid'] },
    });
  return { api, open, paid, key, hook };
});
export type RouteShop = Awaited<ReturnType<typeof shops>>;
/** Status and fields of an answer, in their order. */
export function shaped(t: T, { status, body }: MerchantResponse, expected: readonly [number, ...string[]]): Fields {
  t.deepEqual([status, ...Object.keys(body)], [...expected], JSON.stringify(body));
  return body;
}
export const get = (api: ApiUser, path: string): Promise<MerchantResponse> => api.send('GET', path);
