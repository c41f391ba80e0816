import { cents, newId, parseTaxId, type TaxDocument, type TransferWork } from '@gx/core';
import { initiated, type Payout } from '../src/domain/payout.ts';
import { type PayoutRequest, termsOf } from '../src/domain/payout-request.ts';

export const NOW = new Date('2026-11-20T15:00:00.000Z');
export const OWNER = 'me';

export const request = (change: Partial<PayoutRequest> = {}): PayoutRequest => ({
  tenant: { accountId: newId('account'), livemode: true },
  actor: { kind: 'api_key' },
  idempotencyKey: 'key-12345678',
  requestHash: 'v1:hash',
  amount: 1_000,
  currency: 'BRL',
  destination: { kind: 'key', type: 'email', key: 'maria@example.com' },
  allowDuplicate: false,
  ...change,
});

export const DOCUMENT = parseTaxId('52998224725') as TaxDocument;

type Change = Partial<Omit<Payout, 'work'>> & {
  readonly work?: Partial<TransferWork>;
  readonly request?: Partial<PayoutRequest>;
  readonly approvalRequired?: boolean;
};

/** A payout whose lease is ours, as it was created unless something is changed. */
export function payoutOf({ request: ordered, work, approvalRequired = false, ...change }: Change = {}): Payout {
  const terms = termsOf(request(ordered), {
    id: newId('payout'),
    secret: Buffer.alloc(32, 1),
    bankProfileId: 'bank',
    fee: 50,
    providerFee: 35,
    approvalRequired,
    body: '{}',
    traceparent: null,
    now: NOW,
  });
  const made = initiated(terms, OWNER);
  return { ...made, ...change, work: { ...made.work, attempts: 1, polls: 1, ...work } };
}

export const amountOf = (value: number) => cents(value);
