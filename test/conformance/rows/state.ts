import { PUBLIC_STATUS } from '@gx/contracts';
import { until } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { type Body, PATIENTLY } from '../../stories/merchant.ts';
import { netOf } from '../../stories/shop.ts';
import {
  type ApiUser,
  asPayment,
  becomes,
  CPF,
  type Fields,
  openApiUser,
  order,
  paidCharge,
  pay,
  play,
  STRANGER,
} from './api-user.ts';
import { once, type RowTable, type T, table } from './table.ts';

const asCharge = (id: string): string => id.replace('tx_', 'ch_');
const CARD = { amount: 10_000, currency: 'USD', paymentMethods: ['CREDIT_CARD'] };
const LOCK = { customer: { name: 'Ana' }, expected_payer_tax_id: CPF };
const card = (api: ApiUser, ...outcomes: string[]): Promise<string> => order(api, CARD, ...outcomes);
async function approvedCard(api: ApiUser): Promise<string> {
  const id = await card(api, 'approved');
  await becomes(api, id, 'APPROVED');
  return id;
}
/** How a charge of each status comes to be. */
const MADE: Readonly<Record<Exclude<keyof typeof PUBLIC_STATUS, 'PENDING'>, (api: ApiUser) => Promise<string>>> = {
  WAITING_PAYMENT: async (api) => (await pay(api)).body.id,
  PROCESSING: (api) => card(api, 'authenticating'),
  PAID: async (api) => asPayment((await paidCharge(api)).id),
  APPROVED: approvedCard,
  REFUSED: (api) => card(api, 'refused'),
  CANCELLED: async (api) => {
    const { id } = (await pay(api)).body;
    await api.cancel(id);
    return id;
  },
  EXPIRED: (api) => order(api, { amount: 900, currency: 'EUR', paymentMethods: ['MULTIBANCO'] }, 'expired'),
  REFUNDED: async (api) => {
    const { body } = await api.create({ amount: 1_500, ...LOCK });
    await api.payWith(body.id, STRANGER, 'notification');
    return asPayment(body.id);
  },
  CHARGEBACK: async (api) => {
    const id = await approvedCard(api);
    await play(api, id, 'chargeback');
    return id;
  },
  DISPUTE: async (api) => {
    const id = await approvedCard(api);
    await play(api, id, 'dispute');
    return id;
  },
};

