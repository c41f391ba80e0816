import { randomUUID } from 'node:crypto';
import type { PublicRefund } from '@gx/contracts';
import { until } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { type MerchantResponse, PATIENTLY } from '../../stories/merchant.ts';
import {
  type ApiUser,
  asPayment,
  CPF,
  type Fields,
  ISO,
  openApiUser,
  order,
  paidCharge,
  refused,
  UUID,
} from './api-user.ts';
import { once, table } from './table.ts';

/** A devolution that the bank keeps under way until it is told how it ends. */
async function underWay({ bank }: Context, api: ApiUser) {
  const charge = await paidCharge(api, 2_000);
  const { txid, pix } = await api.books(charge.id);
  await bank.scenario({ txid, operation: 'devolution_put', kind: 'stuck' });
  const begun = Date.now();
  const ordered = await api.refund(charge.id, { strategy: 'devolution', amount: 600, reason: 'wrong size' });
  const refund = ordered.body as unknown as PublicRefund;
  const end = async (status: 'DEVOLVIDO' | 'NAO_REALIZADO') => {
    const [devolution] = (await api.books(charge.id)).pix[0]?.devolutions ?? [];
    await bank.endDevolution(pix[0]?.end_to_end_id ?? '', devolution?.id ?? '', status);
  };
  return { charge, ordered, refund, begun, moved: await api.untilRefund(charge.id, refund.id, 'IN_PROGRESS'), end };
}

/** One refund that ends well and one that does not, each read at each of its steps. */
const refunds = once(async (context: Context) => {
  const api = await openApiUser(context);
  // Their refunds are paid out of this.
  await paidCharge(api, 9_000);
  const [good, bad] = await Promise.all([underWay(context, api), underWay(context, api)]);
  await Promise.all([good.end('DEVOLVIDO'), bad.end('NAO_REALIZADO')]);
  const done = await api.untilRefund(good.charge.id, good.refund.id, 'REFUNDED');
  const failed = await api.untilRefund(bad.charge.id, bad.refund.id, 'FAILED');
  return { api, good, bad, done, failed };
});

const fields = table('Refund', refunds, {
  id: [
    're_ and a uuid, the same in the list',
    (t, { good, done }) => {
      t.regex(good.refund.id, new RegExp(`^re_${UUID}$`));
      t.is(done.id, good.refund.id);
    },
  ],
  transactionId: [
    'the transaction, as tx_',
    (t, { good }) => t.is(good.refund.transactionId, asPayment(good.charge.id)),
  ],
  amount: ['what goes back', (t, { good, done }) => t.deepEqual([good.refund.amount, done.amount], [600, 600])],
  currency: ['that of the charge', (t, { good }) => t.is(good.refund.currency, 'BRL')],
  status: [
    'PENDING, IN_PROGRESS, then REFUNDED or FAILED',
    (t, { good, done, failed }) =>
      t.deepEqual(
        [good.refund.status, good.moved.status, done.status, failed.status],
        ['PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED'],
      ),
  ],
  reason: [
    'the merchant’s own',
    (t, { good, done }) => t.deepEqual([good.refund.reason, done.reason], Array(2).fill('wrong size')),
  ],
  createdAt: [
    'when it was ordered',
    (t, { good, done }) => {
      t.regex(good.refund.createdAt, ISO);
      t.true(Math.abs(Date.parse(good.refund.createdAt) - good.begun) < 60_000);
      t.is(done.createdAt, good.refund.createdAt);
    },
  ],
});

const refundStatuses = (api: ApiUser, chargeId: string): string[] =>
  api
    .webhooks()
    .filter(({ headers, body }) => headers['x-service-event-type'] === 'payment.refunded' && body.includes(chargeId))
    .map(({ body }) => (JSON.parse(body) as { data: { refund: PublicRefund } }).data.refund.status)
    .toSorted();
const untilStatuses = (api: ApiUser, chargeId: string, statuses: readonly string[]) =>
  until(
    `${statuses} of ${chargeId}`,
    () => JSON.stringify(refundStatuses(api, chargeId)) === JSON.stringify(statuses),
    PATIENTLY,
  );

const moves = table('Refund status', refunds, {
  'PENDING to IN_PROGRESS': [
    'when the bank has taken it, and a webhook says so',
    async (t, { api, good }) => {
      t.deepEqual([good.ordered.status, good.refund.status, good.moved.status], [201, 'PENDING', 'IN_PROGRESS']);
      await t.notThrowsAsync(untilStatuses(api, good.charge.id, ['IN_PROGRESS', 'REFUNDED']));
    },
  ],
  'IN_PROGRESS to REFUNDED': [
    'when the bank says that it is there, and a webhook says so',
    async (t, { api, good, done }) => {
      t.deepEqual([good.moved.status, done.status], ['IN_PROGRESS', 'REFUNDED']);
      await t.notThrowsAsync(untilStatuses(api, good.charge.id, ['IN_PROGRESS', 'REFUNDED']));
    },
  ],
  'IN_PROGRESS to FAILED': [
    'when the bank says that it did not work, and a webhook says so',
    async (t, { api, bad, failed }) => {
      t.deepEqual([bad.moved.status, failed.status], ['IN_PROGRESS', 'FAILED']);
      await t.notThrowsAsync(untilStatuses(api, bad.charge.id, ['FAILED', 'IN_PROGRESS']));
    },
  ],
});

