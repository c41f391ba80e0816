import type { OwnPixOut } from '@gx/contracts/refund';
import { holdOf, type PixOut } from './compare-pix-outs.ts';
import type { Environment } from './config.ts';
import type { Day } from './gather-books.ts';
import { DEADLINE_MS, inPieces } from './gather-in-pieces.ts';
import { withClient } from './with-client.ts';

/** Each Pix that we ordered out on a day, with what its bank and the journal say of it. */
export async function pixOutsOfDay(env: Environment, bankProfileId: string, day: Day): Promise<PixOut[]> {
  // The journal is read after refund: a refund is final once its hold has ended, so its last entry is there
  // by then.
  const pixOuts = await orderedOn(env, bankProfileId, day);
  const holds = await inPieces(pixOuts.map(holdOf), async (references) => {
    const response = await withClient({ service: 'ledger', env, deadlineMs: DEADLINE_MS }, ({ client, call }) =>
      client.listPostedHolds(call, { references: [...references] }),
    );
    return response.holds;
  });
  const posted = new Map(holds.map((hold) => [hold.reference, hold]));
  return pixOuts.map((own) => ({ own, posted: posted.get(holdOf(own)) ?? null }));
}

async function orderedOn(env: Environment, bankProfileId: string, day: Day): Promise<OwnPixOut[]> {
  const all: OwnPixOut[] = [];
  let after: string | undefined;
  do {
    const request = { bankProfileId, ...day, ...(after === undefined ? {} : { after }) };
    const response = await withClient({ service: 'refund', env, deadlineMs: DEADLINE_MS }, ({ client, call }) =>
      client.listPixOuts(call, request),
    );
    all.push(...response.pixOuts);
    after = response.next;
  } while (after !== undefined);
  return all;
}
