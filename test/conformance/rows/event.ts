import { API_VERSION } from '@gx/contracts';
import { verifyWebhook } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { netOf } from '../../stories/shop.ts';
import { becomes, type Fields, ISO, openApiUser, order, paidCharge, UUID } from './api-user.ts';
import { type CaseRow, once, table } from './table.ts';
import { hooks } from './webhook.ts';

/** A charge that was paid and a card that was, as both families tell of them. */
const events = once(async (context: Context) => {
  const api = await openApiUser(context);
  const begun = Date.now();
  const [charge, card] = await Promise.all([
    paidCharge(api, 2_000),
    order(api, { amount: 10_000, currency: 'USD', paymentMethods: ['CREDIT_CARD'] }, 'approved'),
  ]);
  const { body: read } = await api.get(charge.id);
  await becomes(api, card, 'APPROVED');
  const [created, paid, legacyCreated, completed, approved] = await Promise.all([
    api.untilWebhook('charge.created', charge.id),
    api.untilWebhook('charge.paid', charge.id),
    api.untilWebhook('payment.created', charge.id),
    api.untilWebhook('payment.completed', charge.id),
    api.untilWebhook('payment.completed', card),
  ]);
  const secret = String(api.endpoint.body['secret']);
  const { sent } = await hooks(context);
  return { api, begun, charge, card, read, secret, sent, created, paid, legacyCreated, completed, approved };
});
type Events = Awaited<ReturnType<typeof events>>;

const headers = table('Webhook header', events, {
  'X-Service-Signature': [
    't and v1 over time and body of the canonical family, sha256 over the body of the other',
    (t, { created, paid, legacyCreated, completed, secret }) => {
      for (const { request } of [created, paid]) {
        t.regex(String(request.headers['x-service-signature']), /^t=\d{10},v1=[0-9a-f]{64}$/);
        const verified = verifyWebhook(request, secret);
        t.is(verified?.family, 'canonical');
        const signedAt = verified?.family === 'canonical' ? verified.signedAt.getTime() : 0;
        t.true(Math.abs(signedAt - request.receivedAt.getTime()) < 60_000);
      }
      for (const { request } of [legacyCreated, completed]) {
        t.regex(String(request.headers['x-service-signature']), /^sha256=[0-9a-f]{64}$/);
        t.deepEqual(verifyWebhook(request, secret), { family: 'legacy' });
      }
      t.is(verifyWebhook(paid.request, 'f'.repeat(64)), undefined);
      t.is(verifyWebhook({ ...paid.request, body: `${paid.request.body} ` }, secret), undefined);
    },
  ],
  'X-Service-Delivery-Id': [
    'another at each attempt',
    (t, { sent, created, paid }) => {
      const all = [...sent, created.request, paid.request].map((one) => one.headers['x-service-delivery-id']);
      t.true(all.length >= 4);
      t.is(new Set(all).size, all.length);
      for (const id of all) t.regex(String(id), new RegExp(`^att_${UUID}$`));
    },
  ],
  'X-Service-Event-Type': [
    'what the body calls type or event',
    (t, { created, completed }) => {
      t.is(created.request.headers['x-service-event-type'], created.body['type'] as string);
      t.is(completed.request.headers['x-service-event-type'], completed.body['event'] as string);
    },
  ],
});

const canonical = table('Canonical envelope', events, {
  id: [
    'evt_ and hexadecimal digits, the same at each attempt and another for each event',
    (t, { sent, created, paid }) => {
      t.regex(String(created.body['id']), /^evt_[0-9a-f]+$/);
      t.not(created.body['id'], paid.body['id']);
      t.is(sent.length, 2);
      t.is(new Set(sent.map(({ body }) => (JSON.parse(body) as Fields)['id'])).size, 1);
    },
  ],
  object: [
    'always event',
    (t, { created, paid }) => t.deepEqual([created.body['object'], paid.body['object']], Array(2).fill('event')),
  ],
  api_version: [
    'a date, that of the contract',
    (t, { created }) => {
      t.regex(String(created.body['api_version']), /^\d{4}-\d{2}-\d{2}$/);
      t.is(created.body['api_version'], API_VERSION);
    },
  ],
  type: [
    'its canonical name',
    (t, { created, paid }) => t.deepEqual([created.body['type'], paid.body['type']], ['charge.created', 'charge.paid']),
  ],
  created_at: [
    'when it happened',
    (t, { created, paid, begun }) => {
      for (const { body } of [created, paid]) t.regex(String(body['created_at']), ISO);
      t.true(Date.parse(String(created.body['created_at'])) >= begun - 1_000);
      t.true(String(created.body['created_at']) < String(paid.body['created_at']));
    },
  ],
  'data.object': [
    'the charge as it is read, but for the image',
    (t, { paid, created, read }) => {
      const { pix, ...charge } = read;
      const { qr_code_base64: _, ...code } = pix ?? {};
      t.deepEqual(paid.body.data['object'], { ...charge, pix: code });
      t.deepEqual(created.body.data['object'], { ...charge, pix: code, status: 'pending', settlement: {} });
    },
  ],
});