/** Paid by somebody whom the bank names. */
const NAMED = { payer: { name: 'Ana', tax_id: CPF }, report_payer: 'notification' };
/** A charge that is paid many times over by its refunds’ wallet, and whose payer can be found. */
const paid = once(async (context: Context) => {
  const api = await openApiUser(context);
  await paidCharge(api, 90_000);
  // Its platform fee bears many cashouts.
  const charge = await paidCharge(api, 1_000_000, NAMED);
  const refund = (more: object): Promise<MerchantResponse> => api.refund(charge.id, { amount: 100, ...more });
  return { context, api, charge, refund };
});
const statusAndBody = ({ status, body }: MerchantResponse): [number, Fields] => [status, body];

const body = table('POST /v1/payments/{id}/refund, body', paid, {
  idempotencyKey: [
    'required, with 8 to 128 characters; again it is the first answer',
    async (t, { refund }) => {
      for (const idempotencyKey of [undefined, 'k'.repeat(7), 'k'.repeat(129)])
        refused(t, await refund({ idempotencyKey }), [400, 'invalid_request', 'idempotencyKey']);
      const idempotencyKey = randomUUID();
      const first = await refund({ idempotencyKey });
      const again = await refund({ idempotencyKey });
      t.is(again.headers['idempotent-replayed'], 'true');
      t.deepEqual(statusAndBody(again), statusAndBody(first));
    },
  ],
  amount: [
    'positive, all that is left where none is given, and never more than that',
    async (t, { api, refund }) => {
      for (const amount of [0, -1, 1.5, 1_000_001])
        refused(t, await refund({ amount }), [400, 'invalid_amount', 'amount']);
      const other = await paidCharge(api, 300);
      t.is((await api.refund(other.id, { strategy: 'devolution', amount: 100 })).body.amount, 100);
      t.is((await api.refund(other.id, { strategy: 'devolution' })).body.amount, 200);
    },
  ],
  reason: [
    'up to 500 characters',
    async (t, { refund }) => {
      refused(t, await refund({ reason: 'r'.repeat(501) }), [400, 'invalid_request', 'reason']);
      t.is((await refund({ reason: 'r'.repeat(500) })).body['reason'], 'r'.repeat(500));
    },
  ],
  strategy: [
    'devolution or cashout, cashout by default',
    async (t, { context, api, charge, refund }) => {
      refused(t, await refund({ strategy: 'boleto' }), [400, 'invalid_request', 'strategy']);
      t.is((await refund({ strategy: 'devolution', amount: 111 })).status, 201);
      t.is((await refund({ strategy: 'cashout', amount: 112 })).status, 201);
      t.is((await refund({ amount: 113 })).status, 201);
      const sent = async () => (await context.bank.sent()).filter(({ amount }) => amount === 112 || amount === 113);
      await until('both are sent', async () => (await sent()).length === 2, PATIENTLY);
      const given = async () => (await api.books(charge.id)).pix[0]?.devolutions.map(({ amount }) => amount) ?? [];
      await until('one is given back', async () => (await given()).includes(111), PATIENTLY);
      t.false((await given()).some((amount) => amount === 112 || amount === 113));
    },
  ],
  passFeeToTenant: [
    'sets the fee of the Pix-out aside beside the amount, by default not',
    async (t, { context }) => {
      const api = await openApiUser(context);
      const charge = await paidCharge(api, 5_000, NAMED);
      const asText = await api.refund(charge.id, { amount: 100, passFeeToTenant: 'true' });
      refused(t, asText, [400, 'invalid_request', 'passFeeToTenant']);
      const available = async () => Number((await api.balance())['available']);
      const before = await available();
      t.is((await api.refund(charge.id, { amount: 100 })).status, 201);
      t.is(before - (await available()), 100);
      t.is((await api.refund(charge.id, { amount: 100, passFeeToTenant: true })).status, 201);
      t.is(before - (await available()), 250);
    },
  ],
  destinationKey: [
    'where a cashout goes, else to the document of the payer',
    async (t, { context, refund }) => {
      refused(t, await refund({ destinationKey: 'nobody' }), [400, 'invalid_request', 'destinationKey']);
      refused(t, await refund({ strategy: 'devolution', destinationKey: CPF }), [
        400,
        'invalid_request',
        'destinationKey',
      ]);
      t.is((await refund({ amount: 121, destinationKey: '+5561912345678' })).status, 201);
      t.is((await refund({ amount: 122 })).status, 201);
      const sent = (amount: number) =>
        until(
          `${amount} is sent`,
          async () => (await context.bank.sent()).find((one) => one.amount === amount),
          PATIENTLY,
        );
      t.is((await sent(121)).destination_key, '+5561912345678');
      t.is((await sent(122)).destination_key, CPF);
    },
  ],
});

const named = table('Named error', paid, {
  REFUND_NOT_SUPPORTED: [
    'a refund of a method that has none',
    async (t, { api }) => {
      const id = await order(api, { amount: 10_000, paymentMethods: ['BOLETO'] }, 'approved');
      await api.untilStatus(id.replace('tx_', 'ch_'), 'paid', PATIENTLY.timeoutMs);
      refused(t, await api.refund(id, { amount: 100 }), [422, 'REFUND_NOT_SUPPORTED']);
    },
  ],
});

export const REFUND_TABLES = [fields, moves, body, named];
