import { type Cents, unavailable } from '@gx/core';
import type { ProviderPixOut } from './pix-out.ts';
import type { PixProvider } from './provider.ts';

/** A Pix that we sent, as its bank shows it to somebody who compares books. */
export type SentPix = { readonly status: ProviderPixOut['status']; readonly amount?: Cents };

/**
 * What the bank says now of a Pix that we sent under this id; null: it does not know it. Throws
 * `service_unavailable` while it cannot be read.
 */
export async function readSentPix(
  { id, provider }: { readonly id: string; readonly provider: Pick<PixProvider, 'getSentPix'> },
  bankId: string,
): Promise<SentPix | null> {
  const outcome = await provider.getSentPix(bankId);
  if (outcome.kind !== 'done' && outcome.kind !== 'pending') {
    const why = outcome.kind === 'declined' ? outcome.code : outcome.cause.reason;
    throw unavailable(`Bank ${id} cannot be read: ${why}`);
  }
  if (outcome.value === null) return null;
  const { status, amount } = outcome.value;
  return { status, ...(amount === null ? {} : { amount }) };
}
