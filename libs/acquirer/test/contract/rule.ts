import { cents, parseTaxId, type TaxDocument, type Txid } from '@gx/core';
import type { ExecutionContext } from 'ava';
import type { ChargeTerms, Outcome } from '../../src/index.ts';
import type { Case, ProviderWish } from './bank.ts';

/** One case at the bank with a txid and a request of its own, not yet sent. */
export type Prepared = Case & { readonly txid: Txid; readonly body: string };
/** Registers one rule; `wish` says what provider it needs. */
export type Rule = (
  title: string,
  wish: ProviderWish,
  run: (t: ExecutionContext, it: Prepared) => Promise<void>,
) => void;

export const TERMS: ChargeTerms = {
  amount: cents(3700),
  expiresInSeconds: 3600,
  description: 'Pedido 37',
  debtor: { document: parseTaxId('52998224725') as TaxDocument, name: 'Maria da Silva' },
};

/** The value of an outcome that has to be `done`. */
export function done<T>(t: ExecutionContext, outcome: Outcome<T>): T {
  t.is(outcome.kind, 'done', JSON.stringify(outcome));
  if (outcome.kind !== 'done') throw new Error('not done');
  return outcome.value;
}

/** Why there is no answer, or the kind of answer that there is. */
export const reasonOf = (outcome: Outcome<unknown>): string =>
  outcome.kind === 'not_sent' || outcome.kind === 'unknown' ? outcome.cause.reason : outcome.kind;
