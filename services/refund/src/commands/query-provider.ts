import { type BankCall, DUPLICATE_ID, type Failure, type Outcome } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import type { ProviderResult } from '../domain/apply-provider-status.ts';
import type { Refund } from '../domain/refund.ts';
import type { CheckBeforeSend } from './check-before-send.ts';
import { type Adapters, type ProviderRefund, type Rail, railOf } from './rail.ts';

/** How long a look may take, and what is asked right before money leaves. */
export type QueryOptions = { readonly budget: Budget; readonly checkBeforeSend: CheckBeforeSend };
export type Budget = { readonly totalMs: number; readonly callMs: number };

/** Within one look, so that a bank in trouble is not hammered. */
const SENDS_PER_LOOK = 2;
const PAUSE_MS = 200;
/** Not worth another call. */
const LAST_CALL_MS = 250;

/**
 * What the bank says about a refund or return, after asking it for it if need be. An attempt that may have
 * worked is asked for before it is repeated: a repeated order can be refused for an id that worked. A refusal
 * counts only if the bank does not show it all the same.
 */
export async function queryProvider(
  log: Logger,
  adapters: Adapters,
  refund: Refund,
  { budget, checkBeforeSend }: QueryOptions,
): Promise<ProviderResult> {
  const { attempts, acknowledged } = refund.work;
  const rail = railOf(adapters, refund);
  const end = performance.now() + budget.totalMs;
  const left = (): number => Math.min(budget.callMs, end - performance.now());
  const call = (): BankCall => ({ deadlineMs: Math.max(left(), LAST_CALL_MS) });
  let isUnknown = attempts > 1 || acknowledged;
  for (let sends = 0; sends < SENDS_PER_LOOK && left() > LAST_CALL_MS; sends += 1) {
    if (isUnknown) {
      const found = await poll(log, rail, refund, call());
      if (found !== 'absent') return found;
      // The bank had it once: sending it again could be refused, and mean nothing.
      if (acknowledged) return { kind: 'open', isUnknown: true };
    }
    const result = await checkBeforeSend(call(), isUnknown);
    if (result !== undefined) return result;
    const outcome = await rail.send(call());
    if (outcome.kind === 'done' || outcome.kind === 'pending') return resultOf(log, refund, outcome.value);
    if (outcome.kind === 'declined') return confirmDecline(log, rail, refund, { outcome, isUnknown, call: call() });
    if (outcome.kind === 'not_sent') return open(isUnknown, outcome);
    isUnknown = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { kind: 'open', isUnknown, noResponse: true };
}

async function poll(log: Logger, rail: Rail, refund: Refund, call: BankCall): Promise<ProviderResult | 'absent'> {
  const found = await rail.poll(call);
  if (found.kind !== 'done' && found.kind !== 'pending') return open(true, found);
  return found.value === null ? 'absent' : resultOf(log, refund, found.value);
}

type DeclinedSend = {
  readonly outcome: Extract<Failure, { kind: 'declined' }>;
  readonly isUnknown: boolean;
  readonly call: BankCall;
};

/**
 * Of all 404s, the one that names what there is not: every other may come of an address that nobody answers
 * at just now.
 */
const NO_SUCH_PIX = 'PixNaoEncontrado';

/**
 * A refusal counts only if the bank does not show it all the same, and never if it is that the id is taken,
 * or a 404 of which nobody can tell what was not found (architecture, section 5).
 */
async function confirmDecline(
  log: Logger,
  rail: Rail,
  refund: Refund,
  { outcome, isUnknown, call }: DeclinedSend,
): Promise<ProviderResult> {
  const found = await poll(log, rail, refund, call);
  if (found !== 'absent') return found;
  const saysNothing = outcome.status === 404 && outcome.code !== NO_SUCH_PIX;
  if (outcome.code === DUPLICATE_ID || saysNothing) return { kind: 'open', isUnknown: true };
  log.warn(
    { refund_id: refund.id, bank_profile: refund.bank.profileId, bank_code: outcome.code },
    'declined by the bank',
  );
  return { kind: 'declined', code: outcome.code, isUnknown };
}

/** What a refund that the bank shows means for ours. */
function resultOf(log: Logger, refund: Refund, providerRefund: ProviderRefund): ProviderResult {
  if (providerRefund.amount !== null && providerRefund.amount !== refund.amount) {
    log.error(
      { alarm: 'refund_unusable_at_bank', refund_id: refund.id, bank_profile: refund.bank.profileId },
      'the bank shows another amount under the id of a refund',
    );
    return { kind: 'open', isUnknown: true };
  }
  if (providerRefund.status === 'failed') return { kind: 'failed', code: codeIn(providerRefund.reason) };
  return { kind: providerRefund.status };
}

/**
 * The code of the instant payment system that a bank's sentence begins with, else the sentence, else the
 * bank's one word for it.
 */
const codeIn = (reason: string | null): string =>
  reason === null ? 'NAO_REALIZADO' : (/^[A-Z]{2}[A-Z0-9]{2}(?=$|\W)/.exec(reason)?.[0] ?? reason);

/** The bank gave no answer that can be read. */
function open(isUnknown: boolean, outcome: Outcome<unknown>): ProviderResult {
  const retryAfterSeconds =
    outcome.kind === 'not_sent' || outcome.kind === 'unknown' ? outcome.cause.retryAfterSeconds : undefined;
  return {
    kind: 'open',
    isUnknown,
    noResponse: true,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
