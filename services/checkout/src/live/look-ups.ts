import { randomUUID } from 'node:crypto';
import type { CheckoutStanding as Standing } from '@gx/contracts/charge';
import { type Id, notFound } from '@gx/core';
import { batched, eachOf } from '@gx/runtime';
import type { ChargeClient } from '../charge-client.ts';

export type { Standing };

type Ids = readonly Id<'charge'>[];
export type LookUps = ReturnType<typeof lookUps>;

/** Ids in one call; charge takes twice as many. */
const IDS_AT_ONCE = 500;
/** While one answer is read charge works at the next. */
const CALLS_AT_ONCE = 2;

/** Asks charge where payers stand, many in one call. */
export function lookUps(charge: Pick<ChargeClient, 'getCheckoutStatuses'>) {
  const ask = async (ids: Ids): Promise<readonly Standing[]> =>
    (await charge.getCheckoutStatuses({ requestId: randomUUID() }, { ids: [...ids] })).standings;

  const gathered = batched<Id<'charge'>, Standing | undefined>({
    run: async (ids) => {
      const found = new Map((await ask([...new Set(ids)])).map((standing) => [standing.id, standing]));
      return ids.map((id) => found.get(id));
    },
    maxItems: IDS_AT_ONCE,
  });

  return {
    /** One charge; `not_found` for what is none. */
    async look(id: Id<'charge'>): Promise<Standing> {
      const standing = await gathered(id);
      if (standing === undefined) throw notFound('charge');
      return standing;
    },

    /**
     * All of these that are charges, some calls at a time; what one of them answers is heard before the next
     * is made. Ends when the last call has, failed or not: an answer that came later could be heard after a
     * newer one.
     */
    async lookAtAll(ids: Ids, apply: (standing: Standing) => void): Promise<void> {
      const batches = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, nth) =>
        ids.slice(nth * IDS_AT_ONCE, (nth + 1) * IDS_AT_ONCE),
      );
      await eachOf(batches, { atOnce: CALLS_AT_ONCE }, async (batch) => {
        for (const standing of await ask(batch)) apply(standing);
      });
    },
  };
}
