import { type BankReply, NOT_JSON } from './classify.ts';
import type { Failure, FaultReason } from './outcome.ts';

/**
 * Signs of a bank in trouble. One answer that cannot be understood, a refusal or a rate limit is none; nor is
 * a deadline shorter than the usual one.
 */
const TROUBLE: ReadonlySet<FaultReason> = new Set([
  'unreachable',
  'deadline',
  'connection_lost',
  'server_error',
  'unauthorized',
]);

export const isTrouble = (result: unknown): boolean => {
  const outcome = result as BankReply | Failure;
  if (outcome.kind === 'done' || outcome.kind === 'declined') return false;
  return TROUBLE.has(outcome.cause.reason) || outcome.cause.detail === NOT_JSON;
};

/** Whether an outcome tells of a silent bank, or of one that answers; undefined where it tells of neither. */
export function silence(outcome: BankReply | Failure): boolean | undefined {
  if (isTrouble(outcome)) return true;
  return outcome.kind === 'done' || outcome.kind === 'declined' ? false : undefined;
}
