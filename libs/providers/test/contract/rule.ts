import { randomBytes } from 'node:crypto';
import { cents, type EndToEndId, parseTaxId, type TaxDocument, type Txid } from '@gx/core';
import type { ExecutionContext } from 'ava';
import type { ChargeTerms, FaultReason, Outcome } from '../../src/index.ts';
import type { PaymentOrder } from '../../src/test-payer.ts';
import type { Case, Misbehaviour, ProviderWish } from './bank.ts';

/** One case at the bank with a txid and a request of its own, not yet sent. */
export type PreparedCase = Case & { readonly txid: Txid; readonly body: string };
/** Registers one rule; `wish` says what provider it needs. */
export type Rule = (
  title: string,
  wish: ProviderWish,
  run: (t: ExecutionContext, it: PreparedCase) => Promise<void>,
) => void;

export const TERMS: ChargeTerms = {
  amount: cents(3700),
  expiresInSeconds: 3600,
  description: 'Pedido 37',
  debtor: { document: parseTaxId('52998224725') as TaxDocument, name: 'Maria da Silva' },
};

/** A charge of 37.00 with its Pix, of which nobody was told. */
export async function paidCharge(t: ExecutionContext, it: PreparedCase, order: PaymentOrder = {}): Promise<EndToEndId> {
  const { brCode } = done(t, await it.provider.createCharge(it));
  return it.pay(brCode ?? '', { notify: 'never', ...order });
}

/** An id of ours, as short as every bank takes it. */
export const newId = (): string => randomBytes(16).toString('hex');

/** The value of an outcome that has to be `done`. */
export function done<T>(t: ExecutionContext, outcome: Outcome<T>): T {
  t.is(outcome.kind, 'done', JSON.stringify(outcome));
  if (outcome.kind !== 'done') throw new Error('not done');
  return outcome.value;
}

/** The value of an outcome that has to be `pending`. */
export function pending<T>(t: ExecutionContext, outcome: Outcome<T>): T {
  t.is(outcome.kind, 'pending', JSON.stringify(outcome));
  if (outcome.kind !== 'pending') throw new Error('not pending');
  return outcome.value;
}

/**
 * Every way in which the answer to a request can be lost, why there is none then, and whether it happened all
 * the same.
 */
export const LOST_ANSWERS: readonly (readonly [Misbehaviour, FaultReason, boolean])[] = [
  ['breaks_after_accepting', 'connection_lost', true],
  ['hangs_after_accepting', 'deadline', true],
  ['is_unavailable_after_accepting', 'server_error', true],
  ['answers_html', 'unreadable_answer', true],
  ['breaks_before_accepting', 'connection_lost', false],
  ['hangs', 'deadline', false],
  ['is_unavailable', 'server_error', false],
  ['times_out', 'server_error', false],
];

/** Why there is no answer, or the kind of answer that there is. */
export const reasonOf = (outcome: Outcome<unknown>): string =>
  outcome.kind === 'not_sent' || outcome.kind === 'unknown' ? outcome.cause.reason : outcome.kind;
