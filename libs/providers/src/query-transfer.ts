import type { Cents, TransferResult } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Failure, Outcome } from './outcome.ts';
import { retryAfterOf } from './outcome.ts';
import { DUPLICATE_ID } from './pix-out.ts';
import type { BankCall } from './provider.ts';
import type { TransferAtBank, TransferRail } from './transfer-rail.ts';

/** Money that leaves through a bank under an id of ours, as far as asking for it goes. */
export type Transfer<S extends TransferAtBank> = {
  /** The account whose money it is. */
  readonly merchant: string;
  readonly rail: TransferRail<S>;
  readonly amount: Cents | null;
  /** How often somebody took it up and may have sent it, this time among them. */
  readonly attempts: number;
  /** The bank has shown it: it is never sent again. */
  readonly acknowledged: boolean;
  /** The bank shows another amount under its id: nothing is concluded from that, and people have to know. */
  readonly onOtherAmount: () => void;
  /** Names it in the log. */
  readonly logFields: Readonly<Record<string, string>>;
};
/** How long a look may take, and what is asked right before money leaves. */
export type TransferQuery<R> = { readonly budget: BankBudget; readonly checkBeforeSend: CheckBeforeSend<R> };
export type BankBudget = { readonly totalMs: number; readonly callMs: number };
/** A result that ends the look without anything being sent; undefined: it may leave. */
export type CheckBeforeSend<R> = (call: BankCall, isUnknown: boolean) => Promise<R | undefined>;
/** What a look came to; `shown` is the transfer as the bank shows it, where it does. */
export type TransferLook<S extends TransferAtBank, R = never> = {
  readonly result: TransferResult | R;
  readonly shown?: S;
};

/** Within one look, so that a bank in trouble is not hammered. */
const SENDS_PER_LOOK = 2;
const PAUSE_MS = 200;
/** Not worth another call. */
const LAST_CALL_MS = 250;

/**
 * What the bank says about a transfer, after asking it for it if need be. An attempt that may have worked is
 * asked for before it is repeated: a repeated order can be refused for an id that worked. A refusal counts
 * only if the bank does not show it all the same.
 */
export async function queryTransfer<S extends TransferAtBank, R = never>(
  log: Logger,
  transfer: Transfer<S>,
  { budget, checkBeforeSend }: TransferQuery<R>,
): Promise<TransferLook<S, R>> {
  const { merchant, attempts, acknowledged, rail } = transfer;
  const end = performance.now() + budget.totalMs;
  const left = (): number => Math.min(budget.callMs, end - performance.now());
  const call = (): BankCall => ({ deadlineMs: Math.max(left(), LAST_CALL_MS), merchant });
  let isUnknown = attempts > 1 || acknowledged;
  for (let sends = 0; sends < SENDS_PER_LOOK && left() > LAST_CALL_MS; sends += 1) {
    if (isUnknown) {
      const found = await poll(transfer, call());
      if (found !== 'absent') return found;
      // The bank had it once: sending it again could be refused, and mean nothing.
      if (acknowledged) return { result: { kind: 'open', isUnknown: true } };
    }
    const result = await checkBeforeSend(call(), isUnknown);
    if (result !== undefined) return { result };
    const outcome = await rail.send(call());
    if (outcome.kind === 'done' || outcome.kind === 'pending') return shownAs(transfer, outcome.value);
    if (outcome.kind === 'declined') return confirmDecline(log, transfer, { outcome, isUnknown, call: call() });
    if (outcome.kind === 'not_sent') return open(isUnknown, outcome);
    isUnknown = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { result: { kind: 'open', isUnknown, noResponse: true } };
}

async function poll<S extends TransferAtBank>(
  transfer: Transfer<S>,
  call: BankCall,
): Promise<TransferLook<S> | 'absent'> {
  const found = await transfer.rail.poll(call);
  if (found.kind !== 'done' && found.kind !== 'pending') return open(true, found);
  return found.value === null ? 'absent' : shownAs(transfer, found.value);
}

type DeclinedSend = {
  readonly outcome: Extract<Failure, { kind: 'declined' }>;
  readonly isUnknown: boolean;
  readonly call: BankCall;
};

/**
 * Of all absences, the one that names what there is not: every other may come of an address that nobody
 * answers at just now.
 */
const NO_SUCH_PIX = 'pixnaoencontrado';

/**
 * A refusal counts only if the bank does not show it all the same, and never if it is that the id is taken,
 * or an absence of which nobody can tell what was not found (architecture, section 5).
 */
async function confirmDecline<S extends TransferAtBank>(
  log: Logger,
  transfer: Transfer<S>,
  { outcome, isUnknown, call }: DeclinedSend,
): Promise<TransferLook<S>> {
  const found = await poll(transfer, call);
  if (found !== 'absent') return found;
  if (isTaken(outcome) || isOfWhatNobodyKnows(outcome)) return { result: { kind: 'open', isUnknown: true } };
  log.warn({ ...transfer.logFields, bank_code: outcome.code }, 'declined by the bank');
  return { result: { kind: 'declined', code: outcome.code, isUnknown } };
}

type Declined = DeclinedSend['outcome'];
const isTaken = ({ code, means }: Declined): boolean => means === 'taken' || code === DUPLICATE_ID;
const isOfWhatNobodyKnows = ({ status, code, means }: Declined): boolean =>
  (status === 404 || means === 'absent' || means === 'empty') && code.toLowerCase().replaceAll('_', '') !== NO_SUCH_PIX;

/** What a transfer that the bank shows means for ours. */
function shownAs<S extends TransferAtBank>(transfer: Transfer<S>, shown: S): TransferLook<S> {
  if (shown.amount !== null && shown.amount !== transfer.amount) {
    transfer.onOtherAmount();
    return { result: { kind: 'open', isUnknown: true } };
  }
  if (shown.status === 'failed') return { result: { kind: 'failed', code: codeIn(shown.reason) }, shown };
  return { result: { kind: shown.status }, shown };
}

/**
 * The code of the instant payment system that a bank's sentence begins with, else the sentence, else the
 * bank's one word for it.
 */
const codeIn = (reason: string | null): string =>
  reason === null ? 'NAO_REALIZADO' : (/^[A-Z]{2}[A-Z0-9]{2}(?=$|\W)/.exec(reason)?.[0] ?? reason);

/** The bank gave no answer that can be read. */
function open(isUnknown: boolean, outcome: Outcome<unknown>): { result: TransferResult } {
  const retryAfterSeconds = retryAfterOf(outcome);
  return {
    result: {
      kind: 'open',
      isUnknown,
      noResponse: true,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  };
}
