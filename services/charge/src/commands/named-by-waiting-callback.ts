import { addMillis, type EndToEndId, type Txid } from '@gx/core';
import type { CallbackStore } from '../store/callbacks.ts';
import type { ChargeStore } from '../store/charges.ts';

type Deps = {
  readonly charges: Pick<ChargeStore, 'byTxid'>;
  readonly callbacks: Pick<CallbackStore, 'txidsNamed'>;
  readonly now: () => Date;
};

/** So long the bank has to show the charge that its callback names; then the Pix itself decides. */
const WAIT_MS = 3_600_000;

/**
 * Whether a callback that still waits says which charge of these profiles a Pix is of. One that does not say
 * it waits for that one: what belongs to a charge must not go back as nobody's.
 */
export async function isNamedByWaitingCallback(
  { charges, callbacks, now }: Deps,
  peers: readonly string[],
  endToEndId: EndToEndId,
): Promise<boolean> {
  for (const txid of await callbacks.txidsNamed(peers, endToEndId, addMillis(now(), -WAIT_MS)))
    for (const id of peers) if ((await charges.byTxid(id, txid as Txid)) !== undefined) return true;
  return false;
}
