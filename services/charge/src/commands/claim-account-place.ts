import { setTimeout } from 'node:timers/promises';
import type { Tenant } from '@gx/core';
import type { Lifecycle, Logger } from '@gx/runtime';
import { AHEAD } from '../domain/velocity.ts';
import type { AccountStore } from '../store/velocity-accounts.ts';
import type { PlaceStore } from '../store/velocity-places.ts';
import { AccountLine } from './account-line.ts';

type Deps = {
  readonly accounts: AccountStore;
  readonly places: PlaceStore;
  readonly life: Pick<Lifecycle, 'onStop'>;
  readonly log: Logger;
};

const ACCOUNTS_MAX = 10_000;
/**
 * Where there was plenty of room so lately, no claim that turns out to be needless can be what somebody else
 * is refused for.
 */
const ROOMY_FOR_MS = 1_000;
const ASK_AGAIN_MS = 200;

/** The places of accounts, exactly as many as the limit has on all replicas together. */
export function accountPlaces({ accounts, places, life, log }: Deps) {
  const lines = new Map<string, AccountLine>();
  life.onStop('places taken ahead', () => Promise.all([...lines.values()].map((line) => line.stop())));
  const lineOf = (tenant: Tenant): AccountLine => {
    const key = `${tenant.accountId}:${tenant.livemode}`;
    const known = lines.get(key);
    if (known !== undefined) return known;
    const oldest = lines.size < ACCOUNTS_MAX ? undefined : lines.keys().next().value;
    if (oldest !== undefined) lines.delete(oldest);
    const line = new AccountLine({ log, write: (wanted) => accounts.claim(tenant, wanted) });
    lines.set(key, line);
    return line;
  };

  return {
    /** Whether one place more or less may matter now, for all that this process knows. */
    isTight: (tenant: Tenant): boolean => performance.now() - lineOf(tenant).roomyAt > ROOMY_FOR_MS,

    /**
     * The span that a place was taken in; null when there is none, not even of charges that are over, nor one
     * that was taken ahead.
     */
    async claim(tenant: Tenant): Promise<Date | null> {
      const line = lineOf(tenant);
      const first = await line.claim();
      if (first !== null) return first;
      for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
        // Somebody else may be giving back what there is: what counts is what is left after that.
        await places.giveBack(tenant);
        const span = await line.claim();
        if (span !== null || !line.mayComeBack || waitedMs > AHEAD.awaitedMs) return span;
        await setTimeout(ASK_AGAIN_MS);
      }
    },

    async takeBack(tenant: Tenant, span: Date): Promise<void> {
      await lineOf(tenant).takeBack(span);
    },
  };
}
