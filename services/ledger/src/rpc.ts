import type { MessageInit, SERVICES } from '@gx/contracts';
import type {
  EndHoldRequest,
  Hold as HoldMessage,
  PlaceHoldRequest,
  PostPayoutReturnRequest,
} from '@gx/contracts/ledger';
import { cents, invariant, isCents, PLATFORM_ACCOUNT } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { changeHold } from './commands/change-hold.ts';
import type { WriteWallets } from './commands/wallet-writer.ts';
import type { OutlayReference } from './domain/entry.ts';
import { type Hold, type HoldTerms, parseHoldReference } from './domain/hold.ts';
import { bankOf, chargeOf, isAmount, isCurrency } from './domain/money-details.ts';
import type { PayoutReturnAct } from './domain/payout-return.ts';
import type { WalletKey } from './domain/wallet.ts';
import { type ListCreditsDeps, listCredits } from './queries/list-credits.ts';
import { listPostedEntries } from './queries/list-posted-entries.ts';
import { listPostedHolds } from './queries/list-posted-holds.ts';
import { type ListWalletsDeps, listWallets } from './queries/list-wallets.ts';
import { type VerifyLedgerDeps, verifyLedger } from './queries/verify-ledger.ts';
import { toTenant } from './tenant.ts';
import { statementOf, type TransactionRpcDeps, transactionsOf } from './transaction-rpc.ts';

export type LedgerRpcDeps = ListWalletsDeps &
  VerifyLedgerDeps &
  ListCreditsDeps &
  TransactionRpcDeps & { readonly write: WriteWallets };

/** The ledger's RPCs. A malformed call is its caller's bug: what clients send was judged long before. */
export const ledgerRpc = (deps: LedgerRpcDeps): Handlers<(typeof SERVICES)['ledger']> => ({
  ListWallets: (_ctx, { tenant }) => listWallets(deps, toTenant(tenant)),
  PlaceHold: async (ctx, request) =>
    toHold(await changeHold(deps, ctx, { ...holdOf(request), kind: 'place', terms: termsOf(request) })),
  CommitHold: async (ctx, request) => toHold(await changeHold(deps, ctx, { ...holdOf(request), kind: 'commit' })),
  VoidHold: async (ctx, request) => toHold(await changeHold(deps, ctx, { ...holdOf(request), kind: 'void' })),
  PostPayoutReturn: async (ctx, request) => {
    await changeHold(deps, ctx, returnOf(request));
    return {};
  },
  ListPostedEntries: (_ctx, { tenant, references }) => listPostedEntries(deps, toTenant(tenant), references),
  ListTransactions: (ctx, request) => transactionsOf(deps, ctx, request),
  ReadStatement: (ctx, request) => statementOf(deps, ctx, request),
  ListCredits: (_ctx, request) => listCredits(deps, request),
  ListPostedHolds: (_ctx, { references }) => listPostedHolds(deps, references),
  VerifyLedger: (ctx, request) => verifyLedger(deps, request, ctx.signal),
});

function holdOf({
  tenant,
  reference: text,
  currency,
}: EndHoldRequest): WalletKey & { readonly reference: OutlayReference } {
  const wallet = toTenant(tenant);
  const reference = parseHoldReference(text);
  invariant(wallet.accountId !== PLATFORM_ACCOUNT, 'a hold in the wallet of nobody');
  invariant(reference !== undefined, 'a hold with a malformed reference');
  invariant(isCurrency(currency), 'a hold in a malformed currency');
  return { ...wallet, currency, reference };
}

function returnOf(request: PostPayoutReturnRequest): PayoutReturnAct {
  const { holdReference: reference, returnId, amount, bankProfileId, chargeId } = request;
  invariant(returnId !== '', 'a return without an id');
  invariant(isAmount(amount), 'a return of no whole amount');
  invariant(bankProfileId !== '', 'a return from no bank');
  const what = { returnId, amount: cents(amount), bankProfileId, ...(chargeId === undefined ? {} : { chargeId }) };
  return { ...holdOf({ ...request, reference }), kind: 'payout_return', ...what };
}

/** Who pays a fee of nothing makes no difference, so it is not remembered. */
function termsOf(request: PlaceHoldRequest): HoldTerms {
  const { amount, fee, feePayer, creditMax, providerFee } = request;
  const chargeId = chargeOf(request);
  invariant(isAmount(amount), 'a hold of no whole amount');
  invariant(isCents(fee), 'a hold with a fee that is not whole');
  invariant(fee === 0 || feePayer !== 'FEE_PAYER_UNSPECIFIED', 'a fee that nobody pays');
  invariant(chargeId !== undefined, 'a hold for a malformed charge id');
  invariant(isCents(creditMax), 'a credit that is not whole');
  invariant(providerFee === undefined || isCents(providerFee), 'a share of the fee that is not whole');
  const payer = fee > 0 && feePayer === 'PLATFORM' ? feePayer : 'MERCHANT';
  const credit = creditMax > 0 ? { creditMax } : {};
  const share = providerFee === undefined ? {} : { providerFee: cents(providerFee) };
  // A payout is of no charge: there are no fees to lend it, and it costs its merchant what is agreed.
  const isPayout = request.reference.startsWith('payout:');
  invariant(!isPayout || (chargeId === null && creditMax === 0 && payer === 'MERCHANT'), 'a payout of a charge');
  invariant(isPayout || providerFee === undefined, 'a share of a fee that no payout has');
  return { amount: cents(amount), fee, feePayer: payer, chargeId, ...bankOf(request), ...credit, ...share };
}

const toHold = ({ reference, state, held }: Hold): MessageInit<HoldMessage> => ({ reference, state, held });
