import type { SERVICES } from '@gx/contracts';
import type { Charge, GetProviderStatusRequest, ListPaymentsRequest, ProviderStatus } from '@gx/contracts/charge';
import { Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';

/** An address that the webhooks service would not deliver to. */
export const REFUSED_URL = 'https://10.0.0.1/hooks';
/** Methods without a provider behind the stand-in. */
const UNSERVED = new Set(['CRYPTO']);

export const refuseUnserved = (methods: readonly string[]): void => {
  if (methods.length === 0 || !methods.every((method) => UNSERVED.has(method))) return;
  const more = { reason: 'no_provider_for_method', param: 'paymentMethods' } as const;
  throw new Refusal('unprocessable_entity', 'No provider is set up for these payment methods.', more);
};

type Own = { readonly byId: (tenant: unknown, id: string) => Charge; readonly own: (tenant: unknown) => Charge[] };

/** The payments side of the charge service as the edge sees it, and what it was asked. */
export function paymentsSide({ byId, own }: Own) {
  const state = {
    pages: [] as ListPaymentsRequest[],
    statusRequests: [] as GetProviderStatusRequest[],
    /** What the bank says of every charge; without a provider, that none was reached. */
    atBank: {} as Partial<ProviderStatus>,
    /** The bank's receipt of every charge; undefined: it makes none. */
    receipt: undefined as Buffer | undefined,
  };
  const handlers: Partial<Handlers<typeof SERVICES.charge>> = {
    ListPayments(_ctx, request) {
      state.pages.push(request);
      const all = own(request.tenant);
      const skip = (request.page - 1) * request.limit;
      return { charges: all.slice(skip, skip + request.limit), total: all.length };
    },
    GetProviderStatus(_ctx, request) {
      state.statusRequests.push(request);
      return { localStatus: byId(request.tenant, request.id).status, ...state.atBank };
    },
    GetReceiptFile(_ctx, { tenant, id }) {
      byId(tenant, id);
      if (state.receipt !== undefined) return { contentType: 'application/pdf', content: state.receipt };
      throw new Refusal('unprocessable_entity', 'There is no receipt.', { reason: 'receipt_unavailable' });
    },
  };
  return { state, handlers };
}
