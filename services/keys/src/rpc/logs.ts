import type { SERVICES } from '@gx/contracts';
import type {
  AuditEvent as AuditEventMessage,
  ListAuditEventsRequest,
  ListRequestLogsRequest,
  RequestRecord,
} from '@gx/contracts/keys';
import { type Id, parseId, Refusal } from '@gx/core';
import type { CallContext, Handlers } from '@gx/runtime';
import type { Deps } from '../deps.ts';
import { type AuditEvent, OPS } from '../domain/audit.ts';
import type { Caller } from '../domain/caller.ts';
import type { Right } from '../domain/rights.ts';
import type { LogQuery, LogScope } from '../store/log-pages.ts';
import type { RequestLog } from '../store/request-logs.ts';

type LogRpcs = 'RecordRequests' | 'ListRequestLogs' | 'ListAuditEvents';
type FindCaller = (ctx: CallContext, request: { readonly accessToken: string }, right: Right) => Promise<Caller>;

/** The RPCs of gx.keys.v1 about what was done and asked. */
export const logHandlers = (deps: Deps, caller: FindCaller): Pick<Handlers<typeof SERVICES.keys>, LogRpcs> => ({
  RecordRequests: async (_ctx, { requests }) => {
    await deps.requestLogs.record(requests.map(logOf));
    return {};
  },
  ListRequestLogs: async (ctx, request) => {
    const { tenant, status, path, requestId, ...page } = request;
    const scope =
      tenant === null ? { accountId: (await caller(ctx, request, 'read_request_logs')).accountId } : scopeOf(tenant);
    const query = { ...queryOf(page), status, path, requestId };
    const { items, hasMore } = await deps.requestLogs.page(scope, query);
    return { requests: items.map(logMessage), hasMore };
  },
  ListAuditEvents: async (ctx, request) => {
    const { accountId } = await caller(ctx, request, 'read_audit_events');
    const { items, hasMore } = await deps.audit.page({ accountId }, queryOf(request));
    return { events: items.map(auditMessage), hasMore };
  },
});

function scopeOf(tenant: NonNullable<ListRequestLogsRequest['tenant']>): LogScope {
  const accountId = parseId('account', tenant.accountId);
  if (accountId === undefined) throw new Refusal('invalid_request', 'A tenant is needed.');
  return { accountId, livemode: tenant.livemode };
}

const queryOf = ({ fromMs, toMs, ...query }: Omit<ListAuditEventsRequest, 'accessToken'>): LogQuery => ({
  ...query,
  from: fromMs === undefined ? undefined : new Date(fromMs),
  to: toMs === undefined ? undefined : new Date(toMs),
});

const logOf = ({ id, accountId, atMs, query, status, errorCode, param, ...rest }: RequestRecord): RequestLog => ({
  id: id as Id<'requestLog'>,
  accountId: accountId as Id<'account'>,
  livemode: rest.livemode,
  fingerprint: rest.fingerprint,
  at: new Date(atMs),
  method: rest.method,
  route: rest.route,
  path: rest.path,
  ...(query === undefined ? {} : { query }),
  ...(status === undefined ? {} : { status }),
  ...(errorCode === undefined ? {} : { errorCode }),
  ...(param === undefined ? {} : { param }),
  durationMs: rest.durationMs,
  requestId: rest.requestId,
});

const logMessage = ({ at, ...log }: RequestLog): RequestRecord => ({ ...log, atMs: at.getTime() });

/** What stands for a program where readers know users alone: of the form of an id, and nobody's. */
const NO_USER = '00000000-0000-7000-8000-000000000000';

/** The operator's name and reason are ours: a merchant reads that it was one. */
const auditMessage = ({
  accountId: _,
  at,
  actorId,
  successor,
  operator: __,
  reason: ___,
  ...event
}: AuditEvent): AuditEventMessage => ({
  ...event,
  keyId: event.keyId ?? '',
  fingerprint: event.fingerprint ?? '',
  changes: [...(event.changes ?? [])],
  ...(actorId === OPS ? { actorId: NO_USER, actorProgram: OPS } : { actorId }),
  ...(successor === undefined ? {} : { successorKeyId: successor.keyId, successorFingerprint: successor.fingerprint }),
  atMs: at.getTime(),
});
