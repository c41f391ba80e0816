import { setTimeout } from 'node:timers/promises';
import { type Id, invariant, newId, Refusal, unavailable, unreachable } from '@gx/core';
import { type CallContext, RecentSet, traceparent } from '@gx/runtime';
import type { AccountSettings } from '../accounts/account-settings.ts';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { amountOf, type ChargeRequest, KEY_PARAM, refusalOf, termsOf } from '../domain/charge-request.ts';
import { findByKey, makeVisible, newCharge, type PlannedOptions } from '../domain/create.ts';
import { feesOf } from '../domain/fees.ts';
import { storedBytesOf, tooMuchStored } from '../domain/stored-bytes.ts';
import { txidOf } from '../domain/txid.ts';
import type { StoredBytes } from '../store/stored-bytes.ts';
import type { Budget } from './budget.ts';
import { adaptersFor, chooseMethods } from './choose-methods.ts';
import { type ClaimQuotaDeps, claimQuota } from './claim-quota.ts';
import { type SubmitDeps, submitToProvider } from './submit-to-provider.ts';

export type CreateDeps = SubmitDeps &
  ClaimQuotaDeps & {
    readonly banks: BankDirectory;
    readonly storedBytes: StoredBytes;
    readonly settings: AccountSettings;
    readonly txidSecret: string;
    /** A name for one run of work on a charge; never used twice. */
    readonly newOwner: () => string;
    readonly times: CreateTimes;
  };
/** Each fits into the next: one bank call < all of them < the lease < the wait for another owner. */
export type CreateTimes = Budget & {
  readonly waitMs: number;
  /** How long a create of the payments surface waits for the bank before it is answered PENDING. */
  readonly inlineMs: number;
};
/** The keys that this process creates charges under, and those that it has seen lately. */
export type Flights = ReturnType<typeof newFlights>;
export const newFlights = () => ({
  underWay: new Map<string, Promise<unknown>>(),
  used: new RecentSet({ ...RECENT, clockMs: () => performance.now() }),
});
export type CreatedCharge = { readonly charge: Charge; readonly replayed: boolean };
/** A request with the id of the charge that it may become. */
type NumberedRequest = ChargeRequest & { readonly id: Id<'charge'> };
type ChargePlan = { readonly charge: Charge; readonly bank: Bank };

const POLL_MS = { first: 20, max: 250 } as const;
/** Keys that were used lately: clients repeat within minutes. */
const RECENT = { periodMs: 300_000, max: 10_000 } as const;
/** Left over for the answer to travel back before the caller's deadline. */
const ANSWER_MS = 300;

/**
 * Creates a charge, once per idempotency key for ever: the document is the record of its key. It is inserted
 * before the bank is called, with everything that must not be derived twice, and after its quota was claimed.
 * A duplicate key on insert is the look-up; what would be refused is looked up first, so a key that was used
 * always answers as it did. So is a key that this process saw used lately: that saves a claim and an insert,
 * and decides nothing.
 */
export async function createCharge(
  deps: CreateDeps & { readonly flights: Flights },
  ctx: CallContext,
  request: ChargeRequest,
): Promise<CreatedCharge> {
  const { underWay, used } = deps.flights;
  const flight = flightOf(request);
  const ahead = underWay.get(flight);
  // A caller ahead in this process decides nothing here; waiting for it only saves asking the database in
  // vain.
  if (ahead !== undefined) await ahead;
  const work = create(deps, ctx, request, used.has(flight));
  const landed = work.catch(() => undefined);
  underWay.set(flight, landed);
  try {
    return await work;
  } finally {
    used.add(flight);
    if (underWay.get(flight) === landed) underWay.delete(flight);
  }
}

const flightOf = ({ tenant, idempotencyKey }: ChargeRequest): string =>
  `${tenant.accountId}:${tenant.livemode}:${idempotencyKey}`;

