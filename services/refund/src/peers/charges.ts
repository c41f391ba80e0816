import { SERVICES } from '@gx/contracts';
import type { BankProfile, Settlement as SettlementMessage } from '@gx/contracts/charge';
import {
  BRAZIL_TIME_ZONE,
  type Cents,
  cents,
  type EndToEndId,
  type Id,
  invariant,
  Refusal,
  type Tenant,
} from '@gx/core';
import type { Call, Cipher } from '@gx/runtime';
import type { Grpc } from '@gx/runtime/grpc';
import { queryCharge } from '@gx/runtime/kafka';
import { SALES_DAYS } from '../domain/daily-limits.ts';
import type { Acknowledgement } from '../domain/redelivery.ts';
import { isOrderMethod, type OrderMethod, type Refund } from '../domain/refund.ts';
import type { Settlement } from '../domain/settlement.ts';
import type { Status } from '../domain/transitions.ts';

export type PeerOptions = { readonly address: string; readonly deadlineMs: number };
export type Charges = ReturnType<typeof chargesPeer>;

/**
 * By refund, how far; `unsaid` where charge does not say, `unseen` of a charge that was never presented:
 * nobody is shown one.
 */
export type AcknowledgedStatuses = ReadonlyMap<string, Acknowledgement> | 'unsaid' | 'unseen';

const REPEATABLE = [
  'GetSettlement',
  'GetPaymentStats',
  'ListBankProfiles',
  'RecheckPayment',
  'ClaimRefundSend',
  'ConfirmMoney',
] as const;

/** What is asked of charge: settlements, sales, the banks, and whether it confirms its orders. */
export function chargesPeer(grpc: Grpc, cipher: Pick<Cipher, 'decrypt'>, { address, deadlineMs }: PeerOptions) {
  const client = grpc.client(SERVICES.charge, address, {
    idempotent: REPEATABLE,
    deadlineMs,
  });
  return {
    /** Refuses with `not_found` for a charge that the tenant does not have. */
    settlement: async (call: Call, { accountId, livemode }: Tenant, chargeId: Id<'charge'>): Promise<Settlement> =>
      settlementOf(await client.getSettlement(call, { tenant: { accountId, livemode }, chargeId }), cipher),

    /** Has charge look at a payment at its bank: something went back that it does not know of. */
    async recheck(call: Call, bankProfileId: string, endToEndId: EndToEndId): Promise<void> {
      await client.recheckPayment(call, { bankProfileId, endToEndId });
    },

    /**
     * Has the charge note that a refund is about to leave, so that no case opened from now on holds its
     * money. False: it is disputed, and nothing may leave.
     */
    async claimSend(
      call: Call,
      { tenant: { accountId, livemode }, id: refundId, amount }: Pick<Refund, 'tenant' | 'id' | 'amount'>,
      chargeId: Id<'charge'>,
    ): Promise<boolean> {
      invariant(amount !== null, 'a refund has its amount before it leaves');
      const claim = { tenant: { accountId, livemode }, chargeId, refundId, amount };
      return !(await client.claimRefundSend(call, claim)).disputed;
    },

    /** What the charge has heard of each of its refunds and returns. */
    async acknowledged(
      call: Call,
      { accountId, livemode }: Tenant,
      chargeId: Id<'charge'>,
    ): Promise<AcknowledgedStatuses> {
      const settlement = await client.getSettlement(call, { tenant: { accountId, livemode }, chargeId }).catch(ifThere);
      return settlement === undefined ? 'unseen' : acknowledgedIn(settlement);
    },

    /** What was paid to the tenant in this currency in the last days of Brazil, before fees and refunds. */
    async sales(call: Call, { accountId, livemode }: Tenant, currency: string): Promise<Cents> {
      const window = { days: SALES_DAYS, tz: BRAZIL_TIME_ZONE };
      const { volumes } = await client.getPaymentStats(call, { tenant: { accountId, livemode }, ...window });
      return cents(volumes.find((one) => one.currency === currency)?.volume ?? 0);
    },

    /** Whether its records say what these of its events say: before money is sent back by them. */
    confirmMoney: queryCharge(client),

    bankProfiles: async (): Promise<readonly BankProfile[]> =>
      (await client.listBankProfiles({ requestId: 'bank profiles' }, {})).profiles,
  };
}

function acknowledgedIn({ acknowledged }: SettlementMessage): AcknowledgedStatuses {
  if (acknowledged === null) return 'unsaid';
  const rows = acknowledged.refunds.map(
    ({ refundId, status, returnedAmount = 0 }) => [refundId, { status: status as Status, returnedAmount }] as const,
  );
  return new Map(rows);
}

function ifThere(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_found') return undefined;
  throw error;
}

function settlementOf(message: SettlementMessage, cipher: Pick<Cipher, 'decrypt'>): Settlement {
  const { charge, bankProfileId, posted, disputed, endToEndId, paidAtMs, orderReference, payerTaxId, bankReturns } =
    message;
  invariant(charge !== null, 'a settlement is of a charge');
  const { status, surface, amount, currency, expectedPayerTaxId, paymentMethod, providerFee, platformFee } = charge;
  return {
    status,
    surface: surface === 'SURFACE_UNSPECIFIED' ? null : surface,
    amount: cents(amount),
    currency,
    bankProfileId,
    posted,
    disputed,
    order: orderReference === undefined ? null : { reference: orderReference, method: orderMethod(paymentMethod) },
    endToEndId: endToEndId === undefined ? null : (endToEndId as EndToEndId),
    paidAt: paidAtMs === undefined ? null : new Date(paidAtMs),
    expectedPayerTaxId: expectedPayerTaxId ?? null,
    payerTaxId: payerTaxId === null ? null : cipher.decrypt(payerTaxId),
    fees: { provider: cents(providerFee), platform: cents(platformFee) },
    bankReturns: bankReturns.map(({ devolutionId, amount, status: state }) => ({
      devolutionId,
      amount: cents(amount),
      status: state,
    })),
  };
}

function orderMethod(method: string): OrderMethod {
  invariant(isOrderMethod(method), 'an order is paid by a method that we know');
  return method;
}
