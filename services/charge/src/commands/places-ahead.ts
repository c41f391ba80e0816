import { AHEAD } from '../domain/velocity.ts';

/** Places of one span of time, to be used before `until` of this process's clock. */
type Stock = { readonly span: Date; readonly places: number; readonly until: number };

/**
 * Places of one account that this process took before anybody wanted them, because as many were wanted a
 * moment ago: a write for each few claims would cost a creation as much as its insert. What nobody wants in
 * time is given back.
 */
export class PlacesAhead {
  /** Does not fail. */
  readonly #takeBack: (span: Date, places: number) => Promise<void>;
  #stock: Stock | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** How many have been wanted since then. */
  #wanted = 0;
  #since = Number.NEGATIVE_INFINITY;

  constructor(takeBack: (span: Date, places: number) => Promise<void>) {
    this.#takeBack = takeBack;
  }

  /**
   * The span of a place that was taken ahead; undefined when there is none, or none that may still be used.
   */
  take(now: number): Date | undefined {
    const stock = this.#stock;
    if (stock === undefined || now >= stock.until) return undefined;
    this.#wanted += 1;
    this.#keep(stock.places > 1 ? { ...stock, places: stock.places - 1 } : undefined);
    return stock.span;
  }

  /**
   * How many to take beside these claims: as many as will be wanted in a moment, if it goes on as since the
   * last time.
   */
  worth(claims: number, now: number): number {
    const perMs = (this.#wanted + claims) / (now - this.#since);
    this.#wanted = 0;
    this.#since = now;
    return Math.min(AHEAD.max, Math.floor(perMs * AHEAD.coversMs));
  }

  put(stock: Stock): void {
    void this.giveBack();
    this.#stock = stock;
    this.#timer = setTimeout(() => void this.giveBack(), Math.max(0, stock.until - performance.now()));
  }

  async giveBack(): Promise<void> {
    const stock = this.#stock;
    this.#keep(undefined);
    if (stock !== undefined) await this.#takeBack(stock.span, stock.places);
  }

  #keep(stock: Stock | undefined): void {
    this.#stock = stock;
    if (stock === undefined) clearTimeout(this.#timer);
  }
}
