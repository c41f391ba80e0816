import { type Id, parseId } from '@gx/core';
import type { Deps } from '../deps.ts';
import { cursorRefused, type RequestLog, type RequestLogPage } from '../domain/log-page.ts';
import type { AuditEventsQuery } from './list-audit-events.ts';

/** What gateways answered to the account's keys of both environments, newest first. */
export async function listRequestLogs(
  { requestLogs }: Pick<Deps, 'requestLogs'>,
  accountId: Id<'account'>,
  { startingAfter, ...page }: AuditEventsQuery,
): Promise<RequestLogPage<RequestLog>> {
  if (startingAfter === undefined) return requestLogs.page(accountId, page);
  const id = parseId('requestLog', startingAfter);
  const at = id && (await requestLogs.timeOf(accountId, id));
  if (id === undefined || at === undefined) throw cursorRefused();
  return requestLogs.page(accountId, { ...page, after: { id, at } });
}
