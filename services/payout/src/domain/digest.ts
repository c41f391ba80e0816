import { canonicalJson, sha256Hex } from '@gx/core';
import type { PayoutTerms } from './payout.ts';

/**
 * A digest over all fields of a payout that were fixed when it was created, where it goes among them
 * (decisions, section 7, Approval). An approval is of this digest, and nothing is sent of which it is not.
 */
export function digestOf(terms: Omit<PayoutTerms, 'digest'>): string {
  const { id, tenant, idempotencyKey, requestHash, amount, currency, fee, providerFee, shown } = terms;
  const { destinationIdentity, description, metadataJson, allowDuplicate, approvalRequired, keyIssuerUserId } = terms;
  const { bank, secrets, scheduledFor, createdAt } = terms;
  return sha256Hex(
    canonicalJson({
      id,
      accountId: tenant.accountId,
      livemode: tenant.livemode,
      idempotencyKey,
      requestHash,
      amount,
      currency,
      fee,
      providerFee,
      shown,
      destinationIdentity,
      description,
      metadataJson,
      allowDuplicate,
      approvalRequired,
      keyIssuerUserId,
      bank: { profileId: bank.profileId, id: bank.id, kind: bank.kind },
      secrets: {
        destination: secrets.destination,
        expectedOwner: secrets.expectedOwner,
        body: secrets.body,
        ...(secrets.salt === undefined ? {} : { salt: secrets.salt }),
      },
      scheduledFor: scheduledFor?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }),
  );
}

/** Whether a payout still says what it said when it was created, and when it was approved. */
export const isAsCreated = (payout: PayoutTerms & { readonly decision: { readonly digest: string } | null }): boolean =>
  digestOf(payout) === payout.digest && (payout.decision === null || payout.decision.digest === payout.digest);
