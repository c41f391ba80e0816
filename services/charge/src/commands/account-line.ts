import { groupCommit, type Logger } from '@gx/runtime';
import { AHEAD } from '../domain/velocity.ts';
import type { Granted, Wanted } from '../store/velocity-accounts.ts';
import { PlacesAhead } from './places-ahead.ts';

type Deps = { readonly write: (wanted: Wanted) => Promise<Granted>; readonly log: Logger };
/** Wants a place, or gives one back that nothing came of. */
type Item = 'claim' | Date;

/**
 * Claims of one account go out together, this long after the last ones: a write of its own for each would
 * cost more than the insert.
 */
const SPACING_MS = 10;
const GROUP_MAX = 256;

/**
 * One account in this process: its claims, folded into writes that grant them in the order in which they
 * came, and its places ahead.
 */
export class AccountLine {
  readonly #deps: Deps;
  readonly #ahead: PlacesAhead;
  readonly #fold = groupCommit<Item, Date | null>({
    inFlight: 1,
    maxItems: GROUP_MAX,
    spacingMs: SPACING_MS,
    run: (items) => this.#run(items),
  });
  /**
   * The span that places were taken in last, and when it is over at the earliest, by this process's clock.
   */
  #span: Date | null = null;
  #spanEndsAt = Number.NEGATIVE_INFINITY;
  /** Ends with the last places that are being given back. */
  #givenBack: Promise<void> = Promise.resolve();
  /** When the account was last seen to have plenty. */
  roomyAt = Number.NEGATIVE_INFINITY;
  /** Whether others may give back what they took ahead. */
  mayComeBack = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#ahead = new PlacesAhead((span, places) => this.#giveBack(span, places));
  }

  /** The span that a place was taken in; null when there is none. */
  async claim(): Promise<Date | null> {
    return this.#ahead.take(performance.now()) ?? this.#fold('claim');
  }

  async takeBack(span: Date): Promise<void> {
    await this.#fold(span);
  }

  /** Gives back what nobody wants any more, and waits for what is being given back already. */
  async stop(): Promise<void> {
    await this.#ahead.giveBack();
    await this.#givenBack;
  }

  async #run(items: readonly Item[]): Promise<(Date | null)[]> {
    const unused = items.filter((item) => item !== 'claim');
    const claims = items.length - unused.length;
    const sentAt = performance.now();
    const ahead = claims === 0 ? 0 : this.#ahead.worth(claims, sentAt);
    const taken = await this.#deps.write({ claims, ahead, unused, span: this.#span });
    const { span } = taken;
    this.#span = span;
    this.roomyAt = taken.roomy ? performance.now() : Number.NEGATIVE_INFINITY;
    this.mayComeBack = taken.mayComeBack;
    // It was asked after this was sent, so it is over no earlier.
    if (taken.spanLeftMs !== null) this.#spanEndsAt = sentAt + taken.spanLeftMs;
    const until = Math.min(sentAt + AHEAD.heldMs, this.#spanEndsAt);
    if (taken.ahead > 0) this.#ahead.put({ span, places: taken.ahead, until });
    let left = taken.granted;
    return items.map((item) => (item === 'claim' && left-- > 0 ? span : null));
  }

  #giveBack(span: Date, places: number): Promise<void> {
    const givenBack = Promise.all([this.#givenBack, this.#foldBack(span, places)]).then(() => undefined);
    this.#givenBack = givenBack;
    return givenBack;
  }

  async #foldBack(span: Date, places: number): Promise<void> {
    try {
      await Promise.all(Array.from({ length: places }, () => this.#fold(span)));
    } catch (err) {
      this.#deps.log.warn({ places, err }, 'places that nobody wants stay taken until the window has passed');
    }
  }
}
