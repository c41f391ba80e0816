import { SERVICES } from '@gx/contracts';
import type { CreatePayoutRequest, DecidePayoutRequest } from '@gx/contracts/payout';
import { type Id, PIX_KEY_TYPES, parseId, parseTaxId, Refusal, type TaxDocument } from '@gx/core';
import type { CallContext } from '@gx/runtime';
import { type GrpcService, grpcService, keyActor } from '@gx/runtime/grpc';
import type { EncryptedWalk } from '@gx/runtime/mongo';
import { cancelPayout } from './commands/cancel-payout.ts';
import type { createPayout } from './commands/create-payout.ts';
import { type DecideDeps, type DecideRequest, decidePayout } from './commands/decide-payout.ts';
import { getSimulatedProviderState, type SimulatedStateDeps } from './commands/get-simulated-provider-state.ts';
import { ACCOUNT_TYPES, type AccountType, type Destination } from './domain/destination.ts';
import type { PayoutRequest } from './domain/payout-request.ts';
import { firstView, listedView, payoutView } from './domain/payout-view.ts';
import { getPayout } from './queries/get-payout.ts';
import { type ListPayoutsDeps, listPayouts } from './queries/list-payouts.ts';
import { type ListPixOutsDeps, listPixOuts } from './queries/list-pix-outs.ts';
import { tenantOf } from './rpc-fields.ts';
import { type PersonalDataDeps, personalDataHandlers } from './rpc-personal-data.ts';

export type PayoutRpcDeps = DecideDeps &
  ListPayoutsDeps &
  ListPixOutsDeps &
  PersonalDataDeps &
  SimulatedStateDeps & {
    readonly createPayout: ReturnType<typeof createPayout>;
    readonly reencryptSecrets: EncryptedWalk;
  };

/** gx.payout.v1: messages in, messages out. */
export const payoutRpc = (deps: PayoutRpcDeps): GrpcService =>
  grpcService(SERVICES.payout, {
    CreatePayout: async (ctx, request) => {
      const { payout, replayed } = await deps.createPayout(ctx, payoutRequest(ctx, request));
      return { payout: firstView(payout), replayed };
    },
    GetPayout: (_ctx, { tenant, payoutId }) => getPayout(deps, tenantOf(tenant), parseId('payout', payoutId)),
    ListPayouts: (_ctx, { tenant, ...request }) => listPayouts(deps, tenantOf(tenant), request),
    CancelPayout: async (ctx, { tenant, payoutId, clientAddress }) => {
      const [id, actor] = [parseId('payout', payoutId), keyActor(ctx, clientAddress)];
      return listedView(await cancelPayout(deps, { tenant: tenantOf(tenant), id, actor }));
    },
    ApprovePayout: async (ctx, request) => payoutView(await decidePayout(deps, ctx, decision('approved', request))),
    RejectPayout: async (ctx, request) => payoutView(await decidePayout(deps, ctx, decision('rejected', request))),
    ListPixOuts: (_ctx, request) => listPixOuts(deps, request),
    GetSimulatedProviderState: (_ctx, { tenant, payoutId }) =>
      getSimulatedProviderState(deps, tenantOf(tenant), parseId('payout', payoutId)),
    ...personalDataHandlers(deps),
    ReencryptSecrets: (_ctx, request) => deps.reencryptSecrets(request),
  });

const decision = (
  verdict: DecideRequest['verdict'],
  { accessToken, totp, payoutId, clientAddress }: DecidePayoutRequest,
): DecideRequest => ({
  verdict,
  proof: { accessToken, totp },
  payoutId: parseId('payout', payoutId),
  clientAddress,
});

const invalid = (param: string, message: string): Refusal => new Refusal('invalid_request', message, { param });

/** Who may not approve it is nothing that a gateway decides: where there is an assertion, that says so. */
function issuerOf({ assertion }: CallContext, { keyIssuerUserId }: CreatePayoutRequest): Id<'user'> | undefined {
  if (assertion !== undefined) return assertion.issuerUserId;
  const issuer = keyIssuerUserId === undefined ? undefined : parseId('user', keyIssuerUserId);
  if (keyIssuerUserId !== undefined && issuer === undefined) throw invalid('key_issuer_user_id', 'This is no user.');
  return issuer;
}

function payoutRequest(ctx: CallContext, request: CreatePayoutRequest): PayoutRequest {
  const { description, metadataJson, scheduledForMs, expectedRecipientTaxId } = request;
  const issuer = issuerOf(ctx, request);
  return {
    tenant: tenantOf(request.tenant),
    actor: keyActor(ctx, request.clientAddress),
    idempotencyKey: request.idempotencyKey,
    requestHash: request.requestHash,
    amount: request.amount,
    currency: request.currency,
    destination: destinationOf(request),
    allowDuplicate: request.allowDuplicate,
    ...(expectedRecipientTaxId === undefined
      ? {}
      : { expectedOwner: documentOf('expected_recipient_tax_id', expectedRecipientTaxId) }),
    ...(description === undefined ? {} : { description }),
    ...(metadataJson === undefined ? {} : { metadataJson }),
    ...(scheduledForMs === undefined ? {} : { scheduledFor: new Date(scheduledForMs) }),
    ...(issuer === undefined ? {} : { keyIssuerUserId: issuer }),
  };
}

function documentOf(param: string, raw: string): TaxDocument {
  const document = parseTaxId(raw);
  if (document === undefined) throw new Refusal('invalid_document', 'This is no CPF or CNPJ.', { param });
  return document;
}

function destinationOf({ pixKey, bankAccount, brCode }: CreatePayoutRequest): Destination {
  if ([pixKey, bankAccount, brCode].filter((one) => one != null).length !== 1)
    throw invalid('destination', 'Exactly one of pix_key, bank_account and br_code is needed.');
  if (pixKey !== null) {
    const type = PIX_KEY_TYPES.find((one) => one === pixKey.type);
    if (type === undefined) throw invalid('destination.pix_key_type', 'This is no type of a Pix key.');
    return { kind: 'key', type, key: pixKey.key };
  }
  if (bankAccount !== null) {
    const { ispb, branch, account, holderName, holderDocument } = bankAccount;
    const accountType = accountTypeOf(bankAccount.accountType);
    const holder = documentOf('destination.bank_account.holder_document', holderDocument);
    return { kind: 'bank_account', ispb, branch, account, accountType, holderName, holderDocument: holder };
  }
  return { kind: 'br_code', brCode: brCode ?? '' };
}

function accountTypeOf(raw: string): AccountType {
  const type = ACCOUNT_TYPES.find((one) => one === raw);
  if (type === undefined) throw invalid('destination.bank_account.account_type', 'This is no type of an account.');
  return type;
}
