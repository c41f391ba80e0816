import { parseJson } from '@gx/core';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import { chargeIdOf } from './charges.ts';

/** Longer than the one call to the bank that each of them makes. */
const BANK_DEADLINE_MS = 5_000;
/** The named error value of the specification (decisions A14). */
const NEVER_REACHED = 'TRANSACTION_HAS_NO_PROVIDER_REFERENCE';

/** `GET /v1/payments/{id}/provider-status`: what the bank says now. */
export const providerStatus =
  ({ charge: charges }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const id = chargeIdOf(params);
    const found = await charges.getProviderStatus({ requestId, deadlineMs: BANK_DEADLINE_MS }, { tenant, id });
    const { localStatus, provider, providerTransactionId, providerStatus: status, rawResponseJson } = found;
    return ok({
      localStatus,
      provider: provider ?? null,
      providerTransactionId: providerTransactionId ?? null,
      providerStatus: status ?? null,
      rawResponse: rawResponseJson === undefined ? null : parseJson(rawResponseJson),
      ...(provider === undefined ? { error: NEVER_REACHED } : {}),
    });
  };

/** `GET /v1/payments/{id}/receipt`: the bank's own receipt, where it makes one (decisions A43, ADR 82). */
export const receiptFile =
  ({ charge: charges }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const id = chargeIdOf(params);
    const { contentType, content } = await charges.getReceiptFile(
      { requestId, deadlineMs: BANK_DEADLINE_MS },
      { tenant, id },
    );
    return ok({ contentType, base64: content.toString('base64') });
  };
