import { PUBLIC_STATUS } from '@gx/contracts';
import { until } from '@gx/testkit';
import { type Body, PATIENTLY } from '../merchant.ts';
import { netOf } from '../shop.ts';
import type { Context } from '../stories/one-product.ts';
import { once, type RowTable, type T, table } from './table.ts';
import {
  asPayment,
  becomes,
  CPF,
  type Fields,
  openTill,
  order,
  paidCharge,
  pay,
  play,
  STRANGER,
  type Till,
} from './till.ts';

const asCharge = (id: string): string => id.replace('tx_', 'ch_');
const CARD = { amount: 10_000, currency: 'USD', paymentMethods: ['CREDIT_CARD'] };
const LOCK = { customer: { name: 'Ana' }, expected_payer_tax_id: CPF };
const card = (till: Till, ...outcomes: string[]): Promise<string> => order(till, CARD, ...outcomes);
async function approvedCard(till: Till): Promise<string> {
  const id = await card(till, 'approved');
  await becomes(till, id, 'APPROVED');
  return id;
}
/** How a charge of each status comes to be. */
const MADE: Readonly<Record<Exclude<keyof typeof PUBLIC_STATUS, 'PENDING'>, (till: Till) => Promise<string>>> = {
  WAITING_PAYMENT: async (till) => (await pay(till)).body.id,
  PROCESSING: (till) => card(till, 'authenticating'),
  PAID: async (till) => asPayment((await paidCharge(till)).id),
  APPROVED: approvedCard,
  REFUSED: (till) => card(till, 'refused'),
  CANCELLED: async (till) => {
    const { id } = (await pay(till)).body;
    await till.cancel(id);
    return id;
  },
  EXPIRED: (till) => order(till, { amount: 900, currency: 'EUR', paymentMethods: ['MULTIBANCO'] }, 'expired'),
  REFUNDED: async (till) => {
    const { body } = await till.create({ amount: 1_500, ...LOCK });
    await till.payWith(body.id, STRANGER, 'notification');
    return asPayment(body.id);
  },
  CHARGEBACK: async (till) => {
    const id = await approvedCard(till);
    await play(till, id, 'chargeback');
    return id;
  },
  DISPUTE: async (till) => {
    const id = await approvedCard(till);
    await play(till, id, 'dispute');
    return id;
  },
};

const tills = once(openTill);
const statuses = table(
  'Transaction status',
  tills,
  Object.fromEntries(
    Object.entries(MADE).map(([status, make]) => {
      const word = PUBLIC_STATUS[status as keyof typeof PUBLIC_STATUS];
      return [
        status,
        [
          `is ${word} on the other surface`,
          async (t: T, till: Till) => {
            const id = await make(till);
            t.is((await becomes(till, id, status))['status'], status);
            t.is((await till.get(asCharge(id))).body.status, word);
          },
        ],
      ] as const;
    }),
  ),
);

/**
 * What is answered while the bank confirms no charge in time: neither has reached it, and one of them is
 * cancelled then.
 */
