import { SERVICES } from '@gx/contracts';
import { ERRORS, Refusal, type Tenant } from '@gx/core';
import type { Call } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';
import type { FinalPayoutStatus, PayoutReturn, PlainPayout } from '../domain/payout.ts';
import type { PeerOptions } from './charges.ts';

export type Ledger = ReturnType<typeof ledgerPeer>;
/** What the wallet says to a hold: it stands, it was given back before, or why there is none. */
export type PlacementResult = 'held' | 'voided' | Refusal;

/**
 * The merchant's money, set aside in the ledger, and what comes back of it. Each call may be repeated; one
 * that got no answer throws, and means nothing: neither that the money is held nor that the wallet is
 * short.
 */
export function ledgerPeer(grpc: Grpc, { address, deadlineMs }: PeerOptions) {
  const client = grpc.client(SERVICES.ledger, address, {
    idempotent: ['PlaceHold', 'CommitHold', 'VoidHold', 'PostPayoutReturn', 'ListPostedEntries'],
    deadlineMs,
  });
  const holdOf = ({ tenant: { accountId, livemode }, id, currency }: PlainPayout) => ({
    tenant: { accountId, livemode },
    reference: `payout:${id}`,
    currency: currency as string,
  });
  return {
    /** Sets the amount aside, and the fee that comes on top. */
    async place(call: Call, payout: PlainPayout): Promise<PlacementResult> {
      const { amount, fee, providerFee, bank } = payout;
      const terms = { amount, fee, providerFee, feePayer: 'MERCHANT', bankProfileId: bank.profileId } as const;
      try {
        const hold = { ...holdOf(payout), ...terms, chargeId: '', creditMax: 0 };
        const { state } = await client.placeHold(call, hold);
        return state === 'VOIDED' ? 'voided' : 'held';
      } catch (error) {
        if (error instanceof Refusal && !ERRORS[error.code].retryable) return error;
        throw error;
      }
    },

    /** Spends the hold or gives it back. False when it had ended the other way: a fault of ours. */
    async end(call: Call, payout: PlainPayout, finalStatus: FinalPayoutStatus): Promise<boolean> {
      const isPaid = finalStatus === 'PAID';
      try {
        await (isPaid ? client.commitHold(call, holdOf(payout)) : client.voidHold(call, holdOf(payout)));
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.more.reason === (isPaid ? 'hold_voided' : 'hold_committed')) return false;
        throw error;
      }
    },

    /**
     * Credits what came back. False where the ledger has this return with another amount: a fault of
     * somebody.
     */
    async postReturn(call: Call, payout: PlainPayout, { id, amount }: PayoutReturn): Promise<boolean> {
      const { tenant, reference: holdReference, currency } = holdOf(payout);
      const bankProfileId = payout.bank.profileId;
      try {
        await client.postPayoutReturn(call, { tenant, holdReference, returnId: id, currency, amount, bankProfileId });
        return true;
      } catch (error) {
        if (error instanceof Refusal && !ERRORS[error.code].retryable) return false;
        throw error;
      }
    },

    /** Whether the entry of this reference stands, in a wallet of the tenant or in the platform's chain. */
    async posted(call: Call, { accountId, livemode }: Tenant, reference: string): Promise<boolean> {
      const request = { tenant: { accountId, livemode }, references: [reference] };
      return (await client.listPostedEntries(call, request)).references.includes(reference);
    },
  };
}
