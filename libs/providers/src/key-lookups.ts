import type { PixProvider } from './provider.ts';

/** What the directory allows of look-ups, shared by all replicas; `tokenBucket` of `@gx/runtime/mongo` is one. */
export type LookupBudget = {
  readonly claim: () => Promise<{ readonly claimed: true } | { readonly claimed: false; readonly waitMs: number }>;
  readonly spend: (tokens: number) => Promise<void>;
};

/** What the directory takes for a key that nobody has (pix.md 1.6), the look-up's own token among them. */
const MISS_COSTS = 20;

/**
 * Asks who owns a key within a budget. Over it nothing is sent: `not_sent`, with the time after which to ask again,
 * as where the bank itself limits us. A key that nobody has costs twenty look-ups.
 */
export const budgetedKeyOwner =
  (provider: Pick<PixProvider, 'getKeyOwner'>, budget: LookupBudget): PixProvider['getKeyOwner'] =>
  async (key, call) => {
    const claim = await budget.claim();
    if (!claim.claimed) {
      const retryAfterSeconds = Math.ceil(claim.waitMs / 1_000);
      const detail = 'the budget for look-ups of keys is used up';
      return { kind: 'not_sent', cause: { reason: 'rate_limited', detail, retryAfterSeconds } };
    }
    const outcome = await provider.getKeyOwner(key, call);
    if (outcome.kind === 'done' && outcome.value === null) await budget.spend(MISS_COSTS - 1);
    return outcome;
  };
