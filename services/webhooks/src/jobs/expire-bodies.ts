import { ELSEWHERE, type Lifecycle } from '@gx/runtime';
import type { DeliveryStore } from '../store/deliveries.ts';

export type ExpireBodiesDeps = {
  readonly deliveries: Pick<DeliveryStore, 'expireSome'>;
  /** So long a body and a log are kept once their delivery has ended. */
  readonly keptMs: number;
  readonly life: Pick<Lifecycle, 'isStopping'>;
  /** Runs something on one replica at a time. */
  readonly alone: <T>(name: string, run: () => Promise<T>) => Promise<T | typeof ELSEWHERE>;
};

const PAGE = 1_000;

/**
 * Gives up the bodies and logs of deliveries that ended long ago, a page at a time and each under a lease of
 * its own, until there are no more. What is left of a delivery makes a repeated event harmless and is
 * counted.
 */
export async function expireBodies({
  deliveries,
  keptMs,
  life,
  alone,
}: ExpireBodiesDeps): Promise<typeof ELSEWHERE | undefined> {
  let expired = PAGE;
  while (expired === PAGE && !life.isStopping) {
    const page = await alone('expire bodies', () => deliveries.expireSome(keptMs, PAGE));
    if (page === ELSEWHERE) return ELSEWHERE;
    expired = page;
  }
  return undefined;
}
