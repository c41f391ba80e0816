import type { Logger } from '@gx/runtime';
import { type AuditHead, BrokenHeadError, KNOWN_DIGITS_MIN } from '../domain/audit-chain.ts';
import type { AuditEventDocument, AuditStore } from '../store/audit-events.ts';
import type { FormerAuditStore } from '../store/former-audit-events.ts';
import type { UnfiledEvents } from '../store/unfiled-events.ts';

const BATCH = 200;
const BELIEVED_MS = 5_000;

export type Filing = {
  readonly sources: readonly UnfiledEvents<AuditEventDocument>[];
  readonly audit: AuditStore;
  readonly former: FormerAuditStore;
  readonly log: Logger;
};

/** Puts these events into the audit log, each once however often it comes; BrokenHeadError where it stops. */
export async function fileEvents(
  { audit, former, log }: Omit<Filing, 'sources'>,
  events: readonly AuditEventDocument[],
): Promise<void> {
  await former.file(events);
  logHead(log, await audit.append(events));
}

/**
 * Copies audit events from the documents they were written with into the chain, then takes them out of there.
 * An event is kept once however often it is copied, so replicas may do it at the same time and die in
 * between.
 */
export const fileAuditEvents =
  ({ sources, ...log }: Filing) =>
  async (): Promise<void> => {
    for (const source of sources)
      for (;;) {
        const events = await source.unfiled(BATCH);
        if (events.length === 0) break;
        await fileEvents(log, events);
        await source.markFiled(events.map((event) => event._id));
      }
  };

/**
 * Brings what a replica of the version before has filed into the chain. As long as both collections have as
 * many events as when nothing was left, nothing is read: the database knows how many there are. It knows so
 * before a majority has them and the reading sees them, so the same number is believed for a while alone.
 */
export function chainFormerEvents({ audit, former, log }: Omit<Filing, 'sources'>): () => Promise<void> {
  let left = { surplus: 0, untilMs: Number.POSITIVE_INFINITY };
  const more = async (): Promise<number> => (await former.count()) - (await audit.head()).seq;
  return async () => {
    if ((await more()) === left.surplus && performance.now() < left.untilMs) return;
    let batch: AuditEventDocument[] = [];
    const append = async (): Promise<void> => {
      logHead(log, await audit.append(batch));
      batch = [];
    };
    for await (const event of former.unchained()) {
      batch.push(event);
      if (batch.length === BATCH) await append();
    }
    await append();
    const surplus = await more();
    left = { surplus, untilMs: surplus === 0 ? Number.POSITIVE_INFINITY : performance.now() + BELIEVED_MS };
  };
}

/**
 * Work on the chain that stops at a broken head, with one alarm: events wait where they are, and users log
 * in.
 */
export function stoppingAtBrokenHead(log: Logger, work: () => Promise<void>): () => Promise<void> {
  let isAlarmed = false;
  return async () => {
    try {
      await work();
      isAlarmed = false;
    } catch (error) {
      if (!(error instanceof BrokenHeadError)) throw error;
      if (!isAlarmed) log.error({ alarm: 'audit_chain_broken', seq: error.seq }, error.message);
      isAlarmed = true;
    }
  };
}

/**
 * A head that is kept where nobody who writes to the database gets is what the chain is held against. Half of
 * its hash is as hard to forge, and what is longer reads like the fingerprint of a key, which no log shows.
 */
export function logHead(log: Logger, head: AuditHead | undefined): void {
  if (head !== undefined) log.info({ head: `${head.seq}:${head.hash.slice(0, KNOWN_DIGITS_MIN)}` }, 'audit log head');
}
