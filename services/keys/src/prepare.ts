import { runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { chainFormerEvents, stoppingAtBrokenHead } from './jobs/file-audit-events.ts';
import { auditStore } from './store/audit-events.ts';
import { formerAuditStore } from './store/former-audit-events.ts';
import { makeIndexes } from './store/make-indexes.ts';

await runPrepare('keys', SPEC, async (connection, log) => {
  await makeIndexes(connection);
  // What a version without a chain has filed: years of it would keep the first replica from being ready.
  const [audit, former] = [await auditStore(connection), await formerAuditStore(connection)];
  await stoppingAtBrokenHead(log, chainFormerEvents({ audit, former, log }))();
});
