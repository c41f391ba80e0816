import type { PostEntries } from '../commands/post-entries.ts';
import type { EntryPublisher, Standing } from '../jobs/entry-publisher.ts';
import type { Outcome, Wanted } from '../store/journal.ts';

type Deps = { readonly post: PostEntries; readonly publisher: EntryPublisher };

/**
 * Books what a batch of events asks for and announces each credit. Returns the drafts that can never be applied, with
 * the reason. A reference that stood already is announced again, and the batch waits for that: nothing else remembers
 * the wish.
 */
export const onMoneyEvents =
  ({ post, publisher }: Deps) =>
  async (wanted: readonly Wanted[]): Promise<ReadonlyMap<Wanted, string>> => {
    const outcomes = await post(wanted);
    const fresh: Standing[] = [];
    const again: Standing[] = [];
    const refused = new Map<Wanted, string>();
    const seen = new Set<string>();
    for (const [index, item] of wanted.entries()) {
      const outcome = outcomes[index] as Outcome;
      if (outcome.kind === 'refused') refused.set(item, outcome.reason);
      else if (outcome.event !== undefined && !seen.has(outcome.event.eventId)) {
        seen.add(outcome.event.eventId);
        const { entry, event } = outcome;
        (outcome.kind === 'posted' ? fresh : again).push({ reference: entry.reference, event });
      }
    }
    publisher.publish(fresh);
    await publisher.publishAgain(again);
    return refused;
  };
export type OnMoneyEvents = ReturnType<typeof onMoneyEvents>;
