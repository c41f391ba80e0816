import type { Id } from '@gx/core';
import test from 'ava';
import type { Payout } from '../../gen/gx/payout/v1/payout.ts';
import { PAYOUT_STATUSES, publicPayout } from './payout.ts';
import { canonicalPayoutEvent, withdrawalEvent } from './payout-event.ts';

const ID = '01a1fd92-28c4-7472-84b8-6c07942b7bbc' as Id<'payout'>;
const USER = '01a1fd92-28c4-7472-84b8-6c07942b7bbd';
const AT = Date.parse('2026-11-21T12:00:00.007Z');
const payout = (more: Partial<Payout> = {}): Payout => ({
  id: ID,
  tenant: { accountId: ID, livemode: true },
  amount: 1_000,
  currency: 'BRL',
  status: 'PENDING',
  fee: 50,
  destination: { type: 'cpf', keyMasked: '***.982.247-**' },
  createdAtMs: AT,
  approval: null,
  returnedAmount: 0,
  ...more,
});
const FAILURE = { status: 'FAILED', failureCode: 'AC03', failureMessage: 'No such account.' } as const;
const OCCURRED = { eventId: 'evt_1', occurredAtMs: AT, livemode: true, sequence: 3 };

/** The fields of decisions N2 in their order, then those of section 7 that are additive. */
const PENDING = {
  id: `po_${ID}`,
  object: 'payout',
  amount: 1_000,
  currency: 'BRL',
  status: 'pending',
  method: 'pix',
  destination: { type: 'cpf', key_masked: '***.982.247-**' },
  fee: 50,
  net_amount: 1_000,
  end_to_end_id: null,
  failure_code: null,
  failure_message: null,
  metadata: {},
  created_at: '2026-11-21T12:00:00.007Z',
  paid_at: null,
  scheduled_for: null,
  approval: { required: false, by: null, at: null },
  returned_amount: 0,
  description: null,
};

test('a payout has every field in the order of the contract, null where it does not apply, and no other', (t) => {
  t.deepEqual(publicPayout(payout()) as object, PENDING);
  t.deepEqual(Object.keys(publicPayout(payout())), Object.keys(PENDING));
});

test('what arrives is the amount, whatever the fee', (t) => {
  t.is(publicPayout(payout({ fee: 900 })).net_amount, 1_000);
});

test('a payout that has everything shows it, and metadata as it was given', (t) => {
  const everything = payout({
    status: 'PAID',
    endToEndId: 'E'.repeat(32),
    description: 'Invoice 77',
    metadataJson: '{"invoice":1.50}',
    paidAtMs: AT + 1,
    scheduledForMs: AT + 2,
    approval: { required: true, userId: USER, atMs: AT + 3 },
    returnedAmount: 10,
  });
  const rendered = publicPayout(everything);
  t.deepEqual(JSON.stringify(rendered.metadata), '{"invoice":1.50}');
  t.deepEqual({ ...rendered, metadata: {} } as object, {
    ...PENDING,
    status: 'paid',
    end_to_end_id: 'E'.repeat(32),
    description: 'Invoice 77',
    paid_at: '2026-11-21T12:00:00.008Z',
    scheduled_for: '2026-11-21T12:00:00.009Z',
    approval: { required: true, by: `usr_${USER}`, at: '2026-11-21T12:00:00.010Z' },
    returned_amount: 10,
  });
});

test('code and message of a failure are both there exactly when it failed', (t) => {
  t.like(publicPayout(payout(FAILURE)), { failure_code: 'AC03', failure_message: 'No such account.' });
  for (const status of ['PENDING', 'PROCESSING', 'PAID', 'CANCELLED'] as const)
    t.like(publicPayout(payout({ ...FAILURE, status })), { failure_code: null, failure_message: null }, status);
});

test('a sentence of a bank may name its customer: in neither field', (t) => {
  const failureCode = 'Conta de Maria encerrada';
  const failureMessage = `The bank did not send it: ${failureCode}.`;
  t.like(publicPayout(payout({ ...FAILURE, failureCode, failureMessage })), {
    failure_code: 'NAO_REALIZADO',
    failure_message: 'The bank did not send it: NAO_REALIZADO.',
  });
});

for (const wrong of [
  { status: 'STATUS_UNSPECIFIED' },
  { destination: null },
  { status: 'FAILED' },
  { status: 'FAILED', failureCode: 'AC03' },
] as const)
  test(`a payout with ${JSON.stringify(wrong)} is a fault, never an answer`, (t) => {
    t.throws(() => publicPayout(payout(wrong)), { name: 'InvariantViolation' });
  });

test('the object of an event is the payout that REST answers', (t) => {
  const event = canonicalPayoutEvent('payout.failed', payout(FAILURE), OCCURRED);
  t.deepEqual(Object.keys(event), [
    'id',
    'object',
    'api_version',
    'type',
    'created_at',
    'livemode',
    'sequence',
    'data',
  ]);
  t.deepEqual(event.data, { object: publicPayout(payout(FAILURE)) });
  t.like(event, { type: 'payout.failed', livemode: true, created_at: '2026-11-21T12:00:00.007Z', sequence: 3 });
});

for (const status of PAYOUT_STATUSES)
  test(`a legacy event of a ${status} payout says so in capitals, with what it costs`, (t) => {
    const upper = status.toUpperCase() as Payout['status'];
    const event = withdrawalEvent('withdrawal.failed', payout({ status: upper }), {
      ...OCCURRED,
      previousStatus: 'PROCESSING',
    });
    t.deepEqual(event as object, {
      event: 'withdrawal.failed',
      livemode: true,
      data: {
        transactionId: `po_${ID}`,
        amount: 1_000,
        status: upper,
        previousStatus: 'PROCESSING',
        fee: 50,
        occurredAt: '2026-11-21T12:00:00.007Z',
        sequence: 3,
      },
    });
  });

test('a payout that has just been made was pending before, for the field is always there', (t) => {
  const event = withdrawalEvent('withdrawal.created', payout({ status: 'PROCESSING' }), {
    ...OCCURRED,
    previousStatus: 'STATUS_UNSPECIFIED',
  });
  t.like(event.data, { status: 'PROCESSING', previousStatus: 'PENDING' });
});