async function create(
  deps: CreateDeps,
  ctx: CallContext,
  request: ChargeRequest,
  isUsed: boolean,
): Promise<CreatedCharge> {
  const { charges, storedBytes } = deps;
  const refusal = refusalOf(request);
  if (refusal !== undefined) return replayOrRefuse(deps, ctx, request, refusal);
  const earlier = isUsed ? await findChargeByKey(deps, ctx, request) : undefined;
  if (earlier !== undefined) return earlier;
  const [release, planned] = await claimAndPlan(deps, ctx, request);
  if (planned instanceof Refusal) return replayOrRefuse(deps, ctx, request, planned);
  if (release instanceof Refusal) return replayOrRefuse(deps, ctx, request, release);
  const releaseBytes = await storedBytes.claim(request.tenant, storedBytesOf(planned.charge), ctx.now);
  if (releaseBytes === undefined) {
    await release();
    return replayOrRefuse(deps, ctx, request, tooMuchStored(ctx.now));
  }
  const giveUp = async (): Promise<void> => {
    releaseBytes();
    await release();
  };
  // Only now: a key that is made for what is refused would be nobody's.
  const charge = await charges.encrypted(planned.charge).catch(async (error: unknown) => {
    await giveUp();
    throw error;
  });
  if (await charges.insert(charge))
    return inTime(deps, ctx, { charge, work: bring(deps, ctx, { ...planned, charge }), replayed: false });
  await giveUp();
  return replay(deps, ctx, await charges.holderOf(request.tenant, request.idempotencyKey), request);
}

/**
 * Claims the quota while the charge is planned. When nothing can be planned no claim stays, whatever the
 * reason: a retry would make another one.
 */
async function claimAndPlan(deps: CreateDeps, ctx: CallContext, request: ChargeRequest) {
  const numbered = { ...request, id: newId('charge') };
  const [claimed, planned] = await Promise.allSettled([claimQuota(deps, numbered), plan(deps, ctx, numbered)]);
  if (claimed.status === 'rejected') throw claimed.reason;
  const release = claimed.value;
  const isPlanned = planned.status === 'fulfilled' && !(planned.value instanceof Refusal);
  if (!isPlanned && !(release instanceof Refusal)) await release();
  if (planned.status === 'rejected') throw planned.reason;
  return [release, planned.value] as const;
}

/**
 * A key that was used answers as it did, whatever would be refused today; only a free one is refused, and
 * stays free.
 */
async function replayOrRefuse(
  deps: CreateDeps,
  ctx: CallContext,
  request: ChargeRequest,
  refusal: Refusal,
): Promise<CreatedCharge> {
  const earlier = await findChargeByKey(deps, ctx, request);
  if (earlier !== undefined) return earlier;
  throw refusal;
}

/** Everything that can be known before the bank is called, or why there will be no charge. */
async function plan(deps: CreateDeps, ctx: CallContext, request: NumberedRequest): Promise<ChargePlan | Refusal> {
  const { id, tenant, paymentMethods } = request;
  const [adapters, account] = await Promise.all([
    refusalAsValue(adaptersFor(deps.banks, tenant, paymentMethods)),
    refusalAsValue(deps.settings(tenant.accountId, ctx.requestId)),
  ]);
  if (adapters instanceof Refusal) return adapters;
  if (account instanceof Refusal) return account;
  const amount = amountOf(request);
  const chosen = chooseMethods(adapters, { request, amount, defaultExpiresInSeconds: account.defaultExpiresInSeconds });
  if (chosen instanceof Refusal) return chosen;
  const { bank, first, others } = chosen;
  const terms = termsOf(request, {
    id,
    paymentMethods: paymentMethods.filter((one) => one === first.method || others.some(({ method }) => method === one)),
    bankProfileId: bank.id,
    fees: feesOf(amount, { provider: bank.tariff, platform: account.tariff }),
    settlementDelaySeconds: account.settlementDelaySeconds,
    traceparent: traceparent() ?? null,
    now: ctx.now,
  });
  // Their names at the providers are made before anybody is asked.
  const options: PlannedOptions = [
    { ...first, txid: txidOf(deps.txidSecret, id) },
    ...others.map((other) => ({ ...other, txid: txidOf(deps.txidSecret, id, other.method) })),
  ];
  return { charge: newCharge(terms, options, deps.newOwner()), bank };
}

const refusalAsValue = <T>(result: Promise<T>): Promise<T | Refusal> =>
  result.catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });

/**
 * What a create would answer whose key was used, undefined for a free one: for an edge that would refuse the
 * request by what only it knows, and must not refuse a replay.
 */
export async function findChargeByKey(deps: CreateDeps, ctx: CallContext, request: ChargeRequest) {
  const earlier = await deps.charges.byKey(request.tenant, request.idempotencyKey);
  return earlier && replay(deps, ctx, earlier, request);
}

