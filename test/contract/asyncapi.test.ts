import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canonicalEvent,
  canonicalPayoutEvent,
  legacyEvent,
  PAYOUT_STATUSES,
  PUBLIC_STATUS,
  withdrawalEvent,
} from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import type { Payout } from '@gx/contracts/payout';
import { newId } from '@gx/core';
import { webhookChecker } from '@gx/testkit/openapi';
import test from 'ava';
import {
  CHARGE_DELIVERED_AS,
  DELIVERED_AS,
  EVENT_CATALOG,
  type EventName,
  isLegacy,
  PAYOUT_DELIVERED_AS,
} from '../../services/webhooks/src/domain/event-catalog.ts';
import { standardId } from '../../services/webhooks/src/send/signature.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../docs/reference/asyncapi.json'), 'utf8');
const DOCUMENT = JSON.parse(TEXT) as { asyncapi: string; components: { messages: Record<string, { name: string }> } };
const problemsOf = webhookChecker(TEXT);

const CHARGE = {
  id: newId('charge'),
  surface: 'CHARGES',
  amount: 1_000,
  currency: 'BRL',
  status: 'PAID',
  paymentMethod: 'PIX',
  customer: { name: 'Ana', document: '52998224725', email: 'ana@example.com', phone: '+5511999999999' },
  expectedPayerTaxId: '52998224725',
  pix: { brCode: '000201', qrCodeUrl: 'https://x/qr/1.png', expiresAtMs: 1, txid: 'a'.repeat(32) },
  checkoutUrl: 'https://x/1',
  endToEndId: 'E'.repeat(32),
  metadataJson: '{"any":{"thing":[1]}}',
  createdAtMs: 1,
  paidAtMs: 2,
  providerFee: 10,
  platformFee: 10,
} as unknown as Charge;
const { endToEndId: _, expectedPayerTaxId: __, pix: ___, ...REST } = CHARGE;
const BARE = { ...REST, customer: null } as Charge;
const CHANGE = {
  eventId: `evt_${'0'.repeat(32)}`,
  occurredAtMs: 3,
  livemode: true,
  sequence: 2,
  previousStatus: 'WAITING_PAYMENT',
} as const;

const headersOf = (name: EventName) => ({
  'x-service-signature': isLegacy(name) ? `sha256=${'0'.repeat(64)}` : `t=1,v1=${'0'.repeat(64)}`,
  'x-service-delivery-id': `att_${newId('attempt')}`,
  'x-service-event-type': name,
  'webhook-id': standardId(CHANGE.eventId, name, isLegacy(name)),
  'webhook-timestamp': '1795262400',
  'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
  ...(isLegacy(name) ? { deprecation: '@1793491200' } : {}),
});

test('every name of the catalog that is delivered is one message, aliases and wildcards are none', (t) => {
  t.is(DOCUMENT.asyncapi, '3.0.0');
  const delivered = Object.entries(EVENT_CATALOG).filter(([, row]) => !('covers' in row));
  t.deepEqual(
    Object.values(DOCUMENT.components.messages).map(({ name }) => name),
    delivered.map(([name]) => name),
  );
  for (const [, pointer = ''] of TEXT.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
    t.truthy(
      pointer.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], DOCUMENT),
      pointer,
    );
  }
});

test('whatever the serializers make of a charge, in every status and under every name, is what the document says', (t) => {
  const names = [...new Set<EventName>(Object.values(CHARGE_DELIVERED_AS).flat())];
  let checked = 0;
  for (const name of names) {
    for (const status of Object.keys(PUBLIC_STATUS)) {
      for (const base of [CHARGE, BARE, { ...CHARGE, surface: 'PAYMENTS' } as Charge]) {
        const charge = { ...base, status } as Charge;
        const refund = {
          id: newId('refund'),
          amount: 1,
          status: 'FAILED',
          initiator: 'merchant',
          failureCode: 'AC06',
        } as const;
        const more = name === 'payment.refunded' ? { refund } : {};
        const body = isLegacy(name)
          ? legacyEvent(name, charge, { ...CHANGE, ...more })
          : canonicalEvent(name, charge, CHANGE);
        t.deepEqual(problemsOf(headersOf(name), JSON.stringify(body)), [], `${name} ${status}`);
        checked += 1;
      }
    }
  }
  t.log(`${names.length} names, ${checked} bodies`);
});

