import { type Id, parseId } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { AuditEvent } from '../domain/api-key.ts';
import { cursorRefused, type LogPage, type RequestLogPage } from '../domain/log-page.ts';

/** A page as it is asked for: its cursor is still an id of somebody's record, or of nobody's. */
export type AuditEventsQuery = Omit<LogPage, 'after'> & { readonly startingAfter?: string };

/** What was done to the account's keys, newest first; a change is here within about a second. */
export async function listAuditEvents(
  { audit }: Pick<Deps, 'audit'>,
  accountId: Id<'account'>,
  { startingAfter, ...page }: AuditEventsQuery,
): Promise<RequestLogPage<AuditEvent>> {
  if (startingAfter === undefined) return audit.page(accountId, page);
  const id = parseId('audit', startingAfter);
  const at = id && (await audit.timeOf(accountId, id));
  if (id === undefined || at === undefined) throw cursorRefused();
  return audit.page(accountId, { ...page, after: { id, at } });
}
