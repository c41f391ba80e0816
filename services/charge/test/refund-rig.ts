import { newId, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import { type Refunds, startRefunds } from './peers.ts';
import { created, event, newTenant, pay, type Rig } from './rig.ts';

type Paid = { readonly id: string; readonly tenant: Tenant };
type Status = 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
const SEQUENCE = { PENDING: 1, IN_PROGRESS: 2, REFUNDED: 3, FAILED: 3 } as const;

type Progress = {
  readonly refundId?: ReturnType<typeof newId<'refund'>>;
  readonly amount?: number;
  readonly times?: number;
  readonly failureCode?: string;
  readonly returnedAmount?: number;
};

/** A played refund service: it announces how far the refunds of charges are. */
export async function startRefundProgress(rig: Rig) {
  const refunds: Refunds = await startRefunds(rig.topicPrefix);
  const progressOf = ({ id }: Pick<Paid, 'id'>) => {
    const all = rig.ledger.events(id).filter(({ type }) => type === 'charge.refund_progressed');
    return [...new Map(all.map((one) => [one.eventId, one.refundProgressed])).values()];
  };
  return {
    refunds,

    async paidCharge(tenant = newTenant()) {
      const charge = await created(rig, {}, tenant);
      await pay(rig, charge);
      await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
      await event(rig, charge.id, 'charge.paid');
      return charge;
    },

    /** Announces how far a refund of a charge is; answers its id. */
    async announce({ id, tenant }: Paid, status: Status, progress: Progress = {}) {
      const { refundId = newId('refund'), amount = 1_990, times = 1, ...why } = progress;
      const type = status === 'PENDING' ? 'refund.created' : 'refund.progressed';
      const subject = { id: refundId, tenant, kind: 'REFUND', chargeId: id, amount, currency: 'BRL' } as const;
      const refund = { ...subject, status, ...why };
      const body = status === 'PENDING' ? { created: refund } : { progressed: refund };
      await refunds.publish({ type, tenant, chargeId: id, refundId, sequence: SEQUENCE[status], ...body }, times);
      return refundId;
    },

    /** What was published of refunds of a charge, each event once. */
    progressOf,
    published: (charge: Pick<Paid, 'id'>, count: number) =>
      until('it is published', () => progressOf(charge).length >= count),
  };
}
