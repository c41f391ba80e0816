import { ELSEWHERE, type Lifecycle } from '@gx/runtime';
import { type AbandonDeps, abandonSome } from '../commands/delete-endpoint.ts';

export type AbandonDeliveriesDeps = AbandonDeps & {
  readonly life: Pick<Lifecycle, 'isStopping'>;
  /** Runs something on one replica at a time. */
  readonly alone: <T>(name: string, run: () => Promise<T>) => Promise<T | typeof ELSEWHERE>;
};

/** So many backlogs are worked off in turn. */
const AT_ONCE = 10;

/**
 * Cancels what waits for deleted endpoints, a page of each in turn and each page under a lease of its own:
 * another replica goes on from any of them. Apart from the dispatcher: a backlog of millions takes minutes,
 * and others have deliveries that are due meanwhile.
 */
export async function abandonDeliveries({
  life,
  alone,
  ...deps
}: AbandonDeliveriesDeps): Promise<typeof ELSEWHERE | undefined> {
  const begun = () => deps.endpoints.halfDeleted(AT_ONCE);
  // As a rule there is none, and a look is cheaper than a lease.
  for (let left = await begun(); left.length > 0; left = await begun())
    for (const { tenant, id } of left) {
      if (life.isStopping) return undefined;
      const page = await alone('abandon deliveries', () => abandonSome(deps, tenant, id));
      if (page === ELSEWHERE) return ELSEWHERE;
    }
  return undefined;
}
