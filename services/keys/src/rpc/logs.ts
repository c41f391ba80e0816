import type { SERVICES } from '@gx/contracts';
import type {
  Actor,
  AuditEvent as AuditEventMessage,
  ListAuditEventsRequest,
  ListRequestLogsRequest,
  RecordedAct,
  RequestRecord,
} from '@gx/contracts/keys';
import { type Id, parseId, Refusal, serviceAction } from '@gx/core';
import type { CallContext, Handlers } from '@gx/runtime';
import { type ActEvent, recordActs } from '../commands/record-acts.ts';
import { recordRequests } from '../commands/record-requests.ts';
import type { Deps } from '../deps.ts';
import { API_KEY, type AuditEvent, OPS } from '../domain/audit.ts';
import type { Caller } from '../domain/caller.ts';
import type { Right } from '../domain/rights.ts';
import type { LogQuery, LogScope } from '../store/log-pages.ts';
import type { RequestLog } from '../store/request-logs.ts';

type LogRpcs = 'RecordRequests' | 'ListRequestLogs' | 'RecordActs' | 'ListAuditEvents';
type FindCaller = (ctx: CallContext, request: { readonly accessToken: string }, right: Right) => Promise<Caller>;

/** The RPCs of gx.keys.v1 about what was done and asked. */
export const logHandlers = (deps: Deps, caller: FindCaller): Pick<Handlers<typeof SERVICES.keys>, LogRpcs> => ({
  RecordRequests: async (ctx, { requests, assertions }) => {
    const records = requests.map((request) => ({
      log: logOf(request),
      assertion: request.assertionIndex === undefined ? undefined : assertions[request.assertionIndex],
    }));
    await recordRequests(deps, ctx, records);
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
  RecordActs: async ({ caller: service, log }, { acts }) => {
    await recordActs(deps, { caller: service, log, acts: acts.map(actEvent) });
    return {};
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

/** What another service has written down; refused where this version knows nothing of it. */
function actEvent({ id: rawId, tenant, action: name, actor, objectId, changes, atMs }: RecordedAct): ActEvent {
  const [id, accountId] = [parseId('audit', rawId), parseId('account', tenant?.accountId ?? '')];
  const [action, actorId] = [serviceAction(name), actorIdOf(actor)];
  if (tenant === null || actor === null || !id || !accountId || !action || !actorId)
    throw new Refusal('invalid_request', `This is no act of a service: ${name}.`);
  return {
    ...{ id, accountId, livemode: tenant.livemode, action, actorId, objectId, at: new Date(atMs) },
    ...pick(actor, ['fingerprint', 'operator', 'proposedBy', 'clientAddress']),
    changes: changes.map((change) => ({ field: change.field, ...pick(change, ['before', 'after']) })),
  };
}

function actorIdOf(actor: Actor | null): ActEvent['actorId'] | undefined {
  switch (actor?.kind) {
    case 'api_key':
      return API_KEY;
    case 'operator':
      return OPS;
    case 'user':
      return parseId('user', actor.userId ?? '');
    default:
      return undefined;
  }
}

/** Those of these fields that a message has: the log hashes nothing else of it. */
const pick = <M extends object, F extends keyof M>(message: M, fields: readonly F[]): Pick<M, F> =>
  Object.fromEntries(
    fields.flatMap((field) => (message[field] === undefined ? [] : [[field, message[field]]])),
  ) as Pick<M, F>;

/** What stands for a program, ours or a merchant's, where readers know users alone: nobody's id. */
const NO_USER = '00000000-0000-7000-8000-000000000000';

/** The operator's name and reason are ours: a merchant reads that it was one. */
const auditMessage = ({
  accountId: _,
  at,
  actorId,
  successor,
  operator: __,
  proposedBy: ___,
  reason: ____,
  ...event
}: AuditEvent): AuditEventMessage => ({
  ...event,
  keyId: event.keyId ?? '',
  fingerprint: event.fingerprint ?? '',
  changes: [...(event.changes ?? [])],
  ...actorMessage(actorId),
  ...(successor === undefined ? {} : { successorKeyId: successor.keyId, successorFingerprint: successor.fingerprint }),
  atMs: at.getTime(),
});

function actorMessage(actorId: AuditEvent['actorId']): Pick<AuditEventMessage, 'actorId' | 'actorProgram'> {
  if (actorId === OPS) return { actorId: NO_USER, actorProgram: OPS };
  return { actorId: actorId === API_KEY ? NO_USER : actorId };
}
