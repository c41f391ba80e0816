/** An operator's word for an act that takes two of them. */
export type OperatorWord = { readonly operator: string; readonly at: Date };
/** The same for one act, what exactly by its content, and who joined. */
export type ActWord = OperatorWord & { readonly content: string; readonly second?: OperatorWord };

/** What an operator decides about, how, and who it is. */
export type OperatorsCall = OperatorWord & {
  /** One at a time is decided about it: `review:<charge>`. */
  readonly subject: string;
  /** All that another operator has to say as well, secrets too: they are compared, and not kept. */
  readonly content: object;
};
/** Who did what is recorded: `operator` made the call that did it, a first one where it took two. */
export type ConsentRecord = OperatorWord & { readonly proposedBy?: string };
/** Nothing may be done yet; the message is gx.common.v1.AwaitedOperator. */
export type AwaitedOperator = {
  readonly operator: string;
  readonly atMs: number;
  readonly untilMs: number;
  readonly insteadOf?: string;
};
/** Either it may be done, under these names, or another operator is awaited. */
export type OperatorConsent =
  | { readonly record: ConsentRecord; readonly awaited?: undefined }
  | { readonly awaited: AwaitedOperator };
export type OperatorWords = {
  readonly areTwoNeeded: boolean;
  /**
   * To be called before an operator's act is done, and once nothing else refuses it. Whatever is done with
   * the consent may be done again: a call is repeated whose answer was lost.
   */
  readonly consentTo: (call: OperatorsCall) => Promise<OperatorConsent>;
};

type Named = Pick<OperatorWord, 'operator'>;

/** So long a word stands, wherever two operators decide (decisions, section 11). */
const STANDS_FOR_MS = 86_400_000;

/** A name in capitals, or with more blanks, is nobody else. */
const operatorKey = ({ operator }: Named): string =>
  operator.normalize('NFKC').toLowerCase().split(/\s+/).join(' ').trim();
export const isSameOperator = (one: Named, other: Named): boolean => operatorKey(one) === operatorKey(other);

export const wordEndsAt = ({ at }: OperatorWord): Date => new Date(at.getTime() + STANDS_FOR_MS);

/** A word while it stands. */
export const standingWord = <W extends OperatorWord>(word: W | undefined, now: Date): W | undefined =>
  word !== undefined && now < wordEndsAt(word) ? word : undefined;

/** Whether an operator's word makes two with the one that was given before. */
export const makesTwo = (first: OperatorWord | undefined, second: OperatorWord): first is OperatorWord =>
  standingWord(first, second.at) !== undefined && first !== undefined && !isSameOperator(first, second);

/**
 * The word for an act once another one is given: a first one, or, of another operator for the very same
 * content, the second. One for other content takes its place. Two words stand on for a day, for a call that
 * is made again because its answer was lost.
 */
export function addWord(standing: ActWord | undefined, given: ActWord): ActWord {
  const first = standingActWord(standing, given.at);
  if (first === undefined || first.content !== given.content) return given;
  if (first.second !== undefined || !makesTwo(first, given)) return first;
  return { ...first, second: { operator: given.operator, at: given.at } };
}

/** A word for an act while it stands: two of them from the second on. */
export const standingActWord = (word: ActWord | undefined, now: Date): ActWord | undefined =>
  word !== undefined && standingWord(word.second ?? word, now) !== undefined ? word : undefined;
