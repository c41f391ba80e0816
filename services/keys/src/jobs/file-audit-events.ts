import type { KeyStore } from '../store/api-keys.ts';
import type { AuditStore } from '../store/audit-events.ts';

const BATCH = 200;

/**
 * Copies audit events from the documents they were written with into their own collection, then takes them
 * out of there. An event is kept once however often it is copied, so replicas may do it at the same time and
 * die in between.
 */
export const fileAuditEvents =
  ({ keys, audit }: { readonly keys: KeyStore; readonly audit: AuditStore }) =>
  async (): Promise<void> => {
    for (;;) {
      const events = await keys.unfiled(BATCH);
      if (events.length === 0) return;
      await audit.file(events);
      await keys.markFiled(events.map((event) => event._id));
    }
  };
