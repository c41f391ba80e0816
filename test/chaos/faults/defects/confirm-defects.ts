import { chargeEventCodec } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { GrpcCall, MongoCall } from '@gx/testkit/faults';
import { type Defect, statements } from './defect.ts';

type Outgoing = { readonly type: string; value: Buffer | { readonly buffer: Buffer } };
type ChargeChange = {
  readonly $push?: {
    readonly outbox?: { readonly $each: readonly Outgoing[] };
    readonly payments?: { readonly $each: readonly { ordered?: unknown }[] };
  };
};

const changesOf = ({ service, collection, command }: MongoCall): readonly ChargeChange[] =>
  service === 'charge' && collection === 'charges'
    ? statements(command).map(({ change }) => (change ?? {}) as ChargeChange)
    : [];

/** What a process of charge signs that was taken over: another event than its record says. */
const signing =
  (type: string, forge: (event: ChargeEvent) => object) =>
  (call: MongoCall): void => {
    for (const { $push } of changesOf(call))
      for (const record of $push?.outbox?.$each ?? []) {
        if (record.type !== type) continue;
        const { value } = record;
        const event = chargeEventCodec.decode(Buffer.isBuffer(value) ? value : Buffer.from(value.buffer));
        record.value = chargeEventCodec.encode({ ...event, ...forge(event) });
      }
  };

/** What somebody is told who asks charge, and does not listen. */
const unasked =
  (service: string) =>
  (call: GrpcCall, answer: Record<string, unknown>): void => {
    if (call.service !== service || call.what !== 'ConfirmMoney') return;
    for (const one of answer['confirmations'] as { confirmed: boolean }[]) one.confirmed = true;
  };

/** What can be wrong with the question whether charge has written down what its events say. */
export const CONFIRM_DEFECTS = {
  credit_unconfirmed: {
    says: 'the ledger credits whatever charge has signed, also more than its record says',
    flows: ['pay'],
    about: ['I22'],
    tampering: {
      mongo: signing('charge.payment_accepted', ({ paymentAccepted }) => ({
        paymentAccepted: { ...paymentAccepted, amount: (paymentAccepted?.amount ?? 0) + 500_000 },
      })),
      grpcAnswer: unasked('ledger'),
    },
  },
  return_unconfirmed: {
    says: 'refund sends back whatever charge has signed, also another amount than its record says',
    flows: ['payWrongAmount', 'payByStranger'],
    about: ['I22'],
    tampering: {
      mongo: signing('charge.return_ordered', ({ returnOrdered }) => ({
        returnOrdered: { ...returnOrdered, amount: (returnOrdered?.amount ?? 0) - 1 },
      })),
      grpcAnswer: unasked('refund'),
    },
  },
  order_not_written_down: {
    says: 'a payment that goes back does not note that this was ordered, so charge denies its own order',
    flows: ['payWrongAmount', 'payByStranger'],
    about: ['I22'],
    tampering: {
      mongo: (call) => {
        for (const { $push } of changesOf(call))
          for (const payment of $push?.payments?.$each ?? []) delete payment.ordered;
      },
    },
  },
} as const satisfies Readonly<Record<string, Defect>>;