const unconfirmed = once(async (context: Context) => {
  const till = await openTill(context);
  const silence = await context.bank.scenario({ operation: 'create', kind: 'hang', ms: 20_000 });
  try {
    const [{ body: one }, { body: other }] = await Promise.all([pay(till), pay(till)]);
    const { body: charge } = await till.get(asCharge(one.id));
    const { body: atBank } = await till.send('GET', `/v1/payments/${one.id}/provider-status`);
    const cancelled = await till.cancel(other.id);
    return { till, one: one as Fields, other: other as Fields, charge, atBank: atBank as Fields, cancelled };
  } finally {
    await context.bank.behave(silence);
    await until('every replica trusts the bank again', () => trusts(context), PATIENTLY);
  }
});
/** Whether charges are created without a second try. */
async function trusts({ stack }: Context): Promise<boolean> {
  const answers = await Promise.all(Array.from({ length: 6 }, () => stack.merchant.create({ amount: 100 })));
  return answers.every(({ status }) => status === 201);
}
type Unconfirmed = Awaited<ReturnType<typeof unconfirmed>>;
const neverReached = (t: T, { atBank }: Unconfirmed): void => {
  t.is(atBank['error'], 'TRANSACTION_HAS_NO_PROVIDER_REFERENCE');
  t.like(atBank, { provider: null, providerTransactionId: null, providerStatus: null, rawResponse: null });
};
const whileUnconfirmed: readonly RowTable[] = [
  table('Transaction status', unconfirmed, {
    PENDING: [
      'is pending on the other surface',
      (t, { one, charge }) => t.deepEqual([one['status'], charge.status], ['PENDING', 'pending']),
    ],
  }),
  table('Transition', unconfirmed, {
    'PENDING to CANCELLED': [
      'by cancel, told as payment.failed',
      async (t, { till, other, cancelled }) => {
        t.deepEqual([other['status'], cancelled.status, cancelled.body.status], ['PENDING', 200, 'CANCELLED' as never]);
        const { body } = await till.untilHeard('payment.failed', String(other['id']));
        t.like(body.data, { status: 'CANCELLED', previousStatus: 'PENDING' });
      },
    ],
  }),
  table('Provider status', unconfirmed, {
    error: ['named where no provider was reached, and nothing else is known', neverReached],
  }),
  table('Named error', unconfirmed, {
    TRANSACTION_HAS_NO_PROVIDER_REFERENCE: ['of a charge that never reached a provider', neverReached],
  }),
];

/** Cancels it, and waits until that is told. */
async function cancels(t: T, till: Till, [id, from]: readonly [string, string]): Promise<void> {
  const { status, body } = await till.cancel(id);
  t.deepEqual([status, body.status as string], [200, 'CANCELLED']);
  t.like((await till.untilHeard('payment.failed', id)).body.data, { status: 'CANCELLED', previousStatus: from });
}

const wallets = once(async (context: Context) => {
  const till = await openTill(context);
  // What refunds are paid out of.
  await Promise.all([paidCharge(till, 50_000), approvedCard(till).then(() => approvedCard(till))]);
  return till;
});
/** Gives back one part, then the rest, and waits for the status after each. */
async function refunds(t: T, till: Till, id: string, all: boolean): Promise<Fields> {
  const { amount, status } = await becomes(till, id, id.startsWith('tx_') ? 'APPROVED' : 'PAID');
  const part = await till.refund(id, { amount: 400 });
  await till.untilRefund(id, part.body.id, 'REFUNDED');
  const partly = await till.send('GET', `/v1/payments/${id}`);
  t.is(partly.body.status as unknown, status);
  if (!all) return partly.body;
  const rest = await till.refund(id);
  t.is(rest.body.amount, Number(amount) - 400);
  const last = await becomes(till, id, 'REFUNDED');
  const heard = await till.untilHeard('payment.refunded', id);
  t.is(heard.body.data['amount'], amount);
  return last;
}

const untilPublic = (till: Till, id: string, status: string): Promise<Body> => till.untilStatus(id, status, 150_000);

