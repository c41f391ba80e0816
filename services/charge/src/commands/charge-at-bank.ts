import type { Txid } from '@gx/core';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import type { ChargeStore } from '../store/charges.ts';

type Deps = { readonly banks: Pick<BankDirectory, 'byId' | 'listed'>; readonly charges: Pick<ChargeStore, 'byTxid'> };
/** A charge, and the bank profile that it was created at. */
export type ChargeAtBank = { readonly bank: Bank; readonly charge: Charge };

/**
 * The charge of a txid, or of the reference of an order. Several profiles may speak for one account, an old
 * one and its successor: each hears of money of the other's charges, which must not become an unmatched
 * payment of the one and a payment of the other.
 */
export async function chargeNamed({ banks, charges }: Deps, bank: Bank, txid: Txid): Promise<Charge | undefined> {
  const own = await charges.byTxid(bank.id, txid);
  if (own !== undefined) return own;
  for (const { id, livemode } of await banks.listed()) {
    const charge = livemode === bank.livemode && id !== bank.id ? await charges.byTxid(id, txid) : undefined;
    if (charge !== undefined) return charge;
  }
  return undefined;
}

/** The same, with its bank. Throws while that bank cannot be used. */
export async function chargeAtBank(deps: Deps, bank: Bank, txid: Txid): Promise<ChargeAtBank | undefined> {
  const charge = await chargeNamed(deps, bank, txid);
  if (charge === undefined || charge.bankProfileId === bank.id) return charge && { bank, charge };
  const home = await deps.banks.byId(charge.bankProfileId);
  return home && { bank: home, charge };
}
