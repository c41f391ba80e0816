import { randomBytes } from 'node:crypto';
import type { HttpCall, MongoCall } from '@gx/testkit/faults';
import { rewritten } from './answers.ts';
import { type Defect, statements } from './defect.ts';

type IncomingPayment = { decision: string; reason: string | null; returnId: string | null };
type Change = {
  $set?: Record<string, unknown> & {
    settlement?: { postedAt: Date | null };
    method?: string;
  };
  $push?: { payments?: { $each: IncomingPayment[] }; outbox?: { $each: { type: string }[] } };
  $currentDate?: Record<string, unknown>;
};

/** What is written to a charge, statement by statement. */
const changesOf = ({ service, collection, command }: MongoCall): Change[] =>
  service === 'charge' && collection === 'charges'
    ? statements(command).flatMap(({ change }) => (Array.isArray(change) ? [] : [change as Change]))
    : [];

/** Of those, the writes by which money is accepted. */
const acceptances = (call: MongoCall): Change[] =>
  changesOf(call).filter(({ $set }) => $set?.settlement?.postedAt === null);

/** What came by a second option is written down as `instead` says, and nobody is told to send it back. */
function withoutOrders(call: MongoCall, instead: () => object): void {
  for (const { $push, $currentDate } of changesOf(call)) {
    const twice = $push?.payments?.$each.filter(({ reason }) => reason === 'DUPLICATE_PAYMENT') ?? [];
    for (const payment of twice) Object.assign(payment, instead());
    if (twice.length === 0 || $push === undefined) continue;
    delete $push.outbox;
    delete $currentDate?.['due.returns'];
  }
}

/** What can be wrong with charges that may be paid by several methods. */
export const OPTION_DEFECTS = {
  payment_options_forgotten_when_paid: {
    says: 'a charge that is paid counts its other options as over and asks no provider to close them',
    flows: ['severalByCard', 'severalByBoleto', 'severalWithoutCallback'],
    about: ['I6'],
    tampering: {
      mongo: (call) => {
        for (const { $set, $currentDate } of acceptances(call)) {
          if ($set?.method === undefined) continue;
          $set['paymentOptions.$[].state'] = 'over';
          for (const path of Object.keys($currentDate ?? {}))
            if (path.startsWith('due.options')) delete $currentDate?.[path];
        }
      },
    },
  },
  second_option_kept: {
    says: 'what is paid by a second option is kept as well, since by that option it is the first payment',
    flows: ['severalPixThenCard', 'severalCardThenPix', 'severalPaidAtOnce'],
    about: ['I3'],
    tampering: {
      mongo: (call) => {
        withoutOrders(call, () => ({ decision: 'accepted', reason: null, returnId: null }));
      },
    },
  },
  return_of_second_option_lost: {
    says: 'the return of what was paid by a second option is written down and ordered of nobody',
    flows: ['severalPixThenCard', 'severalCardThenPix', 'severalPaidAtOnce'],
    about: ['I3'],
    tampering: {
      mongo: (call) => {
        withoutOrders(call, () => ({ returnedAt: new Date() }));
      },
    },
  },
  option_of_another_name: {
    says: 'an option is opened under a name made up on the spot, not under the one that is stored',
    // Nobody can pay an order by a name that it does not have.
    flows: ['several', 'severalAtOnce'],
    about: ['I6'],
    tampering: {
      http: (call, request) => {
        if (call.what !== 'PUT /order') return request;
        NAMED.set(call, request.path.split('/').at(-1) ?? '');
        return { ...request, path: request.path.replace(/.{8}$/, randomBytes(4).toString('hex')) };
      },
      httpAnswer: (call, answer) => {
        const reference = NAMED.get(call);
        if (reference !== undefined && answer.status < 300)
          rewritten(answer, (body) => {
            body['reference'] = reference;
          });
      },
    },
  },
  paid_option_not_own: {
    says: 'money that came by another option is booked as if it had come by the one that the charge waited for first',
    flows: ['severalByCard', 'severalByBoleto', 'severalByPhone'],
    about: ['I3'],
    tampering: {
      mongo: (call) => {
        for (const { $set } of acceptances(call)) delete $set?.method;
      },
    },
  },
} as const satisfies Readonly<Record<string, Defect>>;

/** Under which name each call was to open its option. */
const NAMED = new WeakMap<HttpCall, string>();
