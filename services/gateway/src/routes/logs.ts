import type { AuditEvent, RequestRecord } from '@gx/contracts/keys';
import { type Id, isoMillis, SERVICE_ACTS, serviceAction, wireEndpoint, wireId } from '@gx/core';
import { redactText } from '@gx/runtime';
import type { z } from 'zod';
import { auditEventList, requestLogList } from '../contract/answers/log.ts';
import { listed } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { logList, requestLogList as requestLogQuery } from '../input/log-list.ts';
import { omitUndefined } from '../omit-undefined.ts';

export const LOGS = [
  route({
    at: 'GET /v1/request-logs',
    auth: 'keyOrToken',
    operation: 'listRequestLogs',
    summary:
      'Requests of the last 30 days, newest first; a request is here within seconds. A login token shows those of all keys of the account, an API key those of its own environment.',
    query: requestLogQuery,
    exampleQuery: 'status=400&limit=10',
    answers: { 200: requestLogList },
    handle: async ({ keys }, { query, ...request }) => {
      const { requests, hasMore } = await keys.listRequestLogs(
        request.call,
        omitUndefined({
          ...('tenant' in request ? { tenant: request.tenant } : { accessToken: request.accessToken }),
          ...pageOf(query),
          status: query.status,
          path: query.path,
          // As it is kept.
          requestId: query.requestId === undefined ? undefined : redactText(query.requestId),
        }),
      );
      return listed(requests.map(requested), hasMore);
    },
  }),
  route({
    at: 'GET /v1/audit-events',
    auth: 'token',
    operation: 'listAuditEvents',
    summary:
      'Who changed which API key, user or setting, who gave money back or paid out, who changed an endpoint and who answered a dispute, newest first; a fingerprint finds what was done with the key, and its successors’ making.',
    query: logList,
    exampleQuery: 'limit=10',
    answers: { 200: auditEventList },
    handle: async ({ keys }, { call, accessToken, query }) => {
      const page = omitUndefined({ accessToken, ...pageOf(query) });
      const { events, hasMore } = await keys.listAuditEvents(call, page);
      return listed(events.map(audited), hasMore);
    },
  }),
];

const pageOf = (query: z.output<typeof logList>) => ({
  limit: query.limit,
  startingAfter: query.starting_after,
  fingerprint: query.apiKeyFingerprint,
  fromMs: query.from,
  toMs: query.to,
});

const requested = ({ id, atMs, ...record }: RequestRecord) => ({
  id: wireId('requestLog', id as Id<'requestLog'>),
  createdAt: isoMillis(new Date(atMs)),
  method: record.method,
  path: record.path,
  query: record.query ?? null,
  route: record.route,
  status: record.status ?? null,
  errorCode: record.errorCode ?? null,
  param: record.param ?? null,
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
  keyId: event.keyId === '' ? null : wireId('apiKey', event.keyId as Id<'apiKey'>),
  apiKeyFingerprint: event.fingerprint || null,
  successor:
    successorKeyId === undefined
      ? null
      : {
          keyId: wireId('apiKey', successorKeyId as Id<'apiKey'>),
          apiKeyFingerprint: successorFingerprint ?? '',
        },
  userId: event.userId === undefined ? null : wireId('user', event.userId as Id<'user'>),
  objectId: objectIdOf(event),
  changes: event.changes.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
  ip: event.clientAddress ?? null,
  livemode: event.livemode,
});

function objectIdOf({ action: name, objectId }: AuditEvent): string | null {
  const action = serviceAction(name);
  if (action === undefined || objectId === undefined) return null;
  const { object } = SERVICE_ACTS[action];
  if (object === null) return objectId;
  if (object === 'endpoint') return wireEndpoint(objectId as Id<'endpoint'>);
  return wireId(object, objectId as Id<typeof object>);
}
