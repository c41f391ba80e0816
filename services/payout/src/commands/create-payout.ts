import { keyedRequestHash, newAct, newId, Refusal, stateRefusal, unreachable } from '@gx/core';
import type { PixOutDestination, TransferBank, TransferBanks } from '@gx/providers';
import { type Call, type CallContext, createOnce, traceparent } from '@gx/runtime';
import { payoutCreated } from '../domain/acts.ts';
import { readIdempotencyRecord } from '../domain/create.ts';
import { initiated, type Payout, type PlainPayout } from '../domain/payout.ts';
import { abilityRefusal, type PayoutRequest, refusalOf, termsOf } from '../domain/payout-request.ts';
import type { AccountTerms } from '../peers/keys.ts';
import type { DueStore } from '../store/due-payouts.ts';
import { type Reservation, type ReserveDeps, reserve } from './reserve.ts';

export type CreatePayoutDeps = ReserveDeps & {
  readonly banks: TransferBanks;
  readonly due: DueStore;
  /** By which destinations and requests are known. */
  readonly destinationSecret: Buffer;
  /** A name for one run of work on a payout; never used twice. */
  readonly newOwner: () => string;
  /** Wakes the job that brings payouts to their bank. */
  readonly trigger: (bankProfileId: string) => void;
  readonly times: PayoutCreateTimes;
  /** Undefined where payouts are stored as an older version reads them. */
  readonly newSalt: () => string | undefined;
};
export type PayoutCreateTimes = { readonly peerCallMs: number; readonly waitMs: number };
export type CreatedPayout = { readonly payout: PlainPayout; readonly replayed: boolean };
/** A payout as it could be, with what its account may send. */
type Planned = { readonly payout: Payout; readonly account: AccountTerms };

/** Left over for the answer to travel back before the caller's deadline. */
const ANSWER_MS = 300;

/**
 * Creates a payout, once per idempotency key for ever: the document is the record of its key. It is
 * inserted before anything is reserved. A refused one is taken back, so its key is free; a caller that
 * waited for it then asks for itself.
 */
export function createPayout(deps: CreatePayoutDeps) {
  const once = createOnce<CreatedPayout>();
  return (ctx: CallContext, request: PayoutRequest): Promise<CreatedPayout> => {
    const { tenant, idempotencyKey } = request;
    return once({
      key: `${tenant.accountId}:${tenant.livemode}:${idempotencyKey}`,
      attempt: async () => {
        const earlier = await deps.payouts.byKey(tenant, idempotencyKey);
        return earlier === undefined ? begin(deps, ctx, request) : replay(deps, ctx, earlier, request);
      },
      leftMs: () => {
        const waited = deps.now().getTime() - ctx.now.getTime();
        return Math.min(deps.times.waitMs - waited, leftOf(deps, ctx));
      },
      message: 'The payout is still being created. Retry with the same Idempotency-Key.',
    });
  };
}

async function begin(
  deps: CreatePayoutDeps,
  ctx: CallContext,
  request: PayoutRequest,
): Promise<CreatedPayout | 'again'> {
  const planned = await plan(deps, ctx, request);
  if (planned instanceof Refusal) {
    // A key that was used meanwhile answers as it did.
    if ((await deps.payouts.byKey(request.tenant, request.idempotencyKey)) !== undefined) return 'again';
    throw planned;
  }
  const act = payoutCreated(planned.payout, newAct(request.actor, ctx.now));
  const payout = await deps.payouts.insert(planned.payout, act);
  if (payout === undefined) return 'again';
  return bring(deps, payout, reservationOf(deps, ctx, planned.account.limits));
}