/** Answers a request whose key was used before. */
async function replay(
  deps: CreateDeps,
  ctx: CallContext,
  earlier: Charge,
  { surface, requestHash }: ChargeRequest,
): Promise<CreatedCharge> {
  const found = findByKey(earlier, await deps.charges.requestHashLike(earlier, requestHash));
  switch (found) {
    case 'other_request':
      throw new Refusal(
        'idempotency_key_reused',
        'This idempotency key was used before with another body. Send that body again, or a new key for a new charge.',
        { param: KEY_PARAM[surface] },
      );
    case 'rejected':
    case 'answered':
      return answer(earlier, true);
    case 'in_flight':
      return inTime(deps, ctx, { charge: earlier, work: waitFor(deps, ctx, earlier), replayed: true });
    default:
      return unreachable(found);
  }
}

/**
 * Does the work; an owner that was too slow finds a new one at it, and waits for that one as anybody else
 * would.
 */
async function bring(deps: CreateDeps, ctx: CallContext, { charge, bank }: ChargePlan): Promise<CreatedCharge> {
  const brought = await submitToProvider(deps, bank, charge, within(deps, ctx));
  return brought.status === 'PENDING' ? waitFor(deps, ctx, brought) : answer(brought, false);
}

type Underway = { readonly charge: Charge; readonly work: Promise<CreatedCharge>; readonly replayed: boolean };

/**
 * On the payments surface a creation is answered after `inlineMs` as it stands, and goes on behind the
 * answer, here or by a job (decisions A30). What fails before that is refused as on the charges surface.
 */
async function inTime(
  deps: CreateDeps,
  ctx: CallContext,
  { charge, work, replayed }: Underway,
): Promise<CreatedCharge> {
  if (charge.surface !== 'PAYMENTS') return work;
  const waited = deps.now().getTime() - ctx.now.getTime();
  const patience = new AbortController();
  const late = setTimeout(Math.max(0, deps.times.inlineMs - waited), undefined, { signal: patience.signal });
  try {
    const created = await Promise.race([work, late]);
    if (created !== undefined) return created;
  } finally {
    patience.abort();
    late.catch(() => undefined);
  }
  work.catch((err: unknown) => {
    const open = err instanceof Refusal;
    deps.log[open ? 'info' : 'error']({ charge_id: charge.id, ...(open ? {} : { err }) }, 'a creation is still open');
  });
  return answer(await deps.charges.update(charge.tenant, charge.id, makeVisible), replayed);
}

/** Waits for the owner of the charge's lease, and takes over from one that gave up or died. */
async function waitFor(deps: CreateDeps, ctx: CallContext, found: Charge): Promise<CreatedCharge> {
  const waited = deps.now().getTime() - ctx.now.getTime();
  const end = performance.now() + Math.min(deps.times.waitMs - waited, leftOf(deps, ctx));
  for (let pause: number = POLL_MS.first; ; pause = Math.min(pause * 2, POLL_MS.max)) {
    const taken = await deps.creations.claim(found, deps.newOwner());
    if (taken !== undefined) return bring(deps, ctx, { charge: taken, bank: await bankOf(deps, taken) });
    const charge = await deps.charges.byKey(found.tenant, found.idempotencyKey);
    if (charge !== undefined && charge.status !== 'PENDING') return answer(charge, true);
    if (performance.now() + pause > end) {
      throw unavailable('The charge is still being created. Retry with the same Idempotency-Key.');
    }
    await setTimeout(pause);
  }
}

/** The bank that a charge was made for, whatever new charges are sent to. */
async function bankOf({ banks }: CreateDeps, charge: Charge): Promise<Bank> {
  const bank = await banks.byId(charge.bankProfileId);
  invariant(bank !== undefined, 'the bank profile of a charge is gone');
  return bank;
}

/** The first answer again; a charge that the bank declined is refused each time. */
function answer(charge: Charge, replayed: boolean): CreatedCharge {
  if (charge.status === 'REJECTED') {
    throw new Refusal(
      'unprocessable_entity',
      'The bank declined the charge. Check its fields, and send it again with a new idempotency key.',
      { reason: 'provider_rejected' },
    );
  }
  return { charge, replayed };
}

const leftOf = ({ now }: CreateDeps, { deadline }: CallContext): number =>
  deadline.getTime() - now().getTime() - ANSWER_MS;

function within(deps: CreateDeps, ctx: CallContext): Budget {
  return { callMs: deps.times.callMs, totalMs: Math.min(deps.times.totalMs, leftOf(deps, ctx)) };
}
