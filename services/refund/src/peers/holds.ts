import { SERVICES } from '@gx/contracts';
import { type Cents, ERRORS, Refusal, type Tenant } from '@gx/core';
import type { Call, Client } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';
import type { CashoutReturn, FinalRefundStatus, PlainRefund } from '../domain/refund.ts';

export type Holds = ReturnType<typeof holdsPeer>;
export type HoldTerms = { readonly amount: Cents; readonly creditMax: Cents };
/** What the wallet says to a hold: it stands, it was given back before, or why there is none. */
export type PlacementResult = 'held' | 'voided' | Refusal;

/**
 * The merchant's money, set aside in the ledger, and what else that has booked. Each call may be repeated;
 * one that got no answer throws, and means nothing: neither that the money is held nor that the wallet is
 * short.
 */
export function holdsPeer(grpc: Grpc, address: string, deadlineMs: number) {
  const client = grpc.client(SERVICES.ledger, address, {
    idempotent: ['PlaceHold', 'CommitHold', 'VoidHold', 'PostPayoutReturn', 'ListPostedEntries'],
    deadlineMs,
  });
  return {
    postReturn: postReturnBy(client),

    /**
     * Sets the amount aside, with the fee that the merchant pays; lends up to `creditMax` (decisions A24).
     */
    async place(call: Call, refund: PlainRefund, { amount, creditMax }: HoldTerms): Promise<PlacementResult> {
      const { fee, chargeId, bank } = refund;
      try {
        const { state } = await client.placeHold(call, {
          ...holdOf(refund),
          amount,
          fee: fee.amount,
          feePayer: fee.payer,
          chargeId: chargeId ?? '',
          bankProfileId: bank.profileId,
          creditMax,
        });
        return state === 'VOIDED' ? 'voided' : 'held';
      } catch (error) {
        if (error instanceof Refusal && !ERRORS[error.code].retryable) return error;
        throw error;
      }
    },

    /** Whether the entry of this reference stands, in a wallet of the tenant or in the platform's chain. */
    async posted(call: Call, { accountId, livemode }: Tenant, reference: string): Promise<boolean> {
      const request = { tenant: { accountId, livemode }, references: [reference] };
      return (await client.listPostedEntries(call, request)).references.includes(reference);
    },

    /** Spends the hold or gives it back. False when it had ended the other way: a fault of ours. */
    async end(call: Call, refund: PlainRefund, finalStatus: FinalRefundStatus): Promise<boolean> {
      const other = finalStatus === 'REFUNDED' ? 'hold_voided' : 'hold_committed';
      try {
        await (finalStatus === 'REFUNDED'
          ? client.commitHold(call, holdOf(refund))
          : client.voidHold(call, holdOf(refund)));
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.more.reason === other) return false;
        throw error;
      }
    },
  };
}

const holdOf = ({ tenant: { accountId, livemode }, id, currency }: PlainRefund) => ({
  tenant: { accountId, livemode },
  reference: `refund:${id}`,
  currency,
});

/**
 * Credits the merchant with what came back of a cashout, once per return. False when the ledger refuses: what
 * it has contradicts the return.
 */
const postReturnBy =
  (client: Pick<Client<typeof SERVICES.ledger>, 'postPayoutReturn'>) =>
  async (call: Call, refund: PlainRefund, { id: returnId, amount }: CashoutReturn): Promise<boolean> => {
    const { tenant, reference: holdReference, currency } = holdOf(refund);
    const { chargeId, bank } = refund;
    const of = { tenant, holdReference, currency, bankProfileId: bank.profileId };
    try {
      await client.postPayoutReturn(call, { ...of, returnId, amount, ...(chargeId === null ? {} : { chargeId }) });
      return true;
    } catch (error) {
      if (error instanceof Refusal && !ERRORS[error.code].retryable) return false;
      throw error;
    }
  };
