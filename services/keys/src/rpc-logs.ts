import type { SERVICES } from '@gx/contracts';
import type { AuditEvent as AuditEventMessage, ListRequestLogsRequest, RequestRecord } from '@gx/contracts/keys';
import type { Id } from '@gx/core';
import type { CallContext, Handlers } from '@gx/runtime';
import type { Deps } from './deps.ts';
import { type AuditEvent, OPS } from './domain/api-key.ts';
import type { Caller } from './domain/caller.ts';
import type { LogQuery } from './store/log-pages.ts';
import type { RequestLog } from './store/request-logs.ts';

type LogRpcs = 'RecordRequests' | 'ListRequestLogs' | 'ListAuditEvents';
type FindCaller = (ctx: CallContext, request: { readonly accessToken: string }) => Promise<Caller>;

/** The RPCs of gx.keys.v1 about what was done and asked. */
export const logHandlers = (deps: Deps, caller: FindCaller): Pick<Handlers<typeof SERVICES.keys>, LogRpcs> => ({
  RecordRequests: async (_ctx, { requests }) => {
    await deps.requestLogs.record(requests.map(logOf));
    return {};
  },
  ListRequestLogs: async (ctx, request) => {
    const { accountId } = await caller(ctx, request);
    const { items, hasMore } = await deps.requestLogs.page(accountId, queryOf(request));
    return { requests: items.map(logMessage), hasMore };
  },
  ListAuditEvents: async (ctx, request) => {
    const { accountId } = await caller(ctx, request);
    const { items, hasMore } = await deps.audit.page(accountId, queryOf(request));
    return { events: items.map(auditMessage), hasMore };
  },
});

const queryOf = ({ fromMs, toMs, ...query }: Omit<ListRequestLogsRequest, 'accessToken'>): LogQuery => ({
  ...query,
  from: fromMs === undefined ? undefined : new Date(fromMs),
  to: toMs === undefined ? undefined : new Date(toMs),
});

const logOf = ({ id, accountId, atMs, status, errorCode, ...rest }: RequestRecord): RequestLog => ({
  id: id as Id<'requestLog'>,
  accountId: accountId as Id<'account'>,
  livemode: rest.livemode,
  fingerprint: rest.fingerprint,
  at: new Date(atMs),
  method: rest.method,
  route: rest.route,
  ...(status === undefined ? {} : { status }),
  ...(errorCode === undefined ? {} : { errorCode }),
  durationMs: rest.durationMs,
  requestId: rest.requestId,
});

const logMessage = ({ at, ...log }: RequestLog): RequestRecord => ({ ...log, atMs: at.getTime() });

/** What stands for a program where readers know users alone: of the form of an id, and nobody's. */
const NO_USER = '00000000-0000-7000-8000-000000000000';

const auditMessage = ({ accountId: _, at, actorId, successor, ...event }: AuditEvent): AuditEventMessage => ({
  ...event,
  ...(actorId === OPS ? { actorId: NO_USER, actorProgram: OPS } : { actorId }),
  ...(successor === undefined ? {} : { successorKeyId: successor.keyId, successorFingerprint: successor.fingerprint }),
  atMs: at.getTime(),
});
