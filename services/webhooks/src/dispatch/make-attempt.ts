import { invariant, isUnavailable, newId } from '@gx/core';
import { type Cipher, contextFrom, count, type Host, inSpan, observe, SpanKind, traceparent } from '@gx/runtime';
import { type AttemptDecision, type AttemptOutcome, decideAfterAttempt, type QueueName } from '../domain/delivery.ts';
import type { OpenBody } from '../peers/persons.ts';
import type { Address } from '../send/post.ts';
import { requestHeaders, sign } from '../send/request-headers.ts';
import type { Sender } from '../send/sender.ts';
import { type SigningKeys, signingKeys } from '../send/signature.ts';
import type { Claim, DueDelivery } from '../store/attempts.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore, Target } from '../store/endpoints.ts';
import type { DeadLetter } from '../store/lapsed-leases.ts';
import type { FirstLeases } from './first-leases.ts';
import type { TargetOf } from './target-of.ts';

export type AttemptDeps = {
  readonly host: Pick<Host, 'log' | 'now'>;
  readonly deliveries: DeliveryStore;
  readonly endpoints: Pick<EndpointStore, 'get'>;
  readonly targetOf: TargetOf;
  readonly openBody: OpenBody;
  readonly leases: FirstLeases;
  readonly sender: Sender;
  readonly secrets: Cipher;
  readonly leaseMs: number;
  readonly retryTimeScale: number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A retry is due in so many milliseconds. */
  readonly onRetry: (delayMs: number) => void;
};
/**
 * What an attempt says about its endpoint: it answered well, or badly or late. Or it was not asked: nothing
 * was left to be sent (`none`), we failed (`fault`), or our database let the attempt not begin (`refused`).
 */
export type AttemptResult = 'good' | 'bad' | 'none' | 'fault' | 'refused';

type OnResult = (verdict: AttemptResult) => void;
type ResolvedTarget = Address & { readonly hostname: string; readonly keys: SigningKeys };

/** How long a delivery rests that a fault of ours kept from being sent. */
const FAULT_REST_MS = 30_000;
/** The same while who holds the key of its body is away, which is not for long as a rule. */
const AWAY_REST_MS = 5_000;
/** Where its holder answers and does not open it: somebody has to mend that, and an old one rests longer. */
const CLOSED_REST = { ofAge: 0.1, minMs: 5_000, maxMs: 300_000 } as const;

/**
 * One attempt from claim to record: claim it under a lease, read where to and with which secret as of now,
 * send, record. A new delivery was claimed when this process stored it. Never throws. Dying at any line
 * leaves a lease that ends, and then the delivery is due again under the same event id. `answered` hears of
 * the endpoint before its answer is recorded: others need not wait for our database.
 */
export async function makeAttempt(
  deps: AttemptDeps,
  queue: QueueName,
  due: DueDelivery,
  answered: OnResult,
): Promise<AttemptResult> {
  // Whatever turn of the queue starts it, an attempt belongs to its event's trace.
  const options = { parent: contextFrom(due.traceparent) };
  const ids = { delivery_id: due.id, endpoint_id: due.endpointId };
  const leased = deps.leases.begin(due.id);
  let claim = leased;
  try {
    return await inSpan('webhook attempt', options, async () => {
      claim ??= await deps.deliveries.claim({ ...due, queue, attemptId: newId('attempt'), leaseMs: deps.leaseMs });
      return claim === undefined ? 'none' : await sendClaimed(deps, queue, { due, claim }, answered);
    });
  } catch (err) {
    const later = claim === undefined ? '' : ', it will be due again';
    deps.host.log.error({ ...ids, err }, `webhook attempt broke off${later}`);
    return claim === undefined ? 'refused' : 'fault';
  } finally {
    if (leased !== undefined) deps.leases.end(due.id);
  }
}

async function sendClaimed(
  deps: AttemptDeps,
  queue: QueueName,
  { due, claim }: { readonly due: DueDelivery; readonly claim: Claim },
  answered: OnResult,
): Promise<AttemptResult> {
  const target = await liveTarget(deps, claim);
  if (target === undefined) {
    if (await deps.deliveries.cancelClaimed(claim)) deps.onRetry(0);
  } else if (target.origin === due.origin) {
    return send(deps, queue, { claim, target, body: await openedBody(deps, claim) }, answered);
  } else {
    // Its endpoint has moved: it waits its turn at the new host, and takes no place of the old one's.
    await deps.deliveries.reschedule([claim], 0);
    deps.onRetry(0);
  }
  return 'none';
}

/**
 * The endpoint as it is now; undefined when it may get nothing. A secret we cannot open is our fault, not an
 * attempt.
 */
const liveTarget = (deps: AttemptDeps, claim: Claim): Promise<ResolvedTarget | undefined> =>
  restingOnFault(deps, claim, FAULT_REST_MS, async () => {
    const target = await deps.targetOf(claim.tenant, claim.delivery);
    return target && liveOf(target, deps.secrets);
  });

/** What is sent, with the personal values that are not erased. That nobody opens it is no attempt. */
async function openedBody(deps: AttemptDeps, claim: Claim): Promise<string> {
  const { payload } = claim.delivery;
  invariant(payload !== undefined, 'a delivery that is to be sent has no body');
  try {
    return await deps.openBody(claim.tenant, payload);
  } catch (err) {
    if (!isUnavailable(err))
      deps.host.log.error(
        { alarm: 'body_unreadable', delivery_id: claim.id, event_id: claim.delivery.eventId, err },
        'a body is not opened by who holds its key; it is not sent until it is',
      );
    await deps.deliveries.reschedule([claim], isUnavailable(err) ? AWAY_REST_MS : closedRestMs(deps, claim));
    throw err;
  }
}

