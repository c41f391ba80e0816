import type { Lifecycle } from '@gx/runtime';
import { contribution, type Part } from '../domain/contribution.ts';
import { additionsOf } from '../domain/rollup.ts';
import type { Lot, Mark, RollStore, Uncounted, Waiting } from '../store/rolls.ts';
import type { RollupStore } from '../store/rollups.ts';

type Deps = {
  readonly rolls: RollStore;
  readonly rollups: RollupStore;
  readonly life: Pick<Lifecycle, 'isStopping'>;
};

/**
 * Charges that are counted together. Named in one document, so it stays far below what a document may hold.
 */
const LOT = 500;

/**
 * Brings what charges contribute into the rollups: the difference between what each contributes now and what
 * it did when it was counted last, whatever happened to it in between. Two replicas at it do no harm, and
 * whatever line one dies at, the next finishes its lot (docs/adr/0043).
 */
export const rollCharges =
  ({ rolls, rollups, life }: Deps) =>
  async (): Promise<void> => {
    if (!(await rolls.isWaiting())) return;
    for (;;) {
      const line = await rolls.line();
      if (line.lot !== null) {
        if (!line.isLeft) return;
        await finish({ rolls, rollups }, line.lot);
        continue;
      }
      const charges = await rolls.waiting(LOT);
      if (charges.length === 0) return;
      const lot = lotOf(line.lots + 1, charges);
      // Somebody else is at it.
      if (!(await rolls.begin(lot))) return;
      await finish({ rolls, rollups }, lot, charges);
      if (charges.length < LOT || life.isStopping) return;
    }
  };

/** Every step may be done twice, by anybody: only the first time changes anything. */
async function finish(
  { rolls, rollups }: Omit<Deps, 'life'>,
  lot: Lot,
  charges: readonly Pick<Waiting, '_id' | 'published'>[] = [],
): Promise<void> {
  await rollups.raise(lot.number, lot.additions);
  await rolls.mark(lot, new Map(charges.map(({ _id, published }) => [_id, published])));
  await rolls.end(lot);
}

function lotOf(number: number, charges: readonly Uncounted[]): Lot {
  const recounts = charges.map(({ accountId, livemode, rolled, ...charge }) => ({
    tenant: { accountId, livemode },
    counted: rolled?.parts ?? [],
    now: contribution(charge),
    charge,
  }));
  return { number, additions: additionsOf(recounts), marks: marksOf(recounts) };
}

type Recounted = { readonly now: readonly Part[]; readonly charge: Pick<Uncounted, '_id' | 'version'> };

/** Most charges of a lot were created on the same day and wait: they share one mark. */
function marksOf(recounts: readonly Recounted[]): Mark[] {
  const alike = Map.groupBy(recounts, ({ now, charge }) => JSON.stringify([charge.version, now]));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ version: first.charge.version, parts: first.now, charges: group.map(({ charge }) => charge._id) }];
  });
}
