import { randomUUID } from 'node:crypto';
import type { CheckoutStanding as Standing } from '@gx/contracts/charge';
import { type Id, notFound } from '@gx/core';
import { groupCommit } from '@gx/runtime';
import type { ChargeClient } from '../charge-client.ts';

export type { Standing };

type Ids = readonly Id<'charge'>[];
export type LookUps = ReturnType<typeof lookUps>;

/** Ids in one call; charge takes twice as many. */
const IDS_AT_ONCE = 500;
/** Questions of this long are asked together: ten thousand pages that come back at once are some twenty calls. */
const GATHER_MS = 20;
const IN_FLIGHT = 4;

/** Asks charge where payers stand, many in one call. */
export function lookUps(charge: Pick<ChargeClient, 'getCheckoutStandings'>) {
  const ask = async (ids: Ids): Promise<readonly Standing[]> =>
    (await charge.getCheckoutStandings({ requestId: randomUUID() }, { ids: [...ids] })).standings;

  const gathered = groupCommit<Id<'charge'>, Standing | undefined>({
    run: async (ids) => {
      const found = new Map((await ask([...new Set(ids)])).map((standing) => [standing.id, standing]));
      return ids.map((id) => found.get(id));
    },
    inFlight: IN_FLIGHT,
    maxItems: IDS_AT_ONCE,
    spacingMs: GATHER_MS,
  });

  return {
    /** One charge; `not_found` for what is none. */
    async look(id: Id<'charge'>): Promise<Standing> {
      const standing = await gathered(id);
      if (standing === undefined) throw notFound('charge');
      return standing;
    },

    /** All of these that are charges, one call after the other. */
    async lookAtAll(ids: Ids): Promise<readonly Standing[]> {
      const found: Standing[] = [];
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        found.push(...(await ask(ids.slice(from, from + IDS_AT_ONCE))));
      }
      return found;
    },
  };
}
