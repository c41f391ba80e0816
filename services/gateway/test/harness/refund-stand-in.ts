import { SERVICES } from '@gx/contracts';
import type { CreateRefundRequest, ListRefundsRequest, Refund } from '@gx/contracts/refund';
import { newId, notFound, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { stand } from './stand.ts';
import { FOREIGN_ID } from './stand-ins.ts';

/** The refund service as the edge sees it: one refund per tenant and key, and what it was asked. */
export function refundStandIn() {
  const refunds = new Map<string, { hash: string; refund: Refund }>();
  const state = {
    requests: [] as CreateRefundRequest[],
    lists: [] as ListRefundsRequest[],
    refuse: (_request: CreateRefundRequest): Refusal | undefined => undefined,
    /** What became of a refund meanwhile. */
    change(id: string, more: Partial<Refund>): void {
      for (const [key, entry] of refunds) {
        if (entry.refund.id === id) refunds.set(key, { ...entry, refund: { ...entry.refund, ...more } });
      }
    },
  };
  const keyOf = ({ tenant, idempotencyKey }: CreateRefundRequest): string =>
    `${JSON.stringify(tenant)} ${idempotencyKey}`;
  const handlers: Partial<Handlers<typeof SERVICES.refund>> = {
    CreateRefund(_ctx, request) {
      state.requests.push(request);
      if (request.chargeId === FOREIGN_ID) throw notFound('charge');
      const refusal = state.refuse(request);
      if (refusal !== undefined) throw refusal;
      const known = refunds.get(keyOf(request));
      if (known !== undefined && known.hash !== request.requestHash) {
        throw new Refusal('idempotency_key_reused', 'This idempotencyKey was used with another body.');
      }
      const refund = known?.refund ?? refundOf(request);
      refunds.set(keyOf(request), { hash: request.requestHash, refund });
      return { refund: { ...refund, status: 'PENDING' }, replayed: known !== undefined };
    },
    ListRefunds(_ctx, request) {
      state.lists.push(request);
      if (request.chargeId === FOREIGN_ID) throw notFound('charge');
      const own = [...refunds].filter(([key]) => key.startsWith(JSON.stringify(request.tenant)));
      const found = own.map(([, { refund }]) => refund).filter(({ chargeId }) => chargeId === request.chargeId);
      return { refunds: found.reverse() };
    },
  };
  return { ...stand(SERVICES.refund, handlers), state };
}

let made = 0;

const refundOf = ({ tenant, chargeId, amount = 1_000, reason, strategy }: CreateRefundRequest): Refund => {
  made += 1;
  return {
    id: newId('refund'),
    tenant,
    kind: 'REFUND',
    chargeId,
    surface: 'CHARGES',
    amount,
    currency: 'BRL',
    status: 'PENDING',
    strategy: strategy === 'STRATEGY_UNSPECIFIED' ? 'CASHOUT' : strategy,
    createdAtMs: 1_790_000_000_000 + made,
    ...(reason === undefined ? {} : { reason }),
  };
};
