import { type EndToEndId, newId, refundBankId, sha256Hex } from '@gx/core';
import type { ProviderPayment } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import { callbackFromSweep } from '../commands/callback-from-sweep.ts';
import { shownDevolutions } from '../commands/shown-devolutions.ts';
import { isRecorded } from '../domain/bank-return.ts';
import type { Charge } from '../domain/charge.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import type { ChargeStore } from '../store/charges.ts';

type Deps = {
  readonly charges: Pick<ChargeStore, 'credited'>;
  readonly callbacks: Pick<CallbackStore, 'reopen' | 'now'>;
};

/** How many payments are looked at again, and which have every devolution recorded as the bank shows it. */
type ReturnComparison = { readonly reopened: number; readonly recorded: ReadonlySet<EndToEndId> };

/**
 * Of payments that a bank lists: has those looked at whose charge does not know of a devolution that the list
 * shows, in the state that it shows. `profileIds`: every profile of the bank's environment.
 */
export async function reopenUnrecorded(
  { charges, callbacks }: Deps,
  bank: Pick<Bank, 'id'>,
  payments: readonly ProviderPayment[],
  profileIds: readonly string[],
): Promise<ReturnComparison> {
  const returned = payments.filter(({ devolutions }) => devolutions.length > 0);
  if (returned.length === 0) return { reopened: 0, recorded: new Set() };
  const credited = new Map(
    (
      await charges.credited(
        profileIds,
        returned.map(({ endToEndId }) => endToEndId),
      )
    ).map((charge) => [charge.settlement?.endToEndId, charge]),
  );
  const ofCredited = returned.filter(({ endToEndId }) => credited.has(endToEndId));
  const unrecorded = ofCredited.filter((payment) => lacks(credited.get(payment.endToEndId), payment));
  const recorded = new Set(
    ofCredited.filter((payment) => !unrecorded.includes(payment)).map(({ endToEndId }) => endToEndId),
  );
  if (unrecorded.length === 0) return { reopened: 0, recorded };
  const receivedAt = await callbacks.now();
  await callbacks.reopen(
    unrecorded.map((payment) =>
      callbackFromSweep({
        bankProfileId: bank.id,
        elementKey: `returned:${sha256Hex(payment.endToEndId)}`,
        receivedAt,
        endToEndId: payment.endToEndId,
        txid: payment.txid,
      }),
    ),
  );
  return { reopened: unrecorded.length, recorded };
}

/**
 * Whether the charge lacks a devolution as the bank shows it. One of ours it knows as a refund; what cannot
 * be read it can never know.
 */
const lacks = (charge: Charge | undefined, payment: ProviderPayment): boolean =>
  charge !== undefined &&
  shownDevolutions(payment).some(({ id, amount, ...shown }) => {
    if (id === null || amount === null) return true;
    if (charge.refunds.some((refund) => refundBankId(refund.id) === id)) return false;
    return !isRecorded(charge, { ...shown, id: newId('refund'), devolutionId: id, amount });
  });
