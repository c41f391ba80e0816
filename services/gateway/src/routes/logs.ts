import type { AuditEvent, RequestRecord } from '@gx/contracts/keys';
import { type Id, isoMillis, wireId } from '@gx/core';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import { type Answer, ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { logList } from '../input/log-list.ts';
import { omitUndefined } from '../omit-undefined.ts';

/** `GET /v1/request-logs`: what the account's keys asked in the last 30 days, newest first. */
export const listRequestLogs =
  ({ keys }: Clients): Handler<'token', undefined, typeof logList> =>
  async ({ requestId, accessToken, query }) => {
    const { requests, hasMore } = await keys.listRequestLogs({ requestId }, auditQueryOf(accessToken, query));
    return listed(requests.map(requested), hasMore);
  };

/** `GET /v1/audit-events`: who did what to the account's keys, newest first. */
export const listAuditEvents =
  ({ keys }: Clients): Handler<'token', undefined, typeof logList> =>
  async ({ requestId, accessToken, query }) => {
    const { events, hasMore } = await keys.listAuditEvents({ requestId }, auditQueryOf(accessToken, query));
    return listed(events.map(audited), hasMore);
  };

const auditQueryOf = (accessToken: string, query: z.output<typeof logList>) =>
  omitUndefined({
    accessToken,
    limit: query.limit,
    startingAfter: query.starting_after,
    fingerprint: query.apiKeyFingerprint,
    fromMs: query.from,
    toMs: query.to,
  });

const listed = (data: readonly { readonly id: string }[], hasMore: boolean): Answer =>
  ok({ object: 'list', data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null });

const requested = ({ id, atMs, ...record }: RequestRecord) => ({
  id: wireId('requestLog', id as Id<'requestLog'>),
  createdAt: isoMillis(new Date(atMs)),
  method: record.method,
  path: record.route,
  status: record.status ?? null,
  errorCode: record.errorCode ?? null,
  durationMs: record.durationMs,
  requestId: record.requestId,
  apiKeyFingerprint: record.fingerprint,
  livemode: record.livemode,
});

const audited = ({ successorKeyId, successorFingerprint, ...event }: AuditEvent) => ({
  id: wireId('audit', event.id as Id<'audit'>),
  createdAt: isoMillis(new Date(event.atMs)),
  action: event.action,
  actorId: wireId('user', event.actorId as Id<'user'>),
  keyId: wireId('apiKey', event.keyId as Id<'apiKey'>),
  apiKeyFingerprint: event.fingerprint,
  successor:
    successorKeyId === undefined
      ? null
      : {
          keyId: wireId('apiKey', successorKeyId as Id<'apiKey'>),
          apiKeyFingerprint: successorFingerprint ?? '',
        },
  livemode: event.livemode,
});
