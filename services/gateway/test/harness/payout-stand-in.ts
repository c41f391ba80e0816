import { SERVICES } from '@gx/contracts';
import type { CreatePayoutRequest, DecidePayoutRequest, ListPayoutsRequest, Payout } from '@gx/contracts/payout';
import { newId, notFound, Refusal, type Tenant } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { stand } from './stand.ts';

/** The payout service as the edge sees it: one payout per tenant and key, and what it was asked. */
export function payoutStandIn() {
  const payouts = new Map<string, { hash: string; payout: Payout }>();
  const state = {
    requests: [] as CreatePayoutRequest[],
    lists: [] as ListPayoutsRequest[],
    decisions: [] as DecidePayoutRequest[],
    /** A payout of which the bank has nothing yet. */
    unsent: '',
    /** What is refused now: creates and lists of an account, acts on a payout, by the id of either. */
    refusals: new Map<string, Refusal>(),
    /** Makes a payout something else than pending. */
    change(id: string, more: Partial<Payout>): void {
      for (const entry of payouts.values()) if (entry.payout.id === id) Object.assign(entry.payout, more);
    },
  };
  const prefixOf = (tenant: Tenant | unknown): string => `${JSON.stringify(tenant)} `;
  const found = (id: string, prefix = ''): Payout => {
    const entry = [...payouts].find(([key, { payout }]) => payout.id === id && key.startsWith(prefix));
    if (entry === undefined) throw notFound('payout');
    return entry[1].payout;
  };
  const refused = (id = ''): void => {
    const refusal = state.refusals.get(id);
    if (refusal !== undefined) throw refusal;
  };
  const decided = (request: DecidePayoutRequest, more: Partial<Payout>): Payout => {
    state.decisions.push(request);
    refused(request.payoutId);
    const approval = { required: true, userId: DECIDER_ID, atMs: 1_790_000_060_000 };
    return { ...found(request.payoutId), approval, ...more };
  };
  const handlers: Partial<Handlers<typeof SERVICES.payout>> = {
    CreatePayout(_ctx, request) {
      state.requests.push(request);
      refused(request.tenant?.accountId);
      const key = prefixOf(request.tenant) + request.idempotencyKey;
      const known = payouts.get(key);
      if (known !== undefined && known.hash !== request.requestHash)
        throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
      const payout = known?.payout ?? payoutOf(request);
      payouts.set(key, { hash: request.requestHash, payout });
      return { payout: { ...payout, status: 'PENDING' }, replayed: known !== undefined };
    },
    GetPayout: (_ctx, { tenant, payoutId }) => found(payoutId, prefixOf(tenant)),
    ListPayouts(_ctx, request) {
      state.lists.push(request);
      refused(request.tenant?.accountId);
      const own = [...payouts].filter(([key]) => key.startsWith(prefixOf(request.tenant)));
      const page = own.map(([, { payout }]) => payout).reverse();
      return { payouts: page.slice(0, request.limit), hasMore: page.length > request.limit };
    },
    CancelPayout(_ctx, { tenant, payoutId }) {
      refused(payoutId);
      return { ...found(payoutId, prefixOf(tenant)), status: 'CANCELLED' };
    },
    ApprovePayout: (_ctx, request) => decided(request, { status: 'PROCESSING' }),
    RejectPayout: (_ctx, request) =>
      decided(request, { status: 'FAILED', failureCode: 'rejected', failureMessage: 'A user rejected it.' }),
    GetSimulatedProviderState(_ctx, { tenant, payoutId }) {
      if (tenant?.livemode) throw notFound('payout');
      const { amount } = found(payoutId, prefixOf(tenant));
      return { stateJson: JSON.stringify(payoutId === state.unsent ? {} : sentPix(amount)) };
    },
  };
  return { ...stand(SERVICES.payout, handlers), state };
}

/** In the simulated bank's books, as `@gx/providers` reads them. */
const sentPix = (amount: number) => ({
  id: 'a'.repeat(32),
  end_to_end_id: `E${'0'.repeat(31)}`,
  amount,
  destination: 'a***@example.com',
  status: 'REALIZADO',
  code: null,
  reason: null,
  returns: [{ id: `D${'0'.repeat(31)}`, amount: 1, at: '2026-11-21T12:00:05.000Z' }],
  created_at: '2026-11-21T12:00:00.000Z',
  settled_at: '2026-11-21T12:00:01.000Z',
});

/** Who approves and rejects. */
export const DECIDER_ID = newId('user');

let made = 0;

const payoutOf = ({ tenant, amount, currency, metadataJson, description, ...request }: CreatePayoutRequest): Payout => {
  made += 1;
  return {
    id: newId('payout'),
    tenant,
    amount,
    currency,
    status: 'PENDING',
    fee: 50,
    destination: { type: request.pixKey?.type ?? (request.brCode ? 'br_code' : 'bank_account'), keyMasked: '***' },
    createdAtMs: 1_790_000_000_000 + made,
    approval: null,
    returnedAmount: 0,
    ...(metadataJson === undefined ? {} : { metadataJson }),
    ...(description === undefined ? {} : { description }),
    ...(request.scheduledForMs === undefined ? {} : { scheduledForMs: request.scheduledForMs }),
  };
};
