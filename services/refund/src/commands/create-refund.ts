import {
  isKeyedRequestHash,
  keyedRequestHash,
  newAct,
  newId,
  Refusal,
  type Tenant,
  unavailable,
  unreachable,
} from '@gx/core';
import type { TransferBank } from '@gx/providers';
import { type Call, type CallContext, createOnce, traceparent } from '@gx/runtime';
import { refundCreated } from '../domain/acts.ts';
import { readIdempotencyRecord } from '../domain/create.ts';
import { destinationIdOf, payerOf } from '../domain/destination.ts';
import { ordered, type PlainRefund, type Refund } from '../domain/refund.ts';
import { type RefundRequest, refusalOf, termsOf } from '../domain/refund-request.ts';
import { type Ability, chooseRoute } from '../domain/route.ts';
import { refundableOf, type Settlement } from '../domain/settlement.ts';
import type { AccountsPeer } from '../peers/accounts.ts';
import type { Charges } from '../peers/charges.ts';
import type { DueStore } from '../store/due-refunds.ts';
import type { PlannedRefund } from '../store/refunds.ts';
import { checkDestination } from './check-destination.ts';
import { type ReserveDeps, reserve } from './reserve.ts';

export type CreateDeps = ReserveDeps & {
  readonly accounts: AccountsPeer;
  readonly charges: Charges;
  readonly due: DueStore;
  /** By which keys that refunds go to are known. */
  readonly destinationSecret: () => Promise<Buffer>;
  /** A name for one run of work on a refund; never used twice. */
  readonly newOwner: () => string;
  /** Wakes the job that brings refunds to their bank. */
  readonly trigger: (bankProfileId: string) => void;
  readonly times: CreateTimes;
  /** False: refunds are stored as an older version reads them. */
  readonly isEncrypted: boolean;
};
export type CreateTimes = { readonly peerCallMs: number; readonly waitMs: number };
export type CreatedRefund = { readonly refund: PlainRefund; readonly replayed: boolean };

/** Left over for the answer to travel back before the caller's deadline. */
const ANSWER_MS = 300;

/**
 * Creates a refund, once per idempotency key for ever: the document is the record of its key. It is inserted
 * before anything is reserved. A refused one is taken back, so its key is free; a caller that waited for it
 * then asks for itself.
 */
export function createRefund(deps: CreateDeps) {
  const once = createOnce<CreatedRefund>();
  return (ctx: CallContext, request: RefundRequest): Promise<CreatedRefund> => {
    const { tenant, idempotencyKey } = request;
    // A way that nobody asked for by name gives way to the other where its fee is too much for the platform
    // (decisions, section 10).
    let mayCashout = true;
    return once({
      key: `${tenant.accountId}:${tenant.livemode}:${idempotencyKey}`,
      attempt: async () => {
        const earlier = await deps.refunds.byKey(tenant, idempotencyKey);
        if (earlier !== undefined) return replay(deps, ctx, earlier, request);
        const created = await begin(deps, ctx, request, mayCashout);
        if (created !== 'no_margin') return created;
        mayCashout = false;
        return 'again';
      },
      leftMs: () => {
        const waited = deps.now().getTime() - ctx.now.getTime();
        return Math.min(deps.times.waitMs - waited, leftOf(deps, ctx));
      },
      message: 'The refund is still being created. Retry with the same idempotencyKey.',
    });
  };
}

async function begin(
  deps: CreateDeps,
  ctx: CallContext,
  request: RefundRequest,
  mayCashout: boolean,
): Promise<CreatedRefund | 'again' | 'no_margin'> {
  const planned = await plan(deps, ctx, request, mayCashout);
  if (planned instanceof Refusal) {
    // A key that was used meanwhile answers as it did.
    if ((await deps.refunds.byKey(request.tenant, request.idempotencyKey)) !== undefined) return 'again';
    throw planned;
  }
  const act = refundCreated(planned.refund, newAct(request.actor, ctx.now));
  const refund = await deps.refunds.insert(planned, act);
  if (refund === undefined) return 'again';
  try {
    return await bring(deps, ctx, refund);
  } catch (error) {
    const isOurChoice =
      error instanceof Refusal && error.more.reason === 'refund_fee_exceeds_margin' && request.strategy === undefined;
    if (isOurChoice) return 'no_margin';
    throw error;
  }
}

