import type { MessageInit, SERVICES, TenantMessage } from '@gx/contracts';
import type { EndHoldRequest, Hold as HoldMessage, PlaceHoldRequest } from '@gx/contracts/ledger';
import { cents, invariant, isCents, PLATFORM_ACCOUNT, parseId, type Tenant } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { changeHold } from './commands/change-hold.ts';
import type { WriteWallets } from './commands/wallet-writer.ts';
import { type Hold, type HoldAct, type HoldTerms, parseHoldReference } from './domain/hold.ts';
import { bankOf, chargeOf, isAmount, isCurrency } from './domain/money-details.ts';
import { type ListCreditsDeps, listCredits } from './queries/list-credits.ts';
import { listPostedEntries } from './queries/list-posted-entries.ts';
import { listPostedHolds } from './queries/list-posted-holds.ts';
import { type ListWalletsDeps, listWallets } from './queries/list-wallets.ts';
import { type VerifyLedgerDeps, verifyLedger } from './queries/verify-ledger.ts';

export type LedgerRpcDeps = ListWalletsDeps & VerifyLedgerDeps & ListCreditsDeps & { readonly write: WriteWallets };

/** The ledger's RPCs. A malformed call is its caller's bug: what clients send was judged long before. */
export const ledgerRpc = (deps: LedgerRpcDeps): Handlers<(typeof SERVICES)['ledger']> => ({
  ListWallets: (_ctx, { tenant }) => listWallets(deps, toTenant(tenant)),
  PlaceHold: async (ctx, request) =>
    toHold(await changeHold(deps, ctx, { ...holdOf(request), kind: 'place', terms: termsOf(request) })),
  CommitHold: async (ctx, request) => toHold(await changeHold(deps, ctx, { ...holdOf(request), kind: 'commit' })),
  VoidHold: async (ctx, request) => toHold(await changeHold(deps, ctx, { ...holdOf(request), kind: 'void' })),
  ListPostedEntries: (_ctx, { tenant, references }) => listPostedEntries(deps, toTenant(tenant), references),
  ListCredits: (_ctx, request) => listCredits(deps, request),
  ListPostedHolds: (_ctx, { references }) => listPostedHolds(deps, references),
  VerifyLedger: (ctx, request) => verifyLedger(deps, request, ctx.signal),
});

function toTenant(message: TenantMessage | null): Tenant {
  invariant(message !== null, 'a call without a tenant');
  const accountId = parseId('account', message.accountId);
  invariant(accountId !== undefined, 'a call for a malformed account id');
  return { accountId, livemode: message.livemode };
}

function holdOf({ tenant, reference: text, currency }: EndHoldRequest): Omit<HoldAct, 'kind'> {
  const wallet = toTenant(tenant);
  const reference = parseHoldReference(text);
  invariant(wallet.accountId !== PLATFORM_ACCOUNT, 'a hold in the wallet of nobody');
  invariant(reference !== undefined, 'a hold with a malformed reference');
  invariant(isCurrency(currency), 'a hold in a malformed currency');
  return { ...wallet, currency, reference };
}

/** Who pays a fee of nothing makes no difference, so it is not remembered. */
function termsOf(request: PlaceHoldRequest): HoldTerms {
  const { amount, fee, feePayer, creditMax } = request;
  const chargeId = chargeOf(request);
  invariant(isAmount(amount), 'a hold of no whole amount');
  invariant(isCents(fee), 'a hold with a fee that is not whole');
  invariant(fee === 0 || feePayer !== 'FEE_PAYER_UNSPECIFIED', 'a fee that nobody pays');
  invariant(chargeId !== undefined, 'a hold for a malformed charge id');
  invariant(isCents(creditMax), 'a credit that is not whole');
  const payer = fee > 0 && feePayer === 'PLATFORM' ? feePayer : 'MERCHANT';
  const credit = creditMax > 0 ? { creditMax } : {};
  return { amount: cents(amount), fee, feePayer: payer, chargeId, ...bankOf(request), ...credit };
}

const toHold = ({ reference, state, held }: Hold): MessageInit<HoldMessage> => ({ reference, state, held });