/** Everything that can be known before anything is reserved, or why there will be no payout. */
async function plan(deps: CreatePayoutDeps, ctx: CallContext, request: PayoutRequest): Promise<Planned | Refusal> {
  const { tenant } = request;
  const refusal = refusalOf(request, ctx.now);
  if (refusal !== undefined) return refusal;
  const bank = await deps.banks.forPix(tenant.livemode);
  const cannot = abilityRefusal(request, abilityOf(bank));
  if (cannot !== undefined || bank === undefined) return cannot ?? unsendable();
  const account = await deps.accounts.termsOf(callOf(deps, ctx), tenant);
  const blocked = stateRefusal(account.state, 'ACTIVE');
  if (blocked !== undefined) return blocked;
  const salt = deps.newSalt();
  const requestHash =
    salt === undefined ? request.requestHash : keyedRequestHash(deps.destinationSecret, request.requestHash);
  const terms = termsOf(
    { ...request, requestHash },
    {
      id: newId('payout'),
      secret: deps.destinationSecret,
      bankProfileId: bank.id,
      fee: account.fee ?? bank.pixOutFee,
      providerFee: bank.pixOutFee,
      approvalRequired: account.approvalRequired,
      body: bodyOf(bank, request),
      salt,
      traceparent: traceparent() ?? null,
      now: ctx.now,
    },
  );
  return { payout: initiated(terms, deps.newOwner()), account };
}

const unsendable = (): Refusal =>
  new Refusal('unprocessable_entity', 'No bank sends Pix for this account.', { reason: 'no_provider_for_method' });

function abilityOf(bank: TransferBank | undefined) {
  const pixOut = bank?.provider.capabilities().pixOut ?? null;
  if (bank === undefined || pixOut === null) return null;
  return { profileId: bank.id, destinations: pixOut.destinations, keyOwner: pixOut.keyOwner };
}

/** The exact bytes for the bank, with the owner that a key has to have where the bank can be told. */
function bodyOf(
  { provider }: TransferBank,
  { amount, destination, expectedOwner, description }: PayoutRequest,
): string {
  const owner = expectedOwner === undefined ? {} : { owner: expectedOwner };
  const to: PixOutDestination =
    destination.kind === 'key' ? { kind: 'key', key: destination.key, ...owner } : destination;
  return provider.pixOutRequest({
    amount: amount as Payout['amount'],
    destination: to,
    ...(description === undefined ? {} : { text: description }),
  });
}

/** Answers a request whose key was used before, and takes over from an owner that gave up or died. */
async function replay(
  deps: CreatePayoutDeps,
  ctx: CallContext,
  earlier: PlainPayout,
  { tenant, requestHash }: Pick<PayoutRequest, 'tenant' | 'requestHash'>,
): Promise<CreatedPayout | 'again'> {
  const found = readIdempotencyRecord(earlier, requestHash, deps.destinationSecret);
  switch (found) {
    case 'other_request':
      throw new Refusal(
        'idempotency_key_reused',
        'This Idempotency-Key was used before for another payout. Send that one again, or a new key for a new payout.',
        { param: 'Idempotency-Key' },
      );
    case 'answered':
      return { payout: earlier, replayed: true };
    case 'in_flight': {
      const claimed = await deps.due.claimCreation(tenant, earlier, deps.newOwner());
      return claimed === undefined ? 'again' : bring(deps, claimed, reservationOf(deps, ctx, undefined));
    }
    default:
      return unreachable(found);
  }
}

async function bring(
  deps: CreatePayoutDeps,
  payout: Payout,
  reservation: Reservation,
): Promise<CreatedPayout | 'again'> {
  const reserved = await reserve(deps, payout, reservation);
  switch (reserved.kind) {
    case 'accepted':
      if (reserved.payout.status === 'PROCESSING') deps.trigger(payout.bank.profileId);
      return { payout: reserved.payout, replayed: false };
    case 'refused':
      throw reserved.refusal;
    default:
      return 'again';
  }
}

const reservationOf = (deps: CreatePayoutDeps, ctx: CallContext, limits: Reservation['limits']): Reservation => ({
  call: () => callOf(deps, ctx),
  leftMs: () => leftOf(deps, ctx),
  limits,
});

const leftOf = ({ now }: CreatePayoutDeps, { deadline }: CallContext): number =>
  deadline.getTime() - now().getTime() - ANSWER_MS;

const callOf = (deps: CreatePayoutDeps, ctx: CallContext): Call => ({
  requestId: ctx.requestId,
  deadlineMs: Math.max(1, Math.min(deps.times.peerCallMs, leftOf(deps, ctx))),
});
