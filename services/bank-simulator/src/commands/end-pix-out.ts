import { randomBytes } from 'node:crypto';
import { endToEndId } from '../domain/end-to-end-id.ts';
import { hasProgressed, type PixOut } from '../domain/pix-out.ts';
import type { BankStores } from '../store/open-stores.ts';
import { pixOutCallback } from '../wire/pix-out-json.ts';
import { payCob } from './pay-cob.ts';
import { type CallbackPlan, callbackOf, planCallback } from './plan-callback.ts';

/** What moves a sent Pix on; undefined when it does not move. */
export type PixOutMove = {
  readonly decide: (pixOut: PixOut) => PixOut | undefined;
  readonly now: Date;
  /** How a tester wants the sender to be told. */
  readonly callback?: Partial<CallbackPlan>;
};

/**
 * Moves one sent Pix on and tells the sender; undefined when it does not move. Where it arrives at a charge of this
 * bank, the charge is paid in the same transaction.
 */
export async function movePixOut(
  stores: BankStores,
  { clientId, idEnvio, chave, destination }: PixOut,
  { decide, now, callback: requested }: PixOutMove,
): Promise<PixOut | undefined> {
  const about = { operation: 'callback_pix_out', txid: idEnvio, ...(requested && { requested }) } as const;
  const plan = await planCallback(stores, { clientId, chave }, about);
  const report = (pixOut: PixOut) => callbackOf(pixOut, pixOutCallback(pixOut), { plan, now });
  if (destination.kind === 'br_code' && destination.token !== undefined)
    return payCob(stores, { clientId, idEnvio, token: destination.token }, { decide, now, report });
  return stores.pixOut.change({ clientId, idEnvio }, (pixOut) => {
    const after = decide(pixOut);
    return { result: after, value: after, callback: after && hasProgressed(pixOut, after) ? report(after) : undefined };
  });
}

/** What a return of a sent Pix is known by: here, and on the rail. */
export const newReturnIds = (now: Date, id = randomBytes(16).toString('hex')) => ({
  id,
  rtrId: `D${endToEndId(now, randomBytes(11)).slice(1)}`,
});
