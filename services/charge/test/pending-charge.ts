import { cents, type EndToEndId, newId, type TaxId, type Txid } from '@gx/core';
import type { Charge, ChargeTerms, Decision, PaymentMethod, PixCode, PlannedOption } from '../src/domain/charge.ts';
import { endCreation, newCharge } from '../src/domain/create.ts';
import type { ConfirmedPayment, ConfirmedPayments } from '../src/domain/decide-confirmed.ts';

/** When everything happens that says nothing else, an hour before the code expires. */
export const NOW = new Date('2026-11-21T12:00:00.000Z');
export const PIX: PixCode = { brCode: '000201', expiresAt: new Date('2026-11-21T13:00:00.000Z') };
/** Who leads its creation. */
export const OWNER = 'owner';
/** Whom a charge may be locked to. */
export const PAYER = '52998224725' as TaxId;

/** A charge as it is inserted: 10.00 by Pix, from anybody, but for what is said otherwise. */
export function pendingCharge(change: Partial<ChargeTerms> = {}, owner = OWNER): Charge {
  const id = newId('charge');
  const terms: ChargeTerms = {
    id,
    tenant: { accountId: newId('account'), livemode: false },
    surface: 'CHARGES',
    idempotencyKey: `key-${id}`,
    requestHash: 'v1:a',
    amount: cents(1_000),
    currency: 'BRL',
    paymentMethods: ['PIX'],
    customerId: null,
    webhookUrl: null,
    customer: {},
    expectedPayerTaxId: null,
    metadataJson: '{}',
    fees: { provider: cents(10), platform: cents(10) },
    settlementDelaySeconds: 0,
    bankProfileId: 'bank',
    traceparent: null,
    createdAt: NOW,
    ...change,
  };
  const [first = 'PIX', ...others] = terms.paymentMethods;
  return newCharge(terms, [planned(first), ...others.map(planned)], owner);
}
const planned = (method: PaymentMethod): PlannedOption => ({ method, txid: nameOf(), body: '{}' });
const nameOf = (): Txid => newId('charge').replaceAll('-', '') as Txid;

/** The same once the bank has shown it. */
export const presentedCharge = (charge = pendingCharge()): Charge =>
  changed(endCreation(charge, charge.creation.owner ?? '', { kind: 'present', pix: PIX }, NOW));

/** A Pix of the whole amount that the bank has confirmed, and what is known of its payer. */
export const arrived = (id: string, change: Partial<ConfirmedPayment> = {}): ConfirmedPayment => ({
  endToEndId: id as EndToEndId,
  amount: cents(1_000),
  paidAt: NOW,
  payer: null,
  returnedByBank: cents(0),
  paidBy: null,
  returnId: newId('refund'),
  ...change,
});
export const arrival = (...payments: ConfirmedPayment[]): ConfirmedPayments => ({
  payments,
  pix: PIX,
  traceparent: null,
});

type TestDecision = Decision | { readonly kind: 'mismatch' | 'refused' };

/** The charge after a decision that has to change it. */
export function changed(decision: TestDecision): Charge {
  if (decision.kind !== 'change') throw new Error(`expected a change, got ${decision.kind}`);
  return decision.charge;
}

/** Its events by their number. */
export const numbered = (decision: TestDecision): string[] =>
  decision.kind === 'change' ? decision.events.map(({ sequence, type }) => `${sequence} ${type}`) : [];

/** Its events by the status before each. */
export const eventsFromStatus = (decision: TestDecision): string[] =>
  decision.kind === 'change' ? decision.events.map(({ previousStatus, type }) => `${previousStatus} ${type}`) : [];