const PAYOUT: Payout = {
  id: newId('payout'),
  tenant: null,
  amount: 1_000,
  currency: 'BRL',
  status: 'PENDING',
  fee: 50,
  destination: { type: 'cpf', keyMasked: '***.982.247-**' },
  createdAtMs: 1,
  approval: null,
  returnedAmount: 0,
};
const EVERYTHING: Partial<Payout> = {
  endToEndId: 'E'.repeat(32),
  description: 'Invoice 77',
  metadataJson: '{"any":{"thing":[1]}}',
  paidAtMs: 2,
  scheduledForMs: 3,
  approval: { required: true, userId: newId('user'), atMs: 4 },
  returnedAmount: 10,
};

test('the same of a payout, in every status and under every name', (t) => {
  const failure = { failureCode: 'AC03', failureMessage: 'No such account.' };
  const previousStatus = 'STATUS_UNSPECIFIED';
  let checked = 0;
  for (const name of new Set<EventName>(Object.values(PAYOUT_DELIVERED_AS).flat()))
    for (const status of PAYOUT_STATUSES.map((one) => one.toUpperCase() as Payout['status']))
      for (const more of [{}, EVERYTHING]) {
        const payout = { ...PAYOUT, ...more, status, ...(status === 'FAILED' ? failure : {}) };
        const body = isLegacy(name)
          ? withdrawalEvent(name, payout, { ...CHANGE, previousStatus })
          : canonicalPayoutEvent(name, payout, CHANGE);
        t.deepEqual(problemsOf(headersOf(name), JSON.stringify(body)), [], `${name} ${status}`);
        checked += 1;
      }
  t.is(checked, 60);
});

test('a payout in the place of a charge, or the other way round, is not what the document says', (t) => {
  const charge = canonicalEvent('charge.paid', CHARGE, CHANGE);
  const payout = canonicalPayoutEvent('payout.paid', { ...PAYOUT, status: 'PAID' }, CHANGE);
  t.true(problemsOf(headersOf('payout.paid'), JSON.stringify({ ...charge, type: 'payout.paid' })).length > 0);
  t.true(problemsOf(headersOf('charge.paid'), JSON.stringify({ ...payout, type: 'charge.paid' })).length > 0);
});

test('every name that is delivered is checked above', (t) => {
  const checked = new Set<string>([CHARGE_DELIVERED_AS, PAYOUT_DELIVERED_AS].flatMap((of) => Object.values(of).flat()));
  t.deepEqual(checked, new Set<string>(Object.values(DELIVERED_AS).flat()));
});

const without = (headers: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

test('a field too many, a header that is missing or of a wrong form, or another name is not what the document says', (t) => {
  const body = canonicalEvent('charge.paid', CHARGE, CHANGE);
  const headers = headersOf('charge.paid');
  const wrong: [Record<string, string>, object][] = [
    [headers, { ...body, secret: 1 }],
    [headers, { ...body, data: { object: { ...body.data.object, provider: 'bank' } } }],
    [headers, { ...body, type: 'charge.failed' }],
    [{ ...headers, 'x-service-signature': `sha256=${'0'.repeat(64)}` }, body],
    [{ ...headers, 'x-service-event-type': 'charge.unknown' }, body],
    [{ ...headers, 'webhook-id': `${headers['webhook-id']}_charge_paid` }, body],
    [{ ...headers, deprecation: '@1793491200' }, body],
    [{ ...headers, 'webhook-timestamp': new Date(1).toISOString() }, body],
    [{ ...headers, 'webhook-signature': `v1,${'0'.repeat(64)}` }, body],
    ...Object.keys(headers).map((name): [Record<string, string>, object] => [without(headers, name), body]),
  ];
  for (const [sent, json] of wrong) t.true(problemsOf(sent, JSON.stringify(json)).length > 0, JSON.stringify(json));
});
