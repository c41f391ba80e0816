import type { PixProvider, ProviderCharge } from '@gx/acquirer';
import { unavailable } from '@gx/core';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { endCreation } from '../domain/create.ts';
import type { BringDeps } from './bring-to-bank.ts';
import { settleBooks } from './settle-books.ts';

const ASK_AGAIN_MS = 60_000;

/**
 * Closes a charge that the bank did not confirm in its time: removes it there first, so that nobody can pay it any more. Money that
 * came all the same is judged by the bank's time of it, and may complete the charge instead.
 */
export async function closePending(deps: BringDeps, bank: Bank, charge: Charge): Promise<Charge> {
  const shown = await removed(bank.provider, charge);
  if (shown === undefined) {
    await deps.creations.giveBack(charge, ASK_AGAIN_MS);
    throw unavailable('The bank did not confirm that the charge is gone.');
  }
  const { charge: settled } = await settleBooks(deps, bank, charge, { shown });
  if (settled.status !== 'PENDING') return settled;
  const owner = charge.creation.owner ?? '';
  return deps.charges.update(charge.tenant, settled, (current) =>
    endCreation(current, owner, { kind: 'cancel' }, deps.now()),
  );
}

/** The charge as the bank shows it once it cannot be paid any more, null if it has none; undefined when it does not say. */
export async function removed(
  provider: PixProvider,
  { bank: { txid } }: Pick<Charge, 'bank'>,
): Promise<ProviderCharge | null | undefined> {
  const found = await provider.getCharge(txid);
  if (found.kind !== 'done') return undefined;
  if (found.value?.status !== 'active') return found.value;
  const cancelled = await provider.cancelCharge(txid);
  if (cancelled.kind === 'done') return cancelled.value;
  const again = await provider.getCharge(txid);
  return again.kind === 'done' && again.value?.status !== 'active' ? again.value : undefined;
}
