import type { ProviderPayment } from '@gx/acquirer';
import { newId, refundBankId, sha256Hex } from '@gx/core';
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

/**
 * Of payments that a bank lists: has those looked at whose charge does not know of a devolution that the list
 * shows, in the state that it shows; how many. `profileIds`: every profile of the bank's environment.
 */
export async function reopenUnrecorded(
  { charges, callbacks }: Deps,
  bank: Pick<Bank, 'id'>,
  payments: readonly ProviderPayment[],
  profileIds: readonly string[],
): Promise<number> {
  const returned = payments.filter(({ devolutions }) => devolutions.length > 0);
  if (returned.length === 0) return 0;
  const credited = new Map(
    (
      await charges.credited(
        profileIds,
        returned.map(({ endToEndId }) => endToEndId),
      )
    ).map((charge) => [charge.settlement?.endToEndId, charge]),
  );
  const unrecorded = returned.filter((payment) => {
    const charge = credited.get(payment.endToEndId);
    return charge !== undefined && lacks(charge, payment);
  });
  if (unrecorded.length === 0) return 0;
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
  return unrecorded.length;
}

/**
 * Whether the charge lacks a devolution as the bank shows it. One of ours it knows as a refund; what cannot
 * be read it can never know.
 */
const lacks = (charge: Charge, payment: ProviderPayment): boolean =>
  shownDevolutions(payment).some(({ id, amount, ...shown }) => {
    if (id === null || amount === null) return true;
    if (charge.refunds.some((refund) => refundBankId(refund.id) === id)) return false;
    return !isRecorded(charge, { ...shown, id: newId('refund'), devolutionId: id, amount });
  });
