import type { Standing } from '../live/look-ups.ts';
import type { Language } from './language.ts';
import { isLive, isPayable, type State, stateOf } from './state.ts';
import { returnText, WORDS } from './words.ts';

/** What the page's script is told, by an event or when it asks. Times are milliseconds since 1970. */
export type Message = {
  readonly state: State;
  readonly live: boolean;
  readonly title: string;
  readonly text: string;
  /** Why money that was not kept goes back. */
  readonly returned?: string;
  /** The server's clock, by which the page counts down. */
  readonly now: number;
  readonly expires?: number;
  /**
   * Of a charge of several methods: those that can be paid by now. Others than the page was drawn with are
   * drawn anew.
   */
  readonly methods?: string;
};

/**
 * For whom a message is: in which language, and by which method the page lets its payer pay; a standing does
 * not tell.
 */
export type Reader = { readonly language: Language; readonly method: string | undefined };

export function messageOf(standing: Standing, { language, method }: Reader, now: Date): Message {
  const state = stateOf(standing, method, now);
  const returned = returnText(standing.returnReason, language);
  return {
    state,
    live: isLive(state),
    ...WORDS[language].states[state],
    ...(returned === undefined ? {} : { returned }),
    now: now.getTime(),
    ...(standing.expiresAtMs === undefined ? {} : { expires: standing.expiresAtMs }),
    ...(isPayable(state) && standing.paymentMethods.length > 0 ? { methods: standing.paymentMethods.join(' ') } : {}),
  };
}
