import { invariant } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { WriteWallets } from '../commands/wallet-writer.ts';
import { keyOfAct } from '../domain/fold.ts';
import { type WalletKey, walletName } from '../domain/wallet.ts';
import type { Announcement, Announcements } from '../store/announcements.ts';
import type { Write } from '../store/journal.ts';

type Deps = {
  readonly write: WriteWallets;
  readonly announcements: Announcements;
  readonly log: Pick<Logger, 'error'>;
};

/**
 * Books what a batch of events asks for and announces each credit. Returns what can never be applied, with
 * the reason: a wallet that takes nothing more is nobody else's trouble. Which wallet it is, and an act on a
 * hold that contradicts what stands, is also told to a person. A reference that stood already is announced
 * again.
 */
export const bookAndAnnounce =
  ({ write, announcements, log }: Deps) =>
  async (writes: readonly Write[]): Promise<ReadonlyMap<Write, string>> => {
    const outcomes = await write(writes);
    const fresh: Announcement[] = [];
    const again: Announcement[] = [];
    const refused = new Map<Write, string>();
    const mismatches: Mismatch[] = [];
    const seen = new Set<string>();
    for (const [index, item] of writes.entries()) {
      const outcome = outcomes[index];
      invariant(outcome !== undefined && outcome.kind !== 'short', 'what comes by events is never short');
      if (outcome.kind === 'conflict') {
        refused.set(item, outcome.reason);
        log.error(
          { alarm: 'hold_conflict', reference: referenceOf(item), reason: outcome.reason },
          'an event asks a hold for what contradicts it',
        );
      }
      if (outcome.kind === 'conflict' || outcome.kind === 'stands') continue;
      if (outcome.kind === 'refused') {
        refused.set(item, outcome.reason);
        mismatches.push({ ...keyOfAct(item), reason: outcome.reason });
      } else if (outcome.event !== undefined && !seen.has(outcome.event.eventId)) {
        seen.add(outcome.event.eventId);
        const { entry, event } = outcome;
        (outcome.kind === 'posted' ? fresh : again).push({ entry, event });
      }
    }
    alarm(log, mismatches);
    announcements.publish(fresh);
    await announcements.republish(again);
    return refused;
  };
export type BookAndAnnounce = ReturnType<typeof bookAndAnnounce>;

type Mismatch = WalletKey & { readonly reason: string };

/**
 * A line for each wallet and reason, however many messages there are: what is dead-lettered does not say
 * whose it is.
 */
function alarm(log: Deps['log'], mismatches: readonly Mismatch[]): void {
  for (const group of Map.groupBy(mismatches, (one) => `${walletName(one)} ${one.reason}`).values()) {
    const { accountId, livemode, currency, reason } = group[0] as Mismatch;
    log.error(
      { account_id: accountId, livemode, currency, reason, messages: group.length },
      'a wallet does not take what events ask of it',
    );
  }
}

const referenceOf = (item: Write): string => (item.kind === 'hold' ? item.act.reference : item.draft.reference);
