import { canonicalJson, Refusal, sha256Hex } from '@gx/core';

/** The last event of the audit log, or of a part of it: what an operator keeps outside of the database. */
export type AuditHead = { readonly seq: number; readonly hash: string };
/** What stands before the first event. */
export const NO_EVENTS: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/** An event with its place in the one chain of the deployment. */
export type ChainedEvent<E> = E & AuditHead & { readonly previousHash: string };

/** What is wrong at one place of the chain. */
export type AuditProblem = {
  readonly seq: number;
  readonly kind: 'outside_chain' | 'missing' | 'repeated' | 'predecessor' | 'hash' | 'other_head' | 'shorter';
  readonly message: string;
};

/**
 * SHA-256 over the previous hash, a line feed, and the canonical JSON (RFC 8785) of the event as it is
 * stored: every field that it has but the two hashes, its time in milliseconds. A field that somebody adds
 * changes the hash like one that somebody changes.
 */
function hashOf(previousHash: string, event: object): string {
  const { hash: _, previousHash: __, ...fields } = event as Partial<ChainedEvent<object>>;
  return sha256Hex(`${previousHash}\n${canonicalJson(fields)}`);
}

/** These events as they stand behind `head`, in their order. */
export function chained<E extends object>(events: readonly E[], head: AuditHead): ChainedEvent<E>[] {
  let { seq, hash } = head;
  return events.map((event) => {
    const previousHash = hash;
    seq += 1;
    hash = hashOf(previousHash, { ...event, seq });
    return { ...event, seq, previousHash, hash };
  });
}

/** Whether an event says of itself what its hash says. */
export const isUnchanged = (event: ChainedEvent<object>): boolean => hashOf(event.previousHash, event) === event.hash;

/**
 * The last event is not what its hash was made of: nothing may be put behind it before a person has looked.
 */
export class BrokenHeadError extends Error {
  override readonly name = 'BrokenHeadError';
  readonly seq: number;

  constructor({ seq }: AuditHead) {
    super(`the last audit event, of sequence ${seq}, is not what its hash was made of`);
    this.seq = seq;
  }
}

/** What is wrong with an event where `head` stands before it, if anything is. */
export function problemBehind(head: AuditHead, event: ChainedEvent<object>): AuditProblem | undefined {
  const next = head.seq + 1;
  const problem = (seq: number, kind: AuditProblem['kind'], message: string) => ({ seq, kind, message });
  if (event.seq > next) return problem(next, 'missing', `there is no event before that with sequence ${event.seq}`);
  if (event.seq < next) return problem(event.seq, 'repeated', 'another event has the same sequence');
  if (!isUnchanged(event)) return problem(next, 'hash', 'the event is not what its hash was made of');
  if (event.previousHash !== head.hash) return problem(next, 'predecessor', 'the event before it was another one');
  return undefined;
}

/** Digits of a hash that a head of before has to have. */
export const KNOWN_DIGITS_MIN = 32;
const KNOWN_HASH = new RegExp(`^[0-9a-f]{${KNOWN_DIGITS_MIN},64}$`);

/** A head of before, with its hash or the beginning of it; Refusal `invalid_request` for anything else. */
export function checkKnown({ seq, hash }: AuditHead): AuditHead {
  if (seq >= 1 && KNOWN_HASH.test(hash)) return { seq, hash };
  const message = `known must have a sequence, and ${KNOWN_DIGITS_MIN} to 64 hexadecimal digits of a hash.`;
  throw new Refusal('invalid_request', message, { param: 'known' });
}

/** What is wrong where a head of before has to be in the chain, of which `head` is what was read so far. */
export function problemOfKnown(known: AuditHead, head: AuditHead, isEnd: boolean): AuditProblem | undefined {
  if (head.seq === known.seq && !head.hash.startsWith(known.hash))
    return { seq: head.seq, kind: 'other_head', message: 'the chain had another hash here' };
  if (isEnd && head.seq < known.seq)
    return { seq: head.seq + 1, kind: 'shorter', message: `the chain went to sequence ${known.seq}` };
  return undefined;
}
