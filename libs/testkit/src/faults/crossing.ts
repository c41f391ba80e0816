/** What lies outside a process. */
export type Border = 'mongodb' | 'kafka' | 'redis' | 'bank' | 'webhook' | 'grpc';

/** One call on its way out of an instance. */
export type Crossing = {
  /** Of the instance: `charge`, `ledger`, … */
  readonly service: string;
  readonly to: Border;
  /** The call without anything that differs from run to run: `update charges`, `PUT /cob`. */
  readonly what: string;
  /**
   * Which one of its kind it is, counted from 1 over all instances of the service since the plan was made.
   */
  readonly nth: number;
};

/** `charge mongodb update charges #2`: the same crossing in every run of the same work. */
export const labelOf = ({ service, to, what, nth }: Crossing): string => `${service} ${to} ${what} #${nth}`;

/** Before the call is made, or after it had its effect and before anybody here knows. */
export type Side = 'before' | 'after';

/** What happens to a call. */
export type Fault =
  /** The whole instance is gone, as by SIGKILL. */
  | { readonly kind: 'die'; readonly side: Side }
  /** The call fails the way its border fails: refused before, the answer lost after. */
  | { readonly kind: 'fail'; readonly side: Side }
  | { readonly kind: 'delay'; readonly ms: number }
  /** It is made twice, one after the other, and the second answer counts. */
  | { readonly kind: 'twice' };

/** Who decides what happens to each call. */
export type FaultPlan = {
  /** Asked once for each crossing, before it is made. */
  readonly meet: (crossing: Omit<Crossing, 'nth'>) => Fault | undefined;
};

export const NO_FAULTS: FaultPlan = { meet: () => undefined };