/** On what was paid, by Pix and by card, and not on what is only created. */
const onPaid = (field: string, pix: unknown, card: unknown): CaseRow<Events> => [
  `on PAID and APPROVED: ${pix} and ${card}`,
  (t, { legacyCreated, completed, approved }) => {
    t.deepEqual([completed.body.data[field], approved.body.data[field]], [pix, card]);
    t.false(field in legacyCreated.body.data);
  },
];

const legacy = table('Legacy envelope', events, {
  transactionId: [
    'the id as its creation answered it',
    (t, { completed, approved, charge, card }) =>
      t.deepEqual([completed.body.data['transactionId'], approved.body.data['transactionId']], [charge.id, card]),
  ],
  amount: [
    'in the smallest unit',
    (t, { completed, approved }) =>
      t.deepEqual([completed.body.data['amount'], approved.body.data['amount']], [2_000, 10_000]),
  ],
  status: [
    'the word of the transaction',
    (t, { legacyCreated, completed, approved }) =>
      t.deepEqual(
        [legacyCreated, completed, approved].map(({ body }) => body.data['status']),
        ['WAITING_PAYMENT', 'PAID', 'APPROVED'],
      ),
  ],
  previousStatus: [
    'the word before',
    (t, { legacyCreated, completed }) =>
      t.deepEqual(
        [legacyCreated, completed].map(({ body }) => body.data['previousStatus']),
        ['PENDING', 'WAITING_PAYMENT'],
      ),
  ],
  paidWith: onPaid('paidWith', 'PIX', 'CREDIT_CARD'),
  providerFee: onPaid('providerFee', 10, 10),
  platformFee: onPaid('platformFee', 20, 100),
  netAmount: onPaid('netAmount', netOf(2_000), netOf(10_000)),
  occurredAt: [
    'when it happened',
    (t, { completed, begun }) => {
      t.regex(String(completed.body.data['occurredAt']), ISO);
      t.true(Date.parse(String(completed.body.data['occurredAt'])) >= begun - 1_000);
    },
  ],
});

const catalog = once(async (context: Context) => {
  const api = await openApiUser(context);
  const { status, body } = await api.anonymousClient.send('GET', '/v1/webhooks/event-catalog');
  return { api, status, names: body as unknown as Fields[], sink: context.sink };
});
type Catalog = Awaited<ReturnType<typeof catalog>>;

/** In the catalog, and one that an endpoint may subscribe to. */
const subscribable = (name: string, isLegacy: boolean): CaseRow<Catalog> => [
  isLegacy ? 'may be subscribed to, and is called legacy' : 'may be subscribed to',
  async (t, { api, names, sink }) => {
    const row = names.find(({ event }) => event === name);
    t.is(row?.['legacy'], isLegacy ? true : undefined);
    const body = { url: sink.url('/never'), events: [name] };
    const registered = await api.send('POST', '/v1/webhooks/endpoints', { body });
    t.deepEqual([registered.status, registered.body['events']], [201, [name]]);
  },
];
const CANONICAL = [
  ...['charge.created', 'charge.paid', 'charge.failed', 'charge.expired'],
  ...['payout.created', 'payout.paid', 'payout.failed'],
];
const LEGACY = [
  ...['payment.created', 'payment.completed', 'payment.failed', 'payment.expired', 'payment.refunded'],
  ...['withdrawal.*', 'payment.status_changed', 'withdrawal.status_changed'],
];
const names = table(
  'Event name',
  catalog,
  Object.fromEntries(
    [...CANONICAL, ...LEGACY].map((name) => [name, subscribable(name, LEGACY.includes(name))] as const),
  ),
);

const descriptions = table(
  'Event catalog',
  catalog,
  Object.fromEntries(
    CANONICAL.map((name): [string, CaseRow<Catalog>] => [
      name,
      [
        'is described in one sentence',
        (t, { status, names: rows }) => {
          t.is(status, 200);
          const [row, ...more] = rows.filter(({ event }) => event === name);
          t.deepEqual(more, []);
          t.deepEqual(Object.keys(row ?? {}), ['event', 'description']);
          t.regex(String(row?.['description']), /^[A-Z][^.]+\.$/);
        },
      ],
    ]),
  ),
);

export const EVENT_TABLES = [headers, canonical, legacy, names, descriptions];
