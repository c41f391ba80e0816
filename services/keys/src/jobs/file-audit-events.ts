import type { AuditStore } from '../store/audit-events.ts';
import type { UnfiledEvents } from '../store/unfiled-events.ts';

const BATCH = 200;

/**
 * Copies audit events from the documents they were written with into their own collection, then takes them
 * out of there. An event is kept once however often it is copied, so replicas may do it at the same time and
 * die in between.
 */
export const fileAuditEvents =
  ({ sources, audit }: { readonly sources: readonly UnfiledEvents[]; readonly audit: AuditStore }) =>
  async (): Promise<void> => {
    for (const source of sources) await fileAll(source, audit);
  };

async function fileAll(source: UnfiledEvents, audit: AuditStore): Promise<void> {
  for (;;) {
    const events = await source.unfiled(BATCH);
    if (events.length === 0) return;
    await audit.file(events);
    await source.markFiled(events.map((event) => event._id));
  }
}
