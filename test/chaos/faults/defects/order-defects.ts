import { randomBytes } from 'node:crypto';
import type { HttpCall } from '@gx/testkit/faults';
import { refuseWith, rewritten } from './answers.ts';
import { batchOf, type Defect } from './defect.ts';

const isOrderRead = ({ to, what }: HttpCall): boolean => to === 'bank' && what === 'GET /order';
type Payment = { id: string; at: string };
const paymentsOf = (body: Record<string, unknown>): Payment[] =>
  Array.isArray(body['payments']) ? (body['payments'] as Payment[]) : [];

/** What can be wrong with charges by another method than Pix. */
export const ORDER_DEFECTS = {
  payment_named_by_look: {
    says: 'a payment of an order is identified by when it was seen, so seen again it is another one',
    flows: ['orderPaid', 'orderPaidThrice', 'disputeAtOnce'],
    about: ['I1b', 'I3'],
    tampering: {
      httpAnswer: (call, answer) => {
        if (!isOrderRead(call) || answer.status !== 200) return;
        rewritten(answer, (body) => {
          for (const payment of paymentsOf(body)) {
            if (SEEN.has(payment.id)) payment.id = randomBytes(8).toString('hex');
            else SEEN.add(payment.id);
          }
        });
      },
    },
  },
  order_not_looked_for: {
    says: 'a creation whose answer was lost does not look for the order that it may have made, and makes one of another name',
    // Nothing else of it asks for an order.
    flows: ['order'],
    about: ['I6'],
    trouble: { at: /^charge bank PUT .order$/, fault: { kind: 'fail', side: 'after' } },
    tampering: {
      http: (call, request) => {
        if (call.what !== 'PUT /order') return request;
        const reference = referenceIn(request.path);
        if (!MADE.has(reference)) {
          MADE.add(reference);
          return request;
        }
        RENAMED.set(call, reference);
        return { ...request, path: request.path.replace(/.{8}$/, randomBytes(4).toString('hex')) };
      },
      httpAnswer: (call, answer) => {
        if (isOrderRead(call)) return refuseWith(answer, 404, 'OrderNotFound');
        const reference = RENAMED.get(call);
        if (reference !== undefined && answer.status < 300)
          rewritten(answer, (body) => {
            body['reference'] = reference;
          });
      },
    },
  },
  cancellation_assumed: {
    says: 'an order counts as cancelled without having been cancelled',
    flows: ['orderCancelled', 'orderCancelAgainstPay'],
    about: ['I6'],
    tampering: {
      http: ({ what }, request) =>
        what === 'PUT /order/cancellation'
          ? { ...request, method: 'GET', body: null, path: request.path.replace('/cancellation', '') }
          : request,
      httpAnswer: ({ what }, answer) => {
        if (what !== 'PUT /order/cancellation' || answer.status !== 200) return;
        rewritten(answer, (body) => {
          body['status'] = 'cancelled';
        });
      },
    },
  },
  order_arrival_decides: {
    says: 'money for an order counts from when it is reported: late money is kept',
    flows: ['orderPaidLate'],
    about: ['I3b'],
    tampering: {
      httpAnswer: (call, answer) => {
        if (!isOrderRead(call) || answer.status !== 200) return;
        rewritten(answer, (body) => {
          for (const payment of paymentsOf(body)) payment.at = String(body['created_at']);
        });
      },
    },
  },
  dispute_forgotten: {
    says: 'a charge does not remember its disputes: seen again, one is another one',
    flows: ['disputeWon', 'disputeLost', 'chargebackWon'],
    about: ['I7b'],
    tampering: {
      mongoReply: ({ service, name, collection }, reply) => {
        if (service !== 'charge' || name !== 'find' || collection !== 'charges') return;
        for (const charge of batchOf(reply)) delete charge['disputes'];
      },
    },
  },
  stake_without_refunds: {
    says: 'all that was paid is at stake in a dispute, whatever has gone back before',
    flows: ['refundThenDispute'],
    about: ['I1b'],
    tampering: {
      httpAnswer: (call, answer) => {
        if (!isOrderRead(call) || answer.status !== 200) return;
        rewritten(answer, (body) => {
          body['refunds'] = [];
        });
      },
    },
  },
} as const satisfies Readonly<Record<string, Defect>>;

const referenceIn = (path: string): string => path.split('/').at(-1) ?? '';

/** Payments that were seen; orders that were asked for, and under whose name others were. */
const SEEN = new Set<string>();
const MADE = new Set<string>();
const RENAMED = new WeakMap<HttpCall, string>();
