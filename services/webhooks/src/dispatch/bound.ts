/** What queues of one host share, and those of one account; `stalled` wait for one of its places. */
export type Bound<Queue> = Occupancy & {
  readonly name: string;
  readonly max: number;
  inFlight: number;
  waiting: number;
  queues: number;
  refusedSome: boolean;
  readonly stalled: Set<Queue>;
  /**
   * Nothing begins here until a timer ends it: by the clock alone each look after its time would begin
   * another.
   */
  isResting: boolean;
};
/**
 * How places are taken: when the last attempt began, and whether the last one that ended broke off by our
 * fault.
 */
export type Occupancy = { beganAt: number; isOurFault: boolean };

/** The bound of that name, for one queue more. */
export function enter<Queue>(bounds: Map<string, Bound<Queue>>, name: string, max: number): Bound<Queue> {
  const fresh = {
    inFlight: 0,
    waiting: 0,
    queues: 0,
    refusedSome: false,
    beganAt: 0,
    isOurFault: false,
    isResting: false,
  };
  const bound = bounds.get(name) ?? { name, max, ...fresh, stalled: new Set<Queue>() };
  bounds.set(name, bound);
  bound.queues += 1;
  return bound;
}

/** Nothing begins here for so long; `over` gets the queues that wait for it then. */
export function restFor<Queue>(bound: Bound<Queue>, ms: number, over: (stalled: readonly Queue[]) => void): void {
  if (bound.isResting) return;
  bound.isResting = true;
  const end = (): void => {
    bound.isResting = false;
    over(unstall(bound));
  };
  setTimeout(end, ms).unref();
}

/** Those that wait for a place here; none does any more. */
export function unstall<Queue>({ stalled }: Bound<Queue>): readonly Queue[] {
  const queues = [...stalled];
  stalled.clear();
  return queues;
}

/** A bound without queues has nothing to remember. */
export function leave<Queue>(bounds: Map<string, Bound<Queue>>, bound: Bound<Queue>): void {
  bound.queues -= 1;
  if (bound.queues === 0) bounds.delete(bound.name);
}