const transitions = table('Transition', tills, {
  '(new) to pending': [
    'by a valid request, told as charge.created',
    async (t, till) => {
      const { body } = await till.create({ amount: 700 });
      t.is(body.status, 'pending');
      t.is((await till.send('GET', `/v1/payments/${body.id}`)).body.status as string, 'WAITING_PAYMENT');
      await t.notThrowsAsync(till.untilHeard('charge.created', body.id));
    },
  ],
  'pending to paid': [
    'when the payer that was named has paid: credited, told as charge.paid and payment.completed',
    async (t, _till) => {
      const till = await openTill(t.context);
      const { body } = await till.create({ amount: 700, ...LOCK });
      await till.payWith(body.id, CPF, 'notification');
      const paid = await untilPublic(till, body.id, 'paid');
      t.truthy(paid.settlement.end_to_end_id);
      t.is((await till.send('GET', `/v1/payments/${body.id}`)).body.status as string, 'PAID');
      t.is((await till.balance())['available'], netOf(700));
      for (const name of ['charge.paid', 'payment.completed'])
        await t.notThrowsAsync(till.untilHeard(name, body.id), name);
    },
  ],
  'pending to expired': [
    'when its time is over and nobody has paid: for good',
    async (t, till) => {
      const { body } = await till.create({ amount: 700, expires_in: 60 });
      await till.untilHeard('charge.created', body.id);
      const expired = await untilPublic(till, body.id, 'expired');
      t.true(Date.now() >= Date.parse(expired.pix?.expires_at ?? ''));
      t.is((await till.pay(body.id)).body['accepted'], false);
      await t.notThrowsAsync(till.untilHeard('charge.expired', body.id));
    },
  ],
  'pending to refunded': [
    'when somebody else has paid: not credited, given back whole by devolution',
    async (t, _till) => {
      const till = await openTill(t.context);
      const { body } = await till.create({ amount: 700, ...LOCK });
      await till.payWith(body.id, STRANGER, 'notification');
      await untilPublic(till, body.id, 'refunded');
      const isBack = async () => (await till.refunds(body.id))[0]?.status === 'REFUNDED';
      await until('it is back', isBack, PATIENTLY);
      const { pix } = await till.books(body.id);
      t.deepEqual(
        pix.map(({ devolutions }) => devolutions.map(({ amount }) => amount)),
        [[700]],
      );
      t.is((await till.balance())['available'], 0);
    },
  ],
  'pending to processing': [
    'when the bank does not say who has paid: held, not credited',
    async (t, _till) => {
      const till = await openTill(t.context);
      const { body } = await till.create({ amount: 700, ...LOCK });
      await till.payWith(body.id, CPF, 'never');
      const held = await untilPublic(till, body.id, 'processing');
      t.deepEqual(held.settlement, {});
      t.like(await till.balance(), { available: 0, pending: 0 });
    },
  ],
  'WAITING_PAYMENT to CANCELLED': [
    'by cancel, told as payment.failed',
    async (t, till) => {
      const { id } = (await pay(till)).body;
      await becomes(till, id, 'WAITING_PAYMENT');
      await cancels(t, till, [id, 'WAITING_PAYMENT']);
    },
  ],
  'PROCESSING to CANCELLED': [
    'by cancel, told as payment.failed',
    async (t, till) => {
      const id = await card(till, 'authenticating');
      await becomes(till, id, 'PROCESSING');
      await cancels(t, till, [id, 'PROCESSING']);
    },
  ],
});

const afterPayment = table('Transition', wallets, {
  'PAID to REFUNDED': [
    'when refunds reach the amount, told as payment.refunded; a paid charge cannot be cancelled',
    async (t, till) => {
      const { id } = await paidCharge(till, 1_000);
      t.is((await till.cancel(id)).status, 422);
      t.is((await refunds(t, till, id, true))['status'], 'REFUNDED');
    },
  ],
  'APPROVED to REFUNDED': [
    'when refunds reach the amount, told as payment.refunded; an approved card cannot be cancelled',
    async (t, till) => {
      const id = await approvedCard(till);
      t.is((await till.cancel(id)).status, 422);
      t.is((await refunds(t, till, id, true))['status'], 'REFUNDED');
    },
  ],
  'PAID stays': [
    'after a refund of a part',
    async (t, till) => t.is((await refunds(t, till, (await paidCharge(till, 1_000)).id, false))['status'], 'PAID'),
  ],
  'APPROVED stays': [
    'after a refund of a part',
    async (t, till) => t.is((await refunds(t, till, await approvedCard(till), false))['status'], 'APPROVED'),
  ],
});

const alone = whileUnconfirmed.map((one) => ({ ...one, isAlone: true as const }));
export const STATE_TABLES: readonly RowTable[] = [...alone, statuses, transitions, afterPayment];