const tills = once(openApiUser);
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
          async (t: T, api: ApiUser) => {
            const id = await make(api);
            t.is((await becomes(api, id, status))['status'], status);
            t.is((await api.get(asCharge(id))).body.status, word);
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
  const api = await openApiUser(context);
  const silence = await context.bank.scenario({ operation: 'create', kind: 'hang', ms: 20_000 });
  try {
    const [{ body: one }, { body: other }] = await Promise.all([pay(api), pay(api)]);
    const { body: charge } = await api.get(asCharge(one.id));
    const { body: atBank } = await api.send('GET', `/v1/payments/${one.id}/provider-status`);
    const cancelled = await api.cancel(other.id);
    return { api, one: one as Fields, other: other as Fields, charge, atBank: atBank as Fields, cancelled };
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
type UnconfirmedPayment = Awaited<ReturnType<typeof unconfirmed>>;
const neverReached = (t: T, { atBank }: UnconfirmedPayment): void => {
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
      'by cancel, announced as payment.failed',
      async (t, { api, other, cancelled }) => {
        t.deepEqual([other['status'], cancelled.status, cancelled.body.status], ['PENDING', 200, 'CANCELLED' as never]);
        const { body } = await api.untilWebhook('payment.failed', String(other['id']));
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
async function cancels(t: T, api: ApiUser, [id, from]: readonly [string, string]): Promise<void> {
  const { status, body } = await api.cancel(id);
  t.deepEqual([status, body.status as string], [200, 'CANCELLED']);
  t.like((await api.untilWebhook('payment.failed', id)).body.data, { status: 'CANCELLED', previousStatus: from });
}

const wallets = once(async (context: Context) => {
  const api = await openApiUser(context);
  // What refunds are paid out of.
  await Promise.all([paidCharge(api, 50_000), approvedCard(api).then(() => approvedCard(api))]);
  return api;
});
/** Gives back one part, then the rest, and waits for the status after each. */
async function refunds(t: T, api: ApiUser, id: string, all: boolean): Promise<Fields> {
  const { amount, status } = await becomes(api, id, id.startsWith('tx_') ? 'APPROVED' : 'PAID');
  const part = await api.refund(id, { amount: 400 });
  await api.untilRefund(id, part.body.id, 'REFUNDED');
  const partly = await api.send('GET', `/v1/payments/${id}`);
  t.is(partly.body.status as unknown, status);
  if (!all) return partly.body;
  const rest = await api.refund(id);
  t.is(rest.body.amount, Number(amount) - 400);
  const last = await becomes(api, id, 'REFUNDED');
  const webhook = await api.untilWebhook('payment.refunded', id);
  t.is(webhook.body.data['amount'], amount);
  return last;
}

const untilPublic = (api: ApiUser, id: string, status: string): Promise<Body> => api.untilStatus(id, status, 150_000);

const transitions = table('Transition', tills, {
  '(new) to pending': [
    'by a valid request, announced as charge.created',
    async (t, api) => {
      const { body } = await api.create({ amount: 700 });
      t.is(body.status, 'pending');
      t.is((await api.send('GET', `/v1/payments/${body.id}`)).body.status as string, 'WAITING_PAYMENT');
      await t.notThrowsAsync(api.untilWebhook('charge.created', body.id));
    },
  ],
  'pending to paid': [
    'when the payer that was named has paid: credited, announced as charge.paid and payment.completed',
    async (t, _api) => {
      const api = await openApiUser(t.context);
      const { body } = await api.create({ amount: 700, ...LOCK });
      await api.payWith(body.id, CPF, 'notification');
      const paid = await untilPublic(api, body.id, 'paid');
      t.truthy(paid.settlement.end_to_end_id);
      t.is((await api.send('GET', `/v1/payments/${body.id}`)).body.status as string, 'PAID');
      t.is((await api.balance())['available'], netOf(700));
      for (const name of ['charge.paid', 'payment.completed'])
        await t.notThrowsAsync(api.untilWebhook(name, body.id), name);
    },
  ],
  'pending to expired': [
    'when its time is over and nobody has paid: for good',
    async (t, api) => {
      const { body } = await api.create({ amount: 700, expires_in: 60 });
      await api.untilWebhook('charge.created', body.id);
      const expired = await untilPublic(api, body.id, 'expired');
      t.true(Date.now() >= Date.parse(expired.pix?.expires_at ?? ''));
      t.is((await api.pay(body.id)).body['accepted'], false);
      await t.notThrowsAsync(api.untilWebhook('charge.expired', body.id));
    },
  ],
  'pending to refunded': [
    'when somebody else has paid: not credited, given back whole by devolution',
    async (t, _api) => {
      const api = await openApiUser(t.context);
      const { body } = await api.create({ amount: 700, ...LOCK });
      await api.payWith(body.id, STRANGER, 'notification');
      await untilPublic(api, body.id, 'refunded');
      const isBack = async () => (await api.refunds(body.id))[0]?.status === 'REFUNDED';
      await until('it is back', isBack, PATIENTLY);
      const { pix } = await api.books(body.id);
      t.deepEqual(
        pix.map(({ devolutions }) => devolutions.map(({ amount }) => amount)),
        [[700]],
      );
      t.is((await api.balance())['available'], 0);
    },
  ],
  'pending to processing': [
    'when the bank does not say who has paid: held, not credited',
    async (t, _api) => {
      const api = await openApiUser(t.context);
      const { body } = await api.create({ amount: 700, ...LOCK });
      await api.payWith(body.id, CPF, 'never');
      const held = await untilPublic(api, body.id, 'processing');
      t.deepEqual(held.settlement, {});
      t.like(await api.balance(), { available: 0, pending: 0 });
    },
  ],
  'WAITING_PAYMENT to CANCELLED': [
    'by cancel, announced as payment.failed',
    async (t, api) => {
      const { id } = (await pay(api)).body;
      await becomes(api, id, 'WAITING_PAYMENT');
      await cancels(t, api, [id, 'WAITING_PAYMENT']);
    },
  ],
  'PROCESSING to CANCELLED': [
    'by cancel, announced as payment.failed',
    async (t, api) => {
      const id = await card(api, 'authenticating');
      await becomes(api, id, 'PROCESSING');
      await cancels(t, api, [id, 'PROCESSING']);
    },
  ],
});

const afterPayment = table('Transition', wallets, {
  'PAID to REFUNDED': [
    'when refunds reach the amount, announced as payment.refunded; a paid charge cannot be cancelled',
    async (t, api) => {
      const { id } = await paidCharge(api, 1_000);
      t.is((await api.cancel(id)).status, 422);
      t.is((await refunds(t, api, id, true))['status'], 'REFUNDED');
    },
  ],
  'APPROVED to REFUNDED': [
    'when refunds reach the amount, announced as payment.refunded; an approved card cannot be cancelled',
    async (t, api) => {
      const id = await approvedCard(api);
      t.is((await api.cancel(id)).status, 422);
      t.is((await refunds(t, api, id, true))['status'], 'REFUNDED');
    },
  ],
  'PAID stays': [
    'after a refund of a part',
    async (t, api) => t.is((await refunds(t, api, (await paidCharge(api, 1_000)).id, false))['status'], 'PAID'),
  ],
  'APPROVED stays': [
    'after a refund of a part',
    async (t, api) => t.is((await refunds(t, api, await approvedCard(api), false))['status'], 'APPROVED'),
  ],
});

const alone = whileUnconfirmed.map((one) => ({ ...one, isAlone: true as const }));
export const STATE_TABLES: readonly RowTable[] = [...alone, statuses, transitions, afterPayment];