function closedRestMs({ host }: AttemptDeps, { delivery }: Claim): number {
  const ageMs = host.now().getTime() - delivery.createdAt.getTime();
  return Math.round(Math.min(CLOSED_REST.maxMs, Math.max(CLOSED_REST.minMs, ageMs * CLOSED_REST.ofAge)));
}

/** What is ready to be sent; where a fault of ours prevents it, the delivery is due again after a rest. */
async function restingOnFault<T>(
  { deliveries }: AttemptDeps,
  claim: Claim,
  restMs: number,
  prepare: () => Promise<T>,
): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    await deliveries.reschedule([claim], restMs);
    throw error;
  }
}

const opened = new WeakMap<Target, ResolvedTarget>();

/** Attempts that asked together share one answer, and its secret is opened once. */
function liveOf(target: Target, secrets: Cipher): ResolvedTarget {
  const known = opened.get(target);
  if (known !== undefined) return known;
  const { origin, hostname, pathname, search } = new URL(target.url);
  const live = { origin, hostname, path: `${pathname}${search}`, keys: signingKeys(secrets.decrypt(target.secret)) };
  opened.set(target, live);
  return live;
}

async function send(
  deps: AttemptDeps,
  queue: QueueName,
  { claim, target, body: text }: { readonly claim: Claim; readonly target: ResolvedTarget; readonly body: string },
  answered: OnResult,
): Promise<AttemptResult> {
  const { delivery, attempt } = claim;
  const { origin, hostname, path, keys } = target;
  const options = {
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': 'POST',
      'server.address': hostname,
      'gx.event.type': delivery.eventName,
      'gx.event.id': delivery.eventId,
      'gx.webhook.attempt': attempt,
      'gx.livemode': delivery.livemode,
    },
  } as const;
  return inSpan('POST webhook', options, async (span) => {
    const body = Buffer.from(text);
    const signed = sign(keys, delivery, body, { now: deps.host.now(), traceparent: traceparent() });
    const headers = requestHeaders(delivery, claim.attemptId, signed);
    const beganMs = performance.now();
    const outcome = await deps.sender.post({ origin, path, headers, body });
    if (outcome.statusCode !== undefined) span.setAttribute('http.response.status_code', outcome.statusCode);
    if (outcome.error !== undefined) span.setAttribute('error.type', outcome.error);
    const terms = { jitter: deps.random(), scale: deps.retryTimeScale, now: deps.host.now() };
    const decision = decideAfterAttempt(attempt, outcome, terms);
    const verdict = decision.move === 'deliver' ? 'good' : 'bad';
    answered(verdict);
    const recorded = await deps.deliveries.record({ claim, decision, outcome, signed, beganMs });
    report(deps, claim, outcome, recorded ? decision.move : 'outlived its lease');
    measure(queue, claim, recorded ? decision.move : 'lease_lost', deps.host.now());
    if (recorded && decision.move === 'retry') await afterFailure(deps, claim, decision);
    return verdict;
  });
}

/**
 * A delivery that was being sent while its endpoint was deleted is waiting again now: nobody else would
 * cancel it. That an endpoint is INACTIVE says nothing yet: it may be ACTIVE again when the turn of what
 * waits has come (decisions N4).
 */
async function afterFailure(
  deps: AttemptDeps,
  { id, tenant, delivery }: Claim,
  { delayMs }: Extract<AttemptDecision, { move: 'retry' }>,
): Promise<void> {
  const isDeleted = delivery.url === undefined && (await deps.endpoints.get(tenant, delivery.endpointId)) === undefined;
  if (isDeleted) await deps.deliveries.cancelWaiting(tenant, id);
  else deps.onRetry(delayMs);
}

/** How long an event was on its way shows in its first attempt alone, not in what is sent again. */
function measure(queue: QueueName, { delivery }: Claim, outcome: string, now: Date): void {
  count('gx.webhook.attempts', { 'gx.outcome': outcome });
  if (queue !== 'first') return;
  const seconds = Math.max(0, now.getTime() - delivery.createdAt.getTime()) / 1_000;
  observe('gx.webhook.delay', seconds, { 'gx.event.type': delivery.eventName });
}

/**
 * Tells of a last attempt whose process died or stood still: what it came to is not known, and nobody tries
 * again.
 */
export function reportInterruptedLast(
  log: Host['log'],
  { _id, endpointId, eventId, eventName, attempts }: DeadLetter,
): void {
  const move = 'exhaust';
  count('gx.webhook.attempts', { 'gx.outcome': move });
  const ids = { delivery_id: _id, endpoint_id: endpointId, event_id: eventId, event_type: eventName };
  reportDeadLetter(log, { ...ids, attempt: attempts, error: 'interrupted', move });
}

const reportDeadLetter = (log: Host['log'], fields: object): void =>
  log.warn({ ...fields, alarm: 'webhook_dead_letter' }, 'webhook used all attempts');

function report({ host }: AttemptDeps, claim: Claim, outcome: AttemptOutcome, move: string): void {
  const fields = {
    delivery_id: claim.id,
    endpoint_id: claim.delivery.endpointId,
    event_id: claim.delivery.eventId,
    event_type: claim.delivery.eventName,
    attempt: claim.attempt,
    status_code: outcome.statusCode,
    error: outcome.error,
    duration_ms: outcome.durationMs,
    move,
  };
  if (move === 'deliver') host.log.debug(fields, 'webhook delivered');
  else if (move === 'retry') host.log.info(fields, 'webhook attempt failed, will be tried again');
  else if (move === 'exhaust') reportDeadLetter(host.log, fields);
  else host.log.warn(fields, 'webhook attempt ended after its lease; the next owner of the delivery decides');
}
