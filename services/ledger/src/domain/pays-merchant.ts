import { PLATFORM_ACCOUNT } from '@gx/core';
import type { EntryDraft } from './entry.ts';
import type { ActOnHold } from './fold.ts';

/** What an event asks for: an entry, or an act on a hold. */
export type Draft = EntryDraft | ActOnHold;

/** Acts that set money aside or take it: nobody can draw anything by them. */
const ONLY_TAKES: ReadonlySet<ActOnHold['kind']> = new Set(['place', 'commit', 'pay']);

/**
 * Whether a merchant could draw money by it: a credit of its wallet, or what gives some of a hold back to it.
 * What only takes, and what moves in the platform's own chain, is left out (ADR 117).
 */
export function paysMerchant(draft: Draft): boolean {
  if (!('kind' in draft)) return draft.accountId !== PLATFORM_ACCOUNT;
  return draft.kind === 'bank_return' ? draft.status === 'FAILED' : !ONLY_TAKES.has(draft.kind);
}