/** Everything that can be known before anything is reserved, or why there will be no refund. */
async function plan(
  deps: CreateDeps,
  ctx: CallContext,
  request: RefundRequest,
  mayCashout: boolean,
): Promise<PlannedRefund | Refusal> {
  const { tenant } = request;
  const refusal = refusalOf(request);
  if (refusal !== undefined) return refusal;
  const found = await settlementOf(deps, ctx, request);
  if (found instanceof Refusal) return found;
  const settlement = refundableOf(found);
  if (settlement instanceof Refusal) return settlement;
  const bank = await deps.banks.byId(settlement.bankProfileId);
  if (bank === undefined) return unavailable('The bank of this payment cannot be asked now.');
  const route = chooseRoute(request, settlement, abilityOf(bank, settlement, mayCashout), ctx.now);
  if (route instanceof Refusal) return route;
  const { payerOnly, limits } = await deps.accounts.refundSettings(callOf(deps, ctx), tenant);
  const isPayers = payerOnly && request.destinationKey !== undefined && route.destinationKey !== null;
  if (isPayers && route.destinationKey !== null) {
    const destination = { key: route.destinationKey, settlement, bank };
    const notAllowed = await checkDestination(destination, { ...callOf(deps, ctx), merchant: tenant.accountId });
    if (notAllowed !== undefined) return notAllowed;
  }
  await deps.refundables.note(tenant, request.chargeId, settlement);
  const { destinationKey: key } = route;
  const secret = key === null ? undefined : await deps.destinationSecret();
  const destinationId = secret && key !== null ? destinationIdOf(secret, tenant, key) : undefined;
  const requestHash = secret && deps.isEncrypted ? keyedRequestHash(secret, request.requestHash) : request.requestHash;
  const trace = { traceparent: traceparent() ?? null, now: ctx.now };
  const agreed = { id: newId('refund'), settlement, route, destinationId, limits, ...trace };
  const refund = ordered(termsOf({ ...request, requestHash }, agreed), 'INITIATED', deps.newOwner());
  return { refund, payeeDocument: isPayers ? payerOf(settlement)?.value : undefined };
}

/** What the bank of a payment can do for a refund of it. */
function abilityOf({ provider, orders, pixOutFee }: TransferBank, { order }: Settlement, mayCashout: boolean): Ability {
  const { pixOut, maxDevolutionDays } = provider.capabilities();
  const cashout = mayCashout && pixOut?.destinations.includes('key') === true;
  const orderRefund = order !== null && orders?.capabilities().methods[order.method]?.refund === true;
  return { cashout, maxDevolutionDays, cashoutFee: pixOutFee, orderRefund };
}

async function settlementOf(deps: CreateDeps, ctx: CallContext, { tenant, chargeId }: RefundRequest) {
  try {
    return await deps.charges.settlement(callOf(deps, ctx), tenant, chargeId);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Answers a request whose key was used before, and takes over from an owner that gave up or died. */
async function replay(
  deps: CreateDeps,
  ctx: CallContext,
  earlier: PlainRefund,
  { tenant, requestHash }: { readonly tenant: Tenant; readonly requestHash: string },
): Promise<CreatedRefund | 'again'> {
  const isKeyed = isKeyedRequestHash(earlier.requestHash);
  const known = isKeyed ? keyedRequestHash(await deps.destinationSecret(), requestHash) : requestHash;
  const found = readIdempotencyRecord(earlier, known);
  switch (found) {
    case 'other_request':
      throw new Refusal(
        'idempotency_key_reused',
        'This idempotencyKey was used before for another refund. Send that one again, or a new key for a new refund.',
        {
          param: 'idempotencyKey',
        },
      );
    case 'answered':
      return { refund: earlier, replayed: true };
    case 'in_flight': {
      const claimed = await deps.due.claimCreation(tenant, earlier, deps.newOwner());
      return claimed === undefined ? 'again' : bring(deps, ctx, claimed);
    }
    default:
      return unreachable(found);
  }
}

async function bring(deps: CreateDeps, ctx: CallContext, refund: Refund): Promise<CreatedRefund | 'again'> {
  const reserved = await reserve(deps, refund, () => callOf(deps, ctx));
  switch (reserved.kind) {
    case 'accepted':
      deps.trigger(refund.bank.profileId);
      return { refund: reserved.refund, replayed: false };
    case 'refused':
      throw reserved.refusal;
    default:
      return 'again';
  }
}

const leftOf = ({ now }: CreateDeps, { deadline }: CallContext): number =>
  deadline.getTime() - now().getTime() - ANSWER_MS;

const callOf = (deps: CreateDeps, ctx: CallContext): Call & { readonly deadlineMs: number } => ({
  requestId: ctx.requestId,
  deadlineMs: Math.max(1, Math.min(deps.times.peerCallMs, leftOf(deps, ctx))),
});
