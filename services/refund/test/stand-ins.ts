import { type MessageInit, SERVICES } from '@gx/contracts';
import type { BankProfile, ConfirmMoneyRequest, GetPaymentStatsRequest, Settlement } from '@gx/contracts/charge';
import { notFound, unavailable } from '@gx/core';
import type { Host } from '@gx/runtime';
import { serveRpcs, testHost } from '@gx/testkit';
import { type MoneyRecords, moneyRecords } from '@gx/testkit/stand-ins';

export { type StandInLedger as Ledger, startStandInLedger as startLedger } from '@gx/testkit/stand-ins';

/**
 * The services around refund, as far as these tests need them: each speaks the real contract over the real
 * wire.
 */

export type Charges = {
  readonly address: string;
  /** What there is to refund, by charge. */
  readonly settlements: Map<string, MessageInit<Settlement>>;
  readonly profiles: BankProfile[];
  /** Until it is up again, nobody can ask it. */
  down: boolean;
  /** How often it was asked for a settlement. */
  queries: number;
  /** And how often in vain. */
  refused: number;
  /** Payments that it was to look at again. */
  readonly rechecked: string[];
  /** What was paid to an account in 30 days, by its id, in BRL; and how often that was asked for. */
  readonly sales: Map<string, number>;
  salesQueries: number;
  /** What it has written down of money that goes back. */
  readonly records: MoneyRecords;
  readonly stop: () => Promise<void>;
};

type StoppableHost = Host & { readonly stop: () => Promise<void> };

/** `charge`: settlements, bank profiles, and which orders to return money are its own. */
export async function startCharges(host: StoppableHost = testHost('charge')): Promise<Charges> {
  const charges = {
    address: '',
    settlements: new Map(),
    profiles: [],
    down: false,
    queries: 0,
    refused: 0,
    rechecked: [],
    sales: new Map(),
    salesQueries: 0,
    records: moneyRecords(),
    stop: host.stop,
  } as Charges & {
    address: string;
  };
  const refuseIfDown = (): void => {
    if (!charges.down) return;
    charges.refused += 1;
    throw unavailable('down');
  };
  const GetSettlement = (_ctx: unknown, { tenant, chargeId }: { tenant: unknown; chargeId: string }) => {
    refuseIfDown();
    charges.queries += 1;
    const found = charges.settlements.get(chargeId);
    if (found === undefined || JSON.stringify(found.charge?.tenant) !== JSON.stringify(tenant))
      throw notFound('charge');
    return found;
  };
  const ListBankProfiles = () => {
    refuseIfDown();
    return { profiles: charges.profiles };
  };
  const RecheckPayment = (_ctx: unknown, { endToEndId }: { endToEndId: string }) => {
    refuseIfDown();
    charges.rechecked.push(endToEndId);
    return {};
  };
  const ClaimRefundSend = (ctx: unknown, { tenant, chargeId }: { tenant: unknown; chargeId: string }) => ({
    disputed: GetSettlement(ctx, { tenant, chargeId }).disputed === true,
  });
  const GetPaymentStats = (_ctx: unknown, { tenant, days, tz }: GetPaymentStatsRequest) => {
    refuseIfDown();
    charges.salesQueries += 1;
    if (days !== 30 || tz !== 'America/Sao_Paulo') throw new Error('another window');
    return { volumes: [{ currency: 'BRL', volume: charges.sales.get(tenant?.accountId ?? '') ?? 0, count: 1 }] };
  };
  const ConfirmMoney = (_ctx: unknown, request: ConfirmMoneyRequest) => {
    refuseIfDown();
    return charges.records.confirmMoney(request);
  };
  const handlers = { ClaimRefundSend, ConfirmMoney, GetSettlement, GetPaymentStats, ListBankProfiles, RecheckPayment };
  const { port } = await serveRpcs(host, { definition: SERVICES.charge, handlers: handlers as never });
  charges.address = `127.0.0.1:${port}`;
  return charges;
}
